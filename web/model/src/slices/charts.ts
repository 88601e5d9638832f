/** How lanes are drawn, and whose curves. */
import type { ChartMode } from '../chartMode.ts';
import { presetById } from '../presets.ts';
import type { LaneTrace } from '../trace.ts';
import { firstFocus } from '../trace.ts';
import type { DetailSlice } from './detail.ts';
import type { LaneRun, RunSlice } from './run.ts';
import type { ViewSlice } from './view.ts';

export interface ChartsSlice {
  /** Null: the mode that suits the number of lanes. */
  mode: ChartMode | null;
  /** The flow that is shown; null: the first compared one. */
  flow: number | null;
  /** The two flows of the phase plot; null: the first two that share a path direction. */
  pair: readonly [number, number] | null;
}

export const initialCharts: ChartsSlice = { mode: null, flow: null, pair: null };

export interface ChartsActions {
  setMode: (mode: ChartMode) => void;
  /** Shows this flow's window and its decisions in every lane. */
  chooseFlow: (flow: number | null) => void;
  choosePair: (pair: readonly [number, number]) => void;
}

/** The part of the store that these actions change. */
interface Charted {
  charts: ChartsSlice;
  run: RunSlice;
  view: ViewSlice;
  detail: DetailSlice;
}

export function chartsActions(set: (change: Partial<Charted>) => void, get: () => Charted): ChartsActions {
  return {
    setMode(mode) {
      set({ charts: { ...get().charts, mode } });
    },
    chooseFlow(flow) {
      const { run, charts, detail, view } = get();
      for (const { trace } of run.lanes) if (trace !== null) focused(trace, flow);
      for (const lane of detail.lanes) if (lane !== null) focused(lane.trace, flow);
      set({
        charts: { ...charts, flow },
        view: { ...view, picked: null },
        run: { ...run, lanes: [...run.lanes], revision: run.revision + 1 },
      });
    },
    choosePair(pair) {
      set({ charts: { ...get().charts, pair } });
    },
  };
}

/** Sets the trace's focus to this flow, if it exists; else to the first compared flow. */
export function focused(trace: LaneTrace, flow: number | null): LaneTrace {
  const exists = flow !== null && trace.info.flows.some((item) => item.index === flow);
  trace.focus = exists ? flow : firstFocus(trace.info);
  return trace;
}

/** Flows whose cwnds can be compared: TCP in the same direction, with a cwnd recorded. */
export function competingFlows(trace: LaneTrace): number[] {
  const focus = trace.info.flows.find((flow) => flow.index === trace.focus);
  const recorded = new Set(
    trace.series.flatMap(({ info }) =>
      info.series === 'cwnd' && info.source.kind === 'flow' ? [info.source.index] : [],
    ),
  );
  return trace.info.flows
    .filter((flow) => flow.direction === focus?.direction && recorded.has(flow.index))
    .map((flow) => flow.index);
}

/** The two flows of the phase plot; null if a lane has fewer than two flows to compare. */
export function phasePair(
  trace: LaneTrace,
  wanted: readonly [number, number] | null,
): readonly [number, number] | null {
  const able = competingFlows(trace);
  if (wanted !== null && wanted[0] !== wanted[1] && wanted.every((flow) => able.includes(flow)))
    return wanted;
  const [a, b] = able;
  return a === undefined || b === undefined ? null : [a, b];
}

/** At most this many lanes are drawn side by side; more are overlaid. */
const MAX_SIDE_BY_SIDE = 3;

/** The mode on the screen: the chosen one if it can show something, else a suitable one. */
export function shownMode(charts: ChartsSlice, lanes: readonly LaneRun[]): ChartMode {
  const able = {
    lanes: true,
    overlay: lanes.length > 1,
    // A lane without data yet may turn out to have two flows: the mode does not change meanwhile.
    phase: lanes.every(({ trace }) => trace === null || phasePair(trace, charts.pair) !== null),
  };
  if (charts.mode === null) return lanes.length > MAX_SIDE_BY_SIDE ? 'overlay' : 'lanes';
  return able[charts.mode] ? charts.mode : 'lanes';
}

/** The chart mode that a preset names, if any. */
export function chartsOf(preset: string | null): ChartMode | null {
  return (preset === null ? null : presetById(preset)?.look.charts) ?? null;
}
