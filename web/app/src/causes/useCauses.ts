/** The answer to a question about causes. Parts that ask the same share one inquiry. */
import { useMemo } from 'react';
import { messageOf } from '@ackscope/engine';
import type { Signal } from '@ackscope/charts';
import type { CausesQuestion, CausesReport, Engine } from '@ackscope/engine';
import { jobsOf } from '../jobs/jobs.ts';
import { cell } from '../base/signals.ts';
import { useSignal } from '../base/useSignal.ts';

export type Inquiry =
  | { stage: 'asking'; runs: number }
  | { stage: 'answered'; report: CausesReport }
  | { stage: 'refused'; reason: string };

const BEGUN: Inquiry = { stage: 'asking', runs: 0 };
const NOTHING: Signal<Inquiry | null> = cell<Inquiry | null>(null);

/** `question` is JSON `CausesQuestion`. */
function inquiryOf(engine: Engine, question: string): Signal<Inquiry> {
  return jobsOf(engine).run<Inquiry>({
    key: `why ${question}`,
    priority: 'shown',
    first: BEGUN,
    async work(show, signal) {
      const onProgress = (runs: number): void => show({ stage: 'asking', runs });
      try {
        const report = await engine.why(JSON.parse(question) as CausesQuestion, { signal, onProgress });
        show({ stage: 'answered', report });
      } catch (thrown) {
        show({ stage: 'refused', reason: messageOf(thrown) });
        throw thrown;
      }
    },
  });
}

/** Null while there is no question. A new question takes the old one back. */
export function useCauses(engine: Engine, question: CausesQuestion | null): Inquiry | null {
  const key = useMemo(() => (question === null ? null : JSON.stringify(question)), [question]);
  return useSignal(useMemo(() => (key === null ? NOTHING : inquiryOf(engine, key)), [engine, key]));
}
