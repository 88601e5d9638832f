/** The values of a student's variant in a lesson. */
import { useEffect, useState } from 'react';
import { messageOf } from '@ackscope/engine';
import type { Engine } from '@ackscope/engine';
import { LAST_VARIANT, withValues } from '@ackscope/model/lesson';
import type { Lesson, Values } from '@ackscope/model/lesson';
import { useLab } from '../lab/context.ts';

export const isVaried = ({ vary }: Pick<Lesson, 'vary'>): boolean => Object.keys(vary).length > 0;

/** The variant in an address; null if it names none. */
export function variantIn(query: string): number | null {
  const given = new URLSearchParams(query).get('variant') ?? '';
  return /^\d{1,4}$/.test(given) && Number(given) <= LAST_VARIANT ? Number(given) : null;
}

/** The variant of a student. The number is not kept. */
export const variantOf = async (engine: Engine, { salt }: Lesson, student: string): Promise<number> =>
  (await engine.classwork({ do: 'variant', salt, student })) as number;

export const valuesOf = async (engine: Engine, { vary }: Lesson, variant: number): Promise<Values> =>
  (await engine.classwork({ do: 'values', vary, variant })) as Values;

/**
 * The lesson with the values of the address's variant, or of the student's; without either it has those of variant 0.
 * Null while they are computed, a text if they cannot be. A lesson without variants is itself at once.
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
