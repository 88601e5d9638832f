import { useMemo } from 'react';
import { formatDifference, formatFixed } from '@ackscope/charts';
import { goodputAt, ofReference, referenceLane } from '@ackscope/model';
import { useLab, useLabState } from '../lab/context.ts';
import { goodputForm } from '../lab/goodputForm.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LaneView } from '../lab/laneData.ts';
import styles from './Lanes.module.css';

/**
 * In a lane's head: its goodput in the interval at the clock. Nothing is compared until all lanes
 * have computed that interval.
 */
export function HeadResult({ index, lane }: { index: number; lane: LaneView }) {
  const { rules } = useLab();
  const lanes = useLanes();
  const { unit, factor, decimals } = goodputForm(lane);
  // In steps of a second of the clock, to limit renderings: results change more slowly.
  const timeS = useLabState((state) => Math.floor(state.clock.timeS));
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  const knownS = useLabState((state) => state.run.knownS);
  const moment = useMemo(() => ({ timeS, hidesFuture, knownS }), [timeS, hidesFuture, knownS]);
  const goodputs = useMemo(
    () => lanes.map(({ run }) => goodputAt(run, rules, moment)),
    [lanes, rules, moment],
  );
  const own = goodputs[index] ?? null;
  const ghost = useLabState((state) => referenceLane(state.reference, lane.run.label));
  const was = ghost === null ? null : goodputAt(ghost, rules, ofReference(moment));
  const isComplete = goodputs.every((found) => found !== null);
  const best = Math.max(...goodputs.map((found) => found?.bps ?? 0));
  return (
    <span
      className={styles.result}
      title={
        own === null
          ? 'Goodput: not computed yet'
          : `Goodput in the interval ${own.fromS} to ${own.toS} s${own.isFinal ? '' : ', so far'}`
      }
    >
      <b data-part="goodput">{formatFixed((own?.bps ?? NaN) / factor, decimals)}</b>{' '}
      <span className={styles.resultUnit}>{unit}</span>
      {isComplete && own !== null && was !== null && (
        <span className={styles.against} data-part="was">
          <span className={styles.before}>was {formatFixed(was.bps / factor, decimals)} </span>
          <b>{formatDifference(own.bps / was.bps - 1)}</b>
        </span>
      )}
      {isComplete && own !== null && was === null && lanes.length > 1 && best > 0 && (
        <span className={styles.against} data-best={own.bps === best || undefined}>
          {own.bps === best ? 'best' : formatDifference(own.bps / best - 1)}
        </span>
      )}
    </span>
  );
}
