/** What a scenario's question may be about, measured in an interval of a lane. */
import { measuredGoodput } from './headline.ts';
import { callDelayS } from './slices/ask.ts';
import type { LaneRun } from './slices/run.ts';
import { intervalRows } from './selectors.ts';

/** `goodput` and `delay` have sentences of their own; `shares`: goodputs of the flows in a lane. */
export type Measure = 'goodput' | 'delay' | 'queue' | 'drops' | 'timeouts' | 'stalls' | 'wait' | 'shares';

interface Interval {
  fromS: number;
  toS: number;
}

/** The goodputs of a lane's flows in the direction of the focus flow, the compared ones if there are several. */
export function sharesOf(lane: LaneRun, interval: Interval): { name: string; bps: number }[] {
  const flows = lane.info?.flows ?? [];
  const focus = flows.find(({ index }) => index === lane.trace?.focus) ?? flows[0];
  return flows
    .filter(({ direction }) => direction === focus?.direction)
    .map(({ index, name }) => ({ name, bps: measuredGoodput(lane, index, interval) }))
    .filter(({ bps }) => !Number.isNaN(bps));
}

/** The number of a lane in an interval; null where it is not measured. */
export function measured(lane: LaneRun, of: Measure, { fromS, toS }: Interval): number | null {
  const rows = intervalRows(lane, [], Infinity);
  const row = rows.find((one) => one.fromS === fromS && one.toS === toS);
  if (row === undefined) return null;
  const windows = (lane.results?.flows ?? []).flatMap(({ windows: all }) =>
    all.filter((one) => one.from_s === fromS && one.to_s === toS),
  );
  // Of a time without traffic there is nothing to count.
  const isIdle = windows.every(({ throughput_bps: sentBps }) => sentBps === 0);
  if (isIdle && (of === 'drops' || of === 'timeouts' || of === 'stalls')) return null;
  const sum = (values: readonly (number | null | undefined)[]): number | null => {
    const known = values.filter((value) => value != null);
    return known.length === 0 ? null : known.reduce((total, value) => total + value, 0);
  };
  switch (of) {
    case 'goodput':
      return row.flow.goodput_bps;
    case 'delay':
      return callDelayS(lane, row);
    case 'queue':
      return row.hop?.mean_queue_packets ?? null;
    case 'drops':
      return row.hop?.drops ?? null;
    case 'wait':
      return row.hop?.mean_queueing_delay_s ?? null;
    case 'timeouts':
      return sum(windows.map(({ timeouts }) => timeouts));
    case 'stalls':
      return sum(windows.map(({ stalled_s }) => stalled_s));
    case 'shares': {
      const shares = sharesOf(lane, { fromS, toS }).map(({ bps }) => bps);
      const total = shares.reduce((all, bps) => all + bps, 0);
      return shares.length < 2 || total === 0 ? null : Math.min(...shares) / total;
    }
  }
}
