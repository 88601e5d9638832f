/**
 * Measured windows drawn over the lanes: from a file, which stays in this page, or from the sets
 * that come with the page. They can be shifted and scaled by hand.
 */
import { useEffect, useMemo } from 'react';
import type { MeasuredLine } from '@ackscope/charts';
import { lastAtOrBefore } from '@ackscope/engine';
import type { LabStore } from '@ackscope/model';
import type { MeasuredTrace } from '@ackscope/model/measured';
import { useLab, useLabState } from './context.ts';
import { useLanes } from './laneData.ts';
import type { LaneView } from './laneData.ts';
import { cell } from './signals.ts';
import { useSignal } from './useSignal.ts';

export interface PlacedTrace {
  /** The id of the page's own set; null for a file. */
  set: string | null;
  name: string;
  /** The kind of file, in words. */
  kind: string;
  /** For a file one trace for all lanes; for a set one trace per measured algorithm. */
  parts: readonly { algorithm: string | null; trace: MeasuredTrace }[];
  shiftS: number;
  scale: number;
}

/** One page has one lab. */
export const placedTrace = cell<PlacedTrace | null>(null);

export function usePlacedTrace(): PlacedTrace | null {
  return useSignal(placedTrace);
}

/** A file's trace replaces the current one. */
export function placeOwn(store: LabStore, trace: MeasuredTrace): void {
  store.getState().actions.layMeasured(null);
  const { name, kind } = trace;
  placedTrace.set({ set: null, name, kind, parts: [{ algorithm: null, trace }], shiftS: 0, scale: 1 });
}

export function removePlaced(store: LabStore): void {
  store.getState().actions.layMeasured(null);
  placedTrace.set(null);
}

/** The lanes with their measured windows. */
export function useShownLanes(): readonly LaneView[] {
  useOwnMeasurement();
  const lanes = useLanes();
  const laid = usePlacedTrace();
  const lines = useMemo(
    () => laid?.parts.map((part) => ({ algorithm: part.algorithm, line: lineOf(laid, part.trace) })) ?? [],
    [laid],
  );
  return useMemo(() => {
    if (lines.length === 0) return lanes;
    return lanes.map((lane) => {
      const found = lines.find(({ algorithm }) => algorithm === null || algorithm === lane.run.algorithm);
      return found === undefined ? lane : { ...lane, data: { ...lane.data, measured: found.line } };
    });
  }, [lanes, lines]);
}

/** Loads the set that the link names, and removes it when the link does not. */
function useOwnMeasurement(): void {
  const { store } = useLab();
  const wanted = useLabState((state) => state.view.measured);
  useEffect(() => {
    const laid = placedTrace.get();
    if (wanted === (laid?.set ?? null)) return;
    if (wanted === null) {
      placedTrace.set(null);
      return;
    }
    void import('../measured/sets.ts').then(async ({ measuredSet }) => {
      const set = await measuredSet(wanted);
      // The reader may have changed the view meanwhile.
      if (store.getState().view.measured === wanted) placedTrace.set(set);
    });
  }, [store, wanted]);
}

export function lineOf(
  { shiftS, scale }: Pick<PlacedTrace, 'shiftS' | 'scale'>,
  trace: MeasuredTrace,
): MeasuredLine {
  const timeS = trace.timeS.map((time) => time + shiftS);
  const last = trace.cwndPackets.map((window) => window * scale);
  const endS = timeS[timeS.length - 1] ?? shiftS;
  const indexAt = (time: number): number => lastAtOrBefore(timeS, timeS.length, time);
  return {
    name: trace.name,
    endS,
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
      at: (time) => (time > endS ? NaN : (last[indexAt(time)] ?? NaN)),
    },
  };
}
