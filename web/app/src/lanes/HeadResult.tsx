import { memo, useMemo } from 'react';
import { cssColour, formatDifference, formatFixed, rivalsOf } from '@ackscope/charts';
import {
  ALIKE,
  askOf,
  comparedLane,
  goodputAt,
  goodputOf,
  isQuestionOpen,
  oneOfFlows,
  ofReference,
  rightAnswer,
} from '@ackscope/model';
import type { Headline } from '@ackscope/model';
import { LaneSign } from '../kit/icons.tsx';
import { useLabState } from '../lab/context.ts';
import { goodputForm } from '../laneData/goodputForm.ts';
import { delayAt } from '../laneData/summary.ts';
import { toldTime } from '../clock/toldTime.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LaneView } from '../laneData/laneData.ts';
import styles from './Lanes.module.css';

/**
 * In a lane's head: its goodput in the interval at the clock. Nothing is compared until all lanes
 * have computed that interval.
 */
export const HeadResult = memo(function HeadResult({ index, lane }: { index: number; lane: LaneView }) {
  const lanes = useLanes();
  const { unit, factor, decimals } = goodputForm(lane, lanes);
  const timeS = useLabState(toldTime);
  const hidesFuture = useLabState((state) => state.view.hidesFuture);
  const knownS = useLabState((state) => state.run.knownS);
  const moment = useMemo(() => ({ timeS, hidesFuture, knownS }), [timeS, hidesFuture, knownS]);
  const goodputs = useMemo(() => lanes.map(({ run }) => goodputAt(run, moment)), [lanes, moment]);
  const own = goodputs[index] ?? null;
  const ghost = useLabState((state) => comparedLane(state.reference, state.run, index));
  const was = ghost === null ? null : goodputAt(ghost, ofReference(moment));
  const isComplete = goodputs.every((found) => found !== null);
  const best = Math.max(...goodputs.map((found) => found?.bps ?? 0));
  // Lanes that differ by less than a few per cent are a tie: none is the best.
  const isTie = goodputs.filter((found) => (found?.bps ?? 0) > best * (1 - ALIKE)).length > 1;
  // What one of several flows gets says nothing of its lane.
  const flow = oneOfFlows(lane.run);
  const isNearBest = own !== null && own.bps > best * (1 - ALIKE);
  const tellsDelay = useTellsDelay();
  const isAsked = useLabState(isQuestionOpen);
  if (tellsDelay)
    return (
      <span
        className={styles.result}
        data-part="head-result"
        title="Delay that half of the call's packets did not exceed"
      >
        <b data-part="delay">{formatFixed((delayAt(lane.run, moment) ?? NaN) * 1000, 0)}</b>{' '}
        <span className={styles.resultUnit}>ms</span>
        <Yours index={index} />
        <span className={styles.aside}>
          {lane.run.info?.flows.find(({ index: at }) => at === lane.run.trace?.focus)?.name ?? ''}{' '}
          <b data-part="goodput">{formatFixed((own?.bps ?? NaN) / factor, decimals)}</b> {unit}
        </span>
      </span>
    );
  if (rivalsOf(lane.data).length > 0)
    return (
      <span className={styles.result} data-part="head-result" title={`Goodput of each flow${told(own)}`}>
        <Flows lane={lane} head={own} timeS={timeS} write={(bps) => formatFixed(bps / factor, decimals)} />{' '}
        <span className={styles.resultUnit}>{unit}</span>
        <Yours index={index} />
      </span>
    );
  return (
    <span
      className={styles.result}
      data-part="head-result"
      title={
        own === null
          ? 'Goodput: not computed yet'
          : `Goodput${flow === null ? '' : ` of the flow ${flow}`}${told(own)}`
      }
    >
      <b data-part="goodput">{formatFixed((own?.bps ?? NaN) / factor, decimals)}</b>{' '}
      <span className={styles.resultUnit}>{unit}</span>
      {isComplete && own !== null && was !== null && (
        <span className={styles.against} data-part="was">
          <span className={styles.before}>was {formatFixed(was.bps / factor, decimals)} </span>
          <b>{own.bps === was.bps ? 'as before' : formatDifference(own.bps / was.bps - 1)}</b>
        </span>
      )}
      {isComplete && own !== null && was === null && !isAsked && lanes.length > 1 && best > 0 && (
        <span className={styles.against} data-best={(flow === null && isNearBest) || undefined}>
          {flow !== null
            ? `flow ${flow}`
            : !isNearBest
              ? formatDifference(own.bps / best - 1)
              : isTie
                ? ''
                : 'best'}
        </span>
      )}
      <Yours index={index} />
      {isAsked && index === 0 && <PathKey />}
    </span>
  );
});

/** What is drawn in the path below: beside an open question, where the answer has its place later. */
function PathKey() {
  return (
    <span className={`${styles.aside} ${styles.key}`} data-part="path-key" aria-hidden="true">
      {['packets', 'ACKs', 'queues'].map((what) => (
        <span key={what}>
          <i data-of={what} /> {what}{' '}
        </span>
      ))}
    </span>
  );
}

/** The interval of a goodput, in words. */
const told = (head: Headline | null): string =>
  head === null
    ? ': not computed yet'
    : ` in the interval ${head.fromS} to ${head.toS} s${head.isFinal ? '' : ', so far'}`;

/** Several flows of one lane: the sign of each one's curve, its name and its goodput. */
function Flows({
  lane,
  head,
  timeS,
  write,
}: {
  lane: LaneView;
  head: Headline | null;
  timeS: number;
  write: (bps: number) => string;
}) {
  const shown = new Set([lane.data.flow, ...rivalsOf(lane.data).map(({ index }) => index)]);
  return (
    <span className={styles.flows} data-part="flows">
      {lane.data.competing
        .filter(({ index }) => shown.has(index))
        .map(({ index, name, look }) => (
          <span key={index} style={{ '--lane-colour': cssColour(look.colour) } as React.CSSProperties}>
            <LaneSign look={look} /> {name}{' '}
            <b data-flow={name}>{write(head === null ? NaN : goodputOf(lane.run, index, head, timeS))}</b>
          </span>
        ))}
    </span>
  );
}

/** Whether the scenario asks about the delay of a call: then heads tell it in place of the goodput. */
export const useTellsDelay = (): boolean =>
  useLabState((state) => askOf(state.scenario.preset)?.quantity === 'delay');

/** Marks the lane that was answered. */
function Yours({ index }: { index: number }) {
  const isYours = useLabState((state) => state.ask?.stage === 'answered' && state.ask.answer === index);
  // Nothing is judged before the result is seen.
  const sign = useLabState(({ ask, run, view }) =>
    ask === null || view.hidesFuture ? '' : rightAnswer(ask, run) === index ? ' ✓' : ' ✗',
  );
  if (!isYours) return null;
  return (
    <span className={styles.yours} data-part="yours">
      <span data-spare={sign === '' ? undefined : true}>your answer</span>
      {sign}
    </span>
  );
}
