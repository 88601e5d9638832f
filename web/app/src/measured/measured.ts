/**
 * Measured windows drawn over the lanes: from a file, which stays in this page, or from the sets
 * that come with the page. They can be shifted and scaled by hand.
 */
import { useEffect, useMemo } from 'react';
import { formatNumber } from '@ackscope/charts';
import type { MeasuredLine } from '@ackscope/charts';
import { lastAtOrBefore } from '@ackscope/engine';
import type { LabStore } from '@ackscope/model';
import type { MeasuredFile } from '@ackscope/model/files';
import { traceOf } from './trace.ts';
import type { MeasuredTrace, OwnFile, PlacedTrace, Tabling } from './trace.ts';
import { useLab, useLabState } from '../lab/context.ts';
import { useLanes } from '../lab/useLanes.ts';
import type { LaneView } from '../laneData/laneData.ts';
import { cell } from '../base/signals.ts';
import { useSignal } from '../base/useSignal.ts';

/** One page has one lab. */
export const placedTrace = cell<PlacedTrace | null>(null);

export function usePlacedTrace(): PlacedTrace | null {
  return useSignal(placedTrace);
}

/** Beyond this a clock is not that of a run, also before one is known. */
const LONG_RUN_S = 3600;

/**
 * A file's window replaces the current one. Times that the run does not reach are of another clock, such as that of a
 * machine or of the day: then the first sample is drawn at 0 s.
 */
export function placeFile(store: LabStore, name: string, file: MeasuredFile, tabling: Tabling): void {
  const { actions, run } = store.getState();
  actions.layMeasured(null);
  const firstS = file.curves.reduce((least, { timeS }) => Math.min(least, timeS[0] ?? least), Infinity);
  const isOfRun = firstS < (run.durationS > 0 ? run.durationS : LONG_RUN_S);
  const moved = `Its times begin at ${formatNumber(firstS, 6)} s, which the run does not reach: the first sample is drawn at 0 s.`;
  const measured = isOfRun ? file : { ...file, warnings: [...file.warnings, moved] };
  lay(
    {
      set: null,
      name,
      kind: file.kind,
      parts: [],
      file: null,
      table: null,
      shiftS: isOfRun ? 0 : -firstS,
      scale: 1,
    },
    { measured, tabling, chosen: 0, packetBytes: null },
  );
}

/** The values of a table without names, as the rate of the first link in Mbit/s. */
export function takeAsRate(store: LabStore, { measured }: OwnFile): void {
  const curve = measured.curves[0];
  if (curve === undefined) return;
  const { timeS, values } = curve;
  // Of one instant the last value holds, and the first is the start.
  const steps = [...timeS].flatMap((time, at) =>
    timeS[at + 1] === time ? [] : [[time - (timeS[0] ?? 0), (values[at] ?? 0) * 1e6]],
  );
  store.getState().actions.change([{ path: 'hops.0.rate', value: steps }]);
  removePlaced(store);
}

/** Shows the file with another connection or another packet size. */
export function lay(laid: PlacedTrace, file: OwnFile): void {
  const trace = traceOf(laid.name, file);
  if (trace !== null) placedTrace.set({ ...laid, file, parts: [{ algorithm: null, trace }] });
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
    void import('./sets.ts').then(async ({ measuredSet }) => {
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
  const last = Float32Array.from(trace.packets, (window) => window * scale);
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
