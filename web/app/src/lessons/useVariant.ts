/** The values of a student's variant in a lesson. */
import { useEffect, useState } from 'react';
import { messageOf } from '@ackscope/engine';
import { withValues } from '@ackscope/model/lesson';
import type { Lesson } from '@ackscope/model/lesson';
import { useLab } from '../lab/context.ts';
import { isVaried, valuesOf, variantIn, variantOf } from '../course/variants.ts';

/**
 * The lesson with the values of the address's variant, or of the student's; without either it has those of variant 0.
 * Null while they are computed, a text if they cannot be. A lesson without variants is returned immediately.
 */
export function useVariant(lesson: Lesson, query: string, student: string): Lesson | string | null {
  const { engine } = useLab();
  const named = variantIn(query);
  const [found, setFound] = useState<{ of: string; lesson: Lesson | string } | null>(null);
  const wanted = `${lesson.id} ${lesson.revision} ${String(named)} ${student}`;
  useEffect(() => {
    if (!isVaried(lesson)) return undefined;
    let isOver = false;
    const choose = async (): Promise<Lesson> => {
      const variant = named ?? (student === '' ? null : await variantOf(engine, lesson, student));
      return withValues(lesson, await valuesOf(engine, lesson, variant ?? 0), variant);
    };
    choose().then(
      (chosen) => {
        if (!isOver) setFound({ of: wanted, lesson: chosen });
      },
      (thrown: unknown) => {
        if (!isOver) setFound({ of: wanted, lesson: messageOf(thrown) });
      },
    );
    return () => {
      isOver = true;
    };
  }, [engine, lesson, named, student, wanted]);
  if (!isVaried(lesson)) return lesson;
  return found?.of === wanted ? found.lesson : null;
}
