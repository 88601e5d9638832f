/** How the run is shown: rows, the lane in focus, the picked event, the cross-hair, the theme. */

import type { EventRef } from '../events.ts';
import type { JsonObject } from '../json.ts';
import type { LaneRun } from './run.ts';
import type { TimeRange } from './zoom.ts';

export type Theme = 'auto' | 'light' | 'dark';

/** The drawers beside the lanes, of which at most one is open. */
export const DRAWERS = ['why', 'causes', 'numbers', 'settings'] as const;
export type DrawerId = (typeof DRAWERS)[number];

export interface ViewSlice {
  rows: readonly string[];
  /** The lane whose path and decisions are shown. */
  lane: number;
  picked: EventRef | null;
  /** The time range shown; null: the whole run. */
  timeRange: TimeRange | null;
  /** Time under the pointer; null if the pointer is elsewhere. */
  hoverS: number | null;
  theme: Theme;
  /** The page's own measurements that are drawn over the lanes (link/view.ts). */
  measured: string | null;
  /** For a lecture room: large type, panels closed. */
  presenting: boolean;
  drawer: DrawerId | null;
  /** Nothing after the clock is shown. */
  hidesFuture: boolean;
  /** Row scales include short spikes. */
  wholeScale: boolean;
  /** The run stamp from a link's sender, and the scenario it belongs to. */
  stamp: { run: string; of: JsonObject } | null;
}

export const DEFAULT_ROWS: readonly string[] = ['cwnd', 'queue', 'bwe'];
/** In a queue with marks, these say more than an estimate of the bandwidth. */
/** Where other flows send in the direction of the ACKs, the queue on the way back matters. */
const WAYS_ROWS: readonly string[] = ['cwnd', 'queue-ways', 'bwe'];
const MARKING_ROWS: readonly string[] = ['cwnd', 'queue', 'marks'];
const TWO_QUEUES_ROWS: readonly string[] = ['cwnd', 'queue-lines', 'marks'];

/** Whether a lane records a series of this name, of any flow or hop. */
export function recordsSeries({ info }: LaneRun, series: string): boolean {
  return info?.series.some((item) => item.series === series) ?? false;
}

/** A script's state that is drawn in a row of its own. */
export interface OwnState {
  name: string;
  unit: string;
}

const NO_STATES: readonly OwnState[] = [];

/** Returns the last list if the new one is equal: subscribers then do not render again. */
function keeper<T>(): (list: readonly T[]) => readonly T[] {
  let [key, last]: [string, readonly T[]] = ['[]', []];
  return (list) => {
    const next = JSON.stringify(list);
    if (next !== key) [key, last] = [next, list];
    return last;
  };
}

const keepStates = keeper<OwnState>();
const keepRows = keeper<string>();

export const stateRowId = (name: string): string => `show-${name}`;

/** The states that these lanes' scripts draw in rows of their own, each name once. */
export function ownStates(lanes: readonly LaneRun[]): readonly OwnState[] {
  const found = new Map<string, OwnState>();
  for (const { info } of lanes) {
    for (const { shown, unit } of info?.series ?? []) {
      if (shown?.row === 'own' && !found.has(shown.name)) found.set(shown.name, { name: shown.name, unit });
    }
  }
  return found.size === 0 ? NO_STATES : keepStates([...found.values()]);
}

/** The rows on the screen: the chosen ones, or those that suit the run. */
export function shownRows(rows: readonly string[], lanes: readonly LaneRun[]): readonly string[] {
  if (rows !== DEFAULT_ROWS) return rows;
  const [suiting, states] = [suitingRows(lanes), ownStates(lanes)];
  return states.length === 0
    ? suiting
    : keepRows([...suiting, ...states.map(({ name }) => stateRowId(name))]);
}

function suitingRows(lanes: readonly LaneRun[]): readonly string[] {
  const isBothWays = lanes.some(
    ({ info }) => new Set(info?.flows.map(({ direction }) => direction)).size > 1,
  );
  if (!lanes.some((lane) => recordsSeries(lane, 'marks'))) return isBothWays ? WAYS_ROWS : DEFAULT_ROWS;
  return lanes.every((lane) => recordsSeries(lane, 'queue-l')) ? TWO_QUEUES_ROWS : MARKING_ROWS;
}

/** The choice to store: rows equal to those that suit the run count as no choice. */
export function chosenRows(rows: readonly string[], lanes: readonly LaneRun[]): readonly string[] {
  return rows.join() === shownRows(DEFAULT_ROWS, lanes).join() ? DEFAULT_ROWS : rows;
}

export const initialView: ViewSlice = {
  rows: DEFAULT_ROWS,
  lane: 0,
  picked: null,
  timeRange: null,
  hoverS: null,
  theme: 'auto',
  measured: null,
  presenting: false,
  drawer: null,
  hidesFuture: false,
  wholeScale: false,
  stamp: null,
};
