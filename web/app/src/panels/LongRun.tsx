import { Button } from 'react-aria-components';
import { freeShare, roundedCount, workInWords } from '@ackscope/model';
import { changeDuration, readDurationS } from '../lab/knobs.ts';
import { useActions, useLabState } from '../lab/context.ts';
import buttons from '../controls/buttons.module.css';
import styles from './LongRun.module.css';

/** Two digits, rounded down: what is offered needs no question any more. */
function floored(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.floor(value / unit) * unit).toPrecision(2));
}

/** Asks before a run that would keep a phone busy for minutes. Nothing is computed until the reader says so. */
export function LongRun() {
  const actions = useActions();
  const asking = useLabState((state) => state.scenario.asking);
  const wanted = useLabState((state) => state.scenario.wanted);
  const isFirst = useLabState((state) => state.run.id === 0);
  const canGoBack = useLabState((state) => state.history.past.length > 0);
  if (asking === null) return null;
  const { cost, segmentsPerS } = asking;
  const durationS = readDurationS(wanted);
  const share = freeShare(cost);
  const shorterS = durationS === null || share === null ? 0 : floored(durationS * share);
  return (
    <section className={styles.area} aria-labelledby="long-run" role="alert" data-part="long-run">
      <div>
        <h2 id="long-run" className={styles.title}>
          This is a long run
        </h2>
        <p>
          Up to {roundedCount(cost.segments)} packets over all lanes and{' '}
          {roundedCount(cost.memoryBytes / 1e6)} MB of memory: about {workInWords(cost, segmentsPerS)} of work
          for this machine.
          {isFirst ? ' Nothing is computed yet.' : ' The last run stays on the screen meanwhile.'}
        </p>
      </div>
      <div className={styles.answers}>
        <Button className={buttons.primary ?? ''} onPress={actions.runAnyway}>
          Run it
        </Button>
        {durationS !== null && shorterS >= 1 && (
          <Button
            className={buttons.plain ?? ''}
            onPress={() => actions.change(changeDuration(wanted, shorterS))}
          >
            Shorten it to {roundedCount(shorterS)} s
          </Button>
        )}
        {!isFirst && canGoBack && (
          <Button className={buttons.quiet ?? ''} onPress={actions.undo}>
            Take it back
          </Button>
        )}
      </div>
    </section>
  );
}
