import { useId } from 'react';
import { Button } from 'react-aria-components';
import { freeShare, roundedCount, workInWords } from '@ackscope/model';
import type { CostQuestion } from '@ackscope/model';
import { changeDuration, readDurationS } from '../scenario/knobs.ts';
import { useActions, useLabState } from '../lab/context.ts';
import buttons from '../kit/buttons.module.css';
import styles from './LongRun.module.css';

/** Two digits, rounded down: the offered length then needs no further question. */
function floored(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.floor(value / unit) * unit).toPrecision(2));
}

/** Asks before a run that would keep a phone busy for minutes. Nothing starts before the answer. */
export function CostAsked({
  title,
  over,
  question: { cost, segmentsPerS },
  note,
  onRun,
  children,
}: {
  title: string;
  /** What the number of packets refers to. */
  over: string;
  question: CostQuestion;
  /** Says what is on the screen meanwhile. */
  note: string;
  onRun: () => void;
  /** Other answers. */
  children?: React.ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.area} aria-labelledby={id} role="alert" data-part="long-run">
      <div>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <p>
          About {roundedCount(cost.segments)} packets in all {over}
          {cost.memoryBytes > 0 && <> and {roundedCount(cost.memoryBytes / 1e6)} MB of memory</>}: about{' '}
          {workInWords(cost, segmentsPerS)} on this machine. {note}
        </p>
      </div>
      <div className={styles.answers}>
        <Button className={buttons.primary ?? ''} onPress={onRun}>
          Run it
        </Button>
        {children}
      </div>
    </section>
  );
}

/** The question before the lab's wanted run. */
export function LongRun() {
  const actions = useActions();
  const asking = useLabState((state) => state.scenario.asking);
  const wanted = useLabState((state) => state.scenario.wanted);
  const isFirst = useLabState((state) => state.run.lanes.length === 0);
  const canGoBack = useLabState((state) => state.history.past.length > 0);
  if (asking === null) return null;
  const durationS = readDurationS(wanted);
  const share = freeShare(asking.cost);
  const shorterS = durationS === null || share === null ? 0 : floored(durationS * share);
  return (
    <CostAsked
      title="This is a long run"
      over="lanes"
      question={asking}
      note={isFirst ? 'Nothing is computed yet.' : 'The last run stays on the screen.'}
      onRun={actions.runAnyway}
    >
      {durationS !== null && shorterS >= 1 && (
        <Button
          className={buttons.plain ?? ''}
          onPress={() => actions.change(changeDuration(wanted, shorterS))}
        >
          Shorten it to {roundedCount(shorterS)} s
        </Button>
      )}
      {canGoBack && (
        <Button className={buttons.quiet ?? ''} onPress={actions.undo}>
          Undo the change
        </Button>
      )}
    </CostAsked>
  );
}
