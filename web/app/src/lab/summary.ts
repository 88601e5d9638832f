/** A run as text, for readers who do not see the curves, and for notes and messages. */
import { formatNumber, formatPercent, formatQuantity } from '@ackscope/charts';
import { bottleneck, totals, intervalRows } from '@ackscope/model';
import type { LaneRun } from '@ackscope/model';

/** One sentence per lane: its goodput, its costs, its course, in the intervals up to `knownS`. */
export function laneInWords(name: string, run: LaneRun, knownS: number): string {
  const all = intervalRows(run, [], knownS);
  const rows = all.filter((row) => row.isFinal);
  if (rows.length === 0 || run.info === null) return `${name}: no results yet.`;
  const sum = totals(rows);
  const rateBps = bottleneck(run.info)?.rate_bps ?? null;
  const of = rateBps === null ? '' : ` of ${formatQuantity(rateBps, 'bps')}`;
  const parts = [
    `goodput ${formatQuantity(sum.goodputBps, 'bps')}${of}`,
    `${formatPercent(sum.retransmissionRatio, 2)} retransmitted`,
    counted(sum.timeouts, 'timeout'),
    counted(sum.fastRetransmits, 'fast retransmit'),
    `mean RTT ${formatQuantity(sum.meanRttS, 's')}`,
    `mean queue ${formatNumber(sum.meanQueuePackets)} packets`,
    `utilization ${formatPercent(sum.utilisation)}`,
    ...(sum.marks === null
      ? []
      : [`${formatNumber(sum.marks, 6)} marked, ${formatNumber(sum.drops, 6)} dropped`]),
  ];
  const swing = swingInWords(rows.map((row) => row.flow.goodput_bps));
  const soFar = run.done && rows.length === all.length ? '' : ' so far';
  return `${name}${soFar}: ${parts.join(', ')}.${swing}`;
}

/** The one number that is spoken when a run ends; “Text and tables” has all. */
export function goodputInWords(name: string, run: LaneRun): string {
  const rows = intervalRows(run, [], Infinity).filter((row) => row.isFinal);
  return rows.length === 0 ? '' : `${name}: goodput ${formatQuantity(totals(rows).goodputBps, 'bps')}.`;
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
