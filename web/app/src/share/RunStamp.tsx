import { compareStamps, runStamp } from '@ackscope/model';
import { useLab, useLabState } from '../lab/context.ts';
import styles from './share.module.css';

const SAYS = {
  same: 'The same run as the sender of this link saw, packet by packet.',
  different:
    'Not the run that the sender of this link saw, although the version is the same. Please report it.',
  'other-version': 'The sender of this link had another version of the engine; the run may differ.',
} as const;

/** The run's digest beside its seed, and what it says to the one that came with the link. */
export function RunStamp() {
  const { catalogue } = useLab();
  const stamp = useLabState((state) => runStamp(state.run.lanes, catalogue.version));
  const theirs = useLabState((state) =>
    state.view.stamp !== null && state.view.stamp.of === state.run.scenario ? state.view.stamp.run : null,
  );
  const verdict = stamp === null || theirs === null ? null : compareStamps(stamp, theirs);
  return (
    <p className={styles.stamp} data-same={verdict ?? undefined}>
      <span>Run</span> <code>{stamp ?? '…'}</code>
      {verdict !== null && <span className={styles.verdict}>{SAYS[verdict]}</span>}
    </p>
  );
}
