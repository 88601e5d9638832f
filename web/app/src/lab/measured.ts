/** A window that was measured elsewhere and lies over the lanes: moved and scaled by hand, kept in this page only. */
import { useMemo, useSyncExternalStore } from 'react';
import type { MeasuredLine } from '@ackscope/charts';
import { lastAtOrBefore } from '@ackscope/model';
import type { MeasuredTrace } from '@ackscope/model/measured';
import { cell } from './signals.ts';

export interface LaidTrace {
  trace: MeasuredTrace;
  shiftS: number;
  scale: number;
}

/** One page has one lab. */
export const laidTrace = cell<LaidTrace | null>(null);

export function useLaidTrace(): LaidTrace | null {
  return useSyncExternalStore(
    (listener) => laidTrace.subscribe(listener),
    () => laidTrace.get(),
  );
}

/** As charts want it. */
export function useMeasuredLine(): MeasuredLine | null {
  const laid = useLaidTrace();
  return useMemo(() => (laid === null ? null : lineOf(laid)), [laid]);
}

export function lineOf({ trace, shiftS, scale }: LaidTrace): MeasuredLine {
  const timeS = trace.timeS.map((time) => time + shiftS);
  const last = trace.cwndPackets.map((window) => window * scale);
  const indexAt = (time: number): number => lastAtOrBefore(timeS, timeS.length, time);
  return {
    name: trace.name,
    columns: {
      info: { series: 'cwnd', estimator: null },
      count: timeS.length,
      revision: 0,
      timeS,
      min: last,
      max: last,
      last,
      peak: last.reduce((most, value) => Math.max(most, value), 0),
      indexAt,
      at: (time) => last[indexAt(time)] ?? NaN,
    },
  };
}
