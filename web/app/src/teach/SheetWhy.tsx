/** A worksheet's question about causes: which suspect is it, and the answer by experiment as bars. */
import { useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { formatNumber } from '@ackscope/charts';
import type { CausesQuestion, CausesReport } from '@ackscope/engine';
import type { TimeRange } from '@ackscope/model';
import buttons from '../kit/buttons.module.css';
import { AsRun, CauseBar } from '../causes/CauseBar.tsx';
import { formOf, naturalOf, titleOf } from '../causes/causesTexts.ts';
import { MAX_EVENTS, RUNS, RUNS_AGAIN, runsInWords } from '../causes/cost.ts';
import { useCauses } from '../causes/useCauses.ts';
import type { Inquiry } from '../causes/useCauses.ts';
import causes from '../causes/Causes.module.css';
import { useLab, useLabState } from '../lab/context.ts';
import type { LaneView } from '../laneData/laneData.ts';
import styles from './Worksheet.module.css';

export interface SheetCauses {
  inquiry: Inquiry | null;
  /** It takes long, so that it waits for a press. */
  agree: (() => void) | null;
}

export function useSheetCauses(
  lane: LaneView | undefined,
  place: number,
  [fromS, toS]: TimeRange,
  isAsked: boolean,
): SheetCauses {
  const { engine } = useLab();
  const scenario = useLabState((state) => state.run.scenario);
  const [agreed, setAgreed] = useState(false);
  const events = (lane?.run.results?.engine.events ?? Infinity) * RUNS;
  const isLong = events > MAX_EVENTS && !agreed;
  const text = useMemo(() => (scenario === null ? null : JSON.stringify(scenario)), [scenario]);
  const name = lane?.name ?? '';
  const of = naturalOf(lane?.run.results ?? null);
  const question = useMemo<CausesQuestion | null>(
    () => (isAsked && text !== null ? { text, lane: place, name, interval: [fromS, toS], of } : null),
    [isAsked, text, place, name, fromS, toS, of],
  );
  const inquiry = useCauses(engine, isLong || lane?.run.results == null ? null : question);
  return { inquiry, agree: isAsked && isLong ? () => setAgreed(true) : null };
}

/** The question: its suspects by their names, so that their order tells nothing. */
export function WhyAsked({ report, name }: { report: CausesReport; name: string }) {
  const suspects = causesOf(report).map(titleOf).sort();
  const [fromS, toS] = report.interval_s.map((timeS) => formatNumber(timeS, 5));
  return (
    <div>
      <p>
        From {fromS} to {toS} s {name} runs again, each time with one change. Which change matters most? Say
        why.
      </p>
      <ul className={styles.choices}>
        {suspects.map((title) => (
          <li key={title}>{title}</li>
        ))}
      </ul>
    </div>
  );
}

/** The answer, with a bar for each suspect that matters. */
export function WhyAnswered({ report }: { report: CausesReport }) {
  const { unit } = formOf(report);
  const bars = causesOf(report).filter(({ verdict }) => verdict === 'matters');
  const most = Math.max(report.as_is.value, report.bound, ...bars.map(({ value }) => value)) || 1;
  return (
    <section aria-label="Why">
      <p>{report.answer.sentence}</p>
      {bars.length > 0 && (
        <>
          <ul className={causes.causes}>
            <AsRun {...{ report, most }} colour="var(--ink-2)" />
            {bars.map((suspect) => (
              <CauseBar key={suspect.id} {...{ report, suspect, most }} isNamed={false} />
            ))}
          </ul>
          <p className={causes.small}>
            {unit}; lines: four runs that differ a little. {report.runs} runs.
          </p>
        </>
      )}
    </section>
  );
}

const causesOf = ({ suspects }: CausesReport) => suspects.filter((one) => !one.is_remedy);

/** What is to be said before the answer is there. */
export function WhyWaits({ inquiry, agree }: SheetCauses) {
  if (agree !== null)
    return (
      <p className={styles.screenOnly}>
        Which suspect is it? That takes about {RUNS} runs, and so more than a few seconds.{' '}
        <Button className={buttons.plain ?? ''} onPress={agree}>
          Ask anyway
        </Button>
      </p>
    );
  if (inquiry === null || inquiry.stage === 'answered') return null;
  return (
    <p className={styles.screenOnly}>
      {/* Spoken once: the number changes with each run. */}
      <span role="status">{inquiry.stage === 'asking' ? RUNS_AGAIN : inquiry.reason}</span>
      {inquiry.stage === 'asking' && ` ${runsInWords(inquiry.runs)}`}
    </p>
  );
}
