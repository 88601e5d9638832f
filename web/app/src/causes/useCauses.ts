/** The answer to a question about causes, asked once the page is calm. */
import { useEffect, useState } from 'react';
import { messageOf } from '@ackscope/engine';
import type { CausesQuestion, CausesReport, Engine } from '@ackscope/engine';

export type Inquiry =
  | { stage: 'asking'; runs: number }
  | { stage: 'answered'; report: CausesReport }
  | { stage: 'refused'; reason: string };

/** Null while there is no question. A new question takes the old one back. */
export function useCauses(engine: Engine, question: CausesQuestion | null): Inquiry | null {
  const [found, setFound] = useState<{ question: CausesQuestion; inquiry: Inquiry } | null>(null);
  useEffect(() => {
    if (question === null) return undefined;
    const show = (inquiry: Inquiry): void => setFound({ question, inquiry });
    const asked = engine.why(question, (runs) => show({ stage: 'asking', runs }));
    let isWanted = true;
    asked.report.then(
      (report) => show({ stage: 'answered', report }),
      (thrown: unknown) => {
        if (isWanted) show({ stage: 'refused', reason: messageOf(thrown) });
      },
    );
    return () => {
      isWanted = false;
      asked.cancel();
    };
  }, [engine, question]);
  if (question === null) return null;
  return found?.question === question ? found.inquiry : { stage: 'asking', runs: 0 };
}
