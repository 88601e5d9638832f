import { formatNumber } from '@ackscope/charts';
import type { SweepState } from '@ackscope/model/sweep';
import { Progress } from '../kit/Progress.tsx';
import { runningWords } from './sweepTexts.ts';
import styles from './Sweep.module.css';

/** The progress of a sweep, in a sentence. */
export function progressWords({ status, progress, leftS, plan }: SweepState): string {
  const { done, total } = progress;
  const points = plan === null ? 0 : plan.points.length;
  return {
    idle: 'Choose a parameter to vary.',
    planning: 'Planning…',
    asking: 'Waiting for your answer.',
    running: runningWords(progress, leftS),
    stopped: `Cancelled after ${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs. The finished runs are shown below.`,
    done: `${formatNumber(total, 9)} runs at ${formatNumber(points, 9)} ${points === 1 ? 'point' : 'points'}, all done.`,
    failed:
      done > 0
        ? `Stopped after ${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs.`
        : 'This sweep cannot run.',
  }[status];
}

/** The progress as a bar and a line. */
export function SweepProgress({ state }: { state: SweepState }) {
  const { status, progress } = state;
  return (
    <Progress
      className={styles.progress}
      share={status === 'idle' ? 0 : progress.share}
      isRunning={status === 'running'}
      words={progressWords(state)}
    />
  );
}
