/** The answer to a question about causes. Parts that ask the same share one inquiry. */
import { useMemo, useSyncExternalStore } from 'react';
import { messageOf } from '@ackscope/engine';
import type { CausesQuestion, CausesReport, Engine } from '@ackscope/engine';

export type Inquiry =
  | { stage: 'asking'; runs: number }
  | { stage: 'answered'; report: CausesReport }
  | { stage: 'refused'; reason: string };

interface Shared {
  inquiry: Inquiry;
  /** Resolves when it is answered, refused or taken back. */
  settled: Promise<void>;
  readonly listeners: Set<() => void>;
  cancel: () => void;
}

/** Answers that are kept when nobody asks any more. */
const KEPT = 8;

const BEGUN: Inquiry = { stage: 'asking', runs: 0 };

const asked = new WeakMap<Engine, Map<string, Shared>>();

function inquiriesOf(engine: Engine): Map<string, Shared> {
  const found = asked.get(engine) ?? new Map<string, Shared>();
  asked.set(engine, found);
  return found;
}

function begin(engine: Engine, question: CausesQuestion, forget: () => void): Shared {
  const show = (inquiry: Inquiry): void => {
    shared.inquiry = inquiry;
    for (const listener of shared.listeners) listener();
  };
  const asking = engine.why(question, (runs) => show({ stage: 'asking', runs }));
  let isWanted = true;
  const settled = asking.report.then(
    (report) => show({ stage: 'answered', report }),
    (thrown: unknown) => {
      if (isWanted) show({ stage: 'refused', reason: messageOf(thrown) });
    },
  );
  const cancel = (): void => {
    isWanted = false;
    asking.cancel();
    forget();
  };
  const shared: Shared = { inquiry: BEGUN, settled, listeners: new Set(), cancel };
  return shared;
}

/**
 * Asks, or joins who has asked. The last one who leaves takes an open question back, and forgets a refused one: it is
 * asked again. Of the answers, those that were used last are kept.
 */
function join(engine: Engine, question: CausesQuestion, key: string, listener: () => void): () => void {
  const inquiries = inquiriesOf(engine);
  const shared = inquiries.get(key) ?? begin(engine, question, () => inquiries.delete(key));
  inquiries.set(key, shared);
  shared.listeners.add(listener);
  listener();
  return () => {
    shared.listeners.delete(listener);
    if (shared.listeners.size > 0) return;
    if (shared.inquiry.stage !== 'answered') {
      shared.cancel();
      return;
    }
    inquiries.delete(key);
    inquiries.set(key, shared);
    const idle = [...inquiries].filter(([, one]) => one.listeners.size === 0);
    for (const [old] of idle.slice(0, Math.max(0, idle.length - KEPT))) inquiries.delete(old);
  };
}

const isAnswered = (engine: Engine, key: string): boolean =>
  inquiriesOf(engine).get(key)?.inquiry.stage === 'answered';

/** Resolves once nothing is asked: what is less urgent waits for it. */
export const causesSettled = (engine: Engine): Promise<unknown> =>
  Promise.all([...inquiriesOf(engine).values()].map(({ settled }) => settled));

/**
 * Null while there is no question. A new question takes the old one back. `isHeld`: an answer that is known stays;
 * nothing is computed for another one.
 */
export function useCauses(engine: Engine, question: CausesQuestion | null, isHeld = false): Inquiry | null {
  const key = useMemo(() => (question === null ? null : JSON.stringify(question)), [question]);
  const store = useMemo(
    () => ({
      subscribe: (listener: () => void) =>
        question === null || key === null || (isHeld && !isAnswered(engine, key))
          ? () => undefined
          : join(engine, question, key, listener),
      get: () => (key === null ? null : (inquiriesOf(engine).get(key)?.inquiry ?? BEGUN)),
    }),
    // An equal question is the same one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [engine, key, isHeld],
  );
  return useSyncExternalStore(store.subscribe, store.get);
}
