import { compareStamps, runStamp } from '@ackscope/model';
import { useLab, useLabState } from '../lab/context.ts';
import styles from './share.module.css';

const SAYS = {
  same: 'This run equals the run behind the link, packet by packet.',
  different:
    'This run differs from the run behind the link, although the version is the same. Please report this.',
  'other-version': 'The link was made with another version of the engine. The run may differ.',
} as const;

/** The run's stamp, and its comparison with the stamp from the link. */
function useStamp(): { stamp: string | null; verdict: keyof typeof SAYS | null } {
  const { catalogue } = useLab();
  const stamp = useLabState((state) => runStamp(state.run.lanes, catalogue.version));
  const theirs = useLabState((state) =>
    state.view.stamp !== null && state.view.stamp.of === state.run.scenario ? state.view.stamp.run : null,
  );
  return { stamp, verdict: stamp === null || theirs === null ? null : compareStamps(stamp, theirs) };
}

/** The run's stamp beside its seed. */
export function RunStamp() {
  const { stamp, verdict } = useStamp();
  return (
    <p className={styles.stamp} data-same={verdict ?? undefined}>
      <span>Run</span> <code>{stamp ?? '…'}</code>
      {verdict !== null && <span className={styles.verdict}>{SAYS[verdict]}</span>}
    </p>
  );
}

/** The notice that these are not the sender's curves. Null if they are. */
export function useOtherRun(): string | null {
  const { verdict } = useStamp();
  return verdict === null || verdict === 'same' ? null : SAYS[verdict];
}
