import { formatNumber } from '@ackscope/charts';
import type { SweepState } from '@ackscope/model/sweep';
import { durationWords } from './sweepTexts.ts';
import styles from './Sweep.module.css';

/** The progress of a sweep, in a sentence. */
export function progressWords({ status, progress, leftS, plan }: SweepState): string {
  const { done, total } = progress;
  const points = plan === null ? 0 : plan.points.length;
  return {
    idle: 'Choose a parameter to vary.',
    planning: 'Planning…',
    asking: 'Waiting for your answer.',
    running: `${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs${leftS === null ? '' : `, about ${durationWords(leftS)} left`}`,
    stopped: `Cancelled after ${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs. The finished runs are shown below.`,
    done: `${formatNumber(total, 9)} runs at ${formatNumber(points, 9)} ${points === 1 ? 'point' : 'points'}, all done.`,
    failed:
      done > 0
        ? `Stopped after ${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs.`
        : 'This sweep cannot run.',
  }[status];
}

/** The progress as a bar and a line. */
export function Progress({ state }: { state: SweepState }) {
  const { status, progress } = state;
  return (
    <div className={styles.progress}>
      <progress aria-label="Runs done" value={status === 'idle' ? 0 : progress.share} max={1} />
      {/* Announced once when the state changes, not at every run. */}
      <p role={status === 'running' ? undefined : 'status'}>{progressWords(state)}</p>
    </div>
  );
}
