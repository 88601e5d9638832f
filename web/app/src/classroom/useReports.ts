/** Reports the answers of a lesson to a host page or to a course system. */
import { useEffect, useMemo, useRef } from 'react';
import type { LessonReport } from '@ackscope/embed/protocol';
import type { LabState } from '@ackscope/model';
import type { Lesson } from '@ackscope/model/lesson';
import { useLab } from '../lab/context.ts';
import { LessonRecord } from './record.ts';
import type { Answered } from './record.ts';

/** Who gets the answers. */
export interface Listener {
  /** What was answered on an earlier visit, before the first answer of this one. */
  begin?: (record: LessonRecord) => void;
  tell: (report: LessonReport) => void;
  /** The student's number in a course system: it chooses the variant, and goes nowhere else. */
  studentId?: string;
}

type OnAnswered = (answered: Answered, lanes: LabState['run']['lanes']) => void;

/** Without a listener nothing is computed. */
export function useReports(lesson: Lesson, at: number, listener: Listener | null): OnAnswered | undefined {
  const { engine, catalogue } = useLab();
  const record = useMemo(() => {
    const begun = new LessonRecord(lesson, catalogue.version);
    listener?.begin?.(begun);
    return begun;
  }, [lesson, catalogue, listener]);
  useEffect(() => record.opened(at, performance.now()), [record, at]);
  /** One report after the other: a code takes a moment. */
  const turn = useRef(Promise.resolve());
  return useMemo(() => {
    if (listener === null) return undefined;
    return (answered, lanes) => {
      const coming = record.report(answered, lanes, performance.now(), async (said) => {
        return (await engine.ask('classwork', { do: 'write', said })) as string;
      });
      turn.current = turn.current.then(async () => listener.tell(await coming));
    };
  }, [record, listener, engine]);
}
