/** A run as text, for readers who do not see the curves, and for notes and messages. */
import { formatFixed, formatNumber, formatPercent, formatQuantity, rivalsOf } from '@ackscope/charts';
import {
  bottleneck,
  callDelayS,
  goodputAt,
  goodputOf,
  intervalAt,
  oneOfFlows,
  totals,
  intervalRows,
} from '@ackscope/model';
import type { LaneRun, Moment } from '@ackscope/model';
import { goodputForm } from './goodputForm.ts';
import type { LaneView } from './laneData.ts';

/** One sentence per lane: its goodput, its costs, its course, in the intervals up to `knownS`. */
export function laneInWords(name: string, run: LaneRun, knownS: number): string {
  const all = intervalRows(run, [], knownS);
  const rows = all.filter((row) => row.isFinal);
  if (rows.length === 0 || run.info === null) return `${name}: no results yet.`;
  const sum = totals(rows);
  const flow = oneOfFlows(run);
  const rateBps = flow === null ? (bottleneck(run.info)?.rate_bps ?? null) : null;
  const of = rateBps === null ? '' : ` of ${formatQuantity(rateBps, 'bps')}`;
  const parts = [
    `goodput ${formatQuantity(sum.goodputBps, 'bps')}${of}`,
    `${formatPercent(sum.retransmissionRatio, 2)} retransmitted`,
    counted(sum.timeouts, 'timeout'),
    counted(sum.fastRetransmits, 'fast retransmit'),
    `mean RTT ${formatQuantity(sum.meanRttS, 's')}`,
    `${flow === null ? '' : 'of all flows: '}mean queue ${formatNumber(sum.meanQueuePackets)} packets`,
    `utilization ${formatPercent(sum.utilisation)}`,
    ...(sum.marks === null
      ? []
      : [`${formatNumber(sum.marks, 6)} marked, ${formatNumber(sum.drops, 6)} dropped`]),
  ];
  const swing = swingInWords(rows.map((row) => row.flow.goodput_bps));
  const soFar = run.done && rows.length === all.length ? '' : ' so far';
  return `${name}${flow === null ? '' : `, flow ${flow}`}${soFar}: ${parts.join(', ')}.${swing}`;
}

/** What lanes' heads tell, for those who hear it, and of which interval; empty until all lanes have it. */
export function headsInWords(lanes: readonly LaneView[], moment: Moment, tellsDelay: boolean): string {
  const found = lanes.map(({ run }) => goodputAt(run, moment));
  const [first] = found;
  if (first == null || found.includes(null)) return '';
  const told = lanes.map((lane, at) => {
    const { unit, factor, decimals } = goodputForm(lane, lanes);
    const delayS = tellsDelay ? delayAt(lane.run, moment) : null;
    const delay = delayS === null ? '' : `delay ${formatFixed(delayS * 1000, 0)} ms, `;
    const flow = oneOfFlows(lane.run);
    const rivals = rivalsOf(lane.data).map(
      ({ index, name }) =>
        `, of ${name} ${formatFixed(goodputOf(lane.run, index, first, moment.timeS) / factor, decimals)}`,
    );
    return `${lane.name}: ${delay}goodput ${flow === null ? '' : `of ${flow} `}${formatFixed((found[at]?.bps ?? NaN) / factor, decimals)}${rivals.join('')} ${unit}.`;
  });
  return `From ${formatNumber(first.fromS, 6)} to ${formatNumber(first.toS, 6)} s: ${told.join(' ')}`;
}

/** The delay of a lane's constant stream in the interval at a time; null until it may be told. */
export function delayAt(run: LaneRun, moment: Moment): number | null {
  const interval = intervalAt(run, moment);
  const isShown = interval?.isFinal === true && !(moment.hidesFuture && moment.timeS < interval.toS);
  return isShown ? callDelayS(run, interval) : null;
}

function counted(count: number, what: string): string {
  return `${count === 0 ? 'no' : formatNumber(count, 6)} ${what}${count === 1 ? '' : 's'}`;
}

/** The range of goodput, if the windows differ much. */
function swingInWords(goodputsBps: readonly number[]): string {
  const [least, most] = [Math.min(...goodputsBps), Math.max(...goodputsBps)];
  if (goodputsBps.length < 2 || least > most * 0.8) return '';
  return ` Goodput between ${formatQuantity(least, 'bps')} and ${formatQuantity(most, 'bps')} across intervals.`;
}
