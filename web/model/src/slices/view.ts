/** How it is shown: rows, the lane in focus, the event picked, the cross-hair, the theme. */

import type { EventRef } from '../events.ts';
import type { JsonObject } from '../json.ts';
import type { LaneRun } from './run.ts';
import type { TimeRange } from './zoom.ts';

export type Theme = 'auto' | 'light' | 'dark';

/** What lies beside the lanes, one at a time. */
export const DRAWERS = ['why', 'numbers', 'validation'] as const;
export type DrawerId = (typeof DRAWERS)[number];

export interface ViewSlice {
  rows: readonly string[];
  /** The lane whose path and decisions are shown. */
  lane: number;
  picked: EventRef | null;
  /** The stretch of time shown; null: the whole run. */
  timeRange: TimeRange | null;
  /** Time under the pointer; null when it is elsewhere. */
  hoverS: number | null;
  theme: Theme;
  /** The measurements of the page's own that lie over the lanes (link/view.ts). */
  measured: string | null;
  /** For a room: large type, panels away. */
  presenting: boolean;
  drawer: DrawerId | null;
  /** Nothing is shown of what lies behind the clock. */
  hidesFuture: boolean;
  /** Row scales make room for short spikes, too. */
  wholeScale: boolean;
  /** The stamp of the run that a link's sender saw, and the scenario it is of. */
  stamp: { run: string; of: JsonObject } | null;
}

export const DEFAULT_ROWS: readonly string[] = ['cwnd', 'queue', 'bwe'];
/** Where a queue marks, its marks say more than an estimate of the bandwidth. */
const MARKING_ROWS: readonly string[] = ['cwnd', 'queue', 'marks'];
const TWO_QUEUES_ROWS: readonly string[] = ['cwnd', 'queue-lines', 'marks'];

/** Whether a lane records a series of this name, of whatever flow or hop. */
export function recordsSeries({ info }: LaneRun, series: string): boolean {
  return info?.series.some((item) => item.series === series) ?? false;
}

/** A state that a script draws in a row of its own. */
export interface OwnState {
  name: string;
  unit: string;
}

const NO_STATES: readonly OwnState[] = [];

/** The last list of each kind: who subscribes to one renders again only when it is another. */
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

/** The id of a state's row. */
export const stateRowId = (name: string): string => `show-${name}`;

/** What the scripts of these lanes draw in rows of their own, each name once. */
export function ownStates(lanes: readonly LaneRun[]): readonly OwnState[] {
  const found = new Map<string, OwnState>();
  for (const { info } of lanes) {
    for (const { shown, unit } of info?.series ?? []) {
      if (shown?.row === 'own' && !found.has(shown.name)) found.set(shown.name, { name: shown.name, unit });
    }
  }
  return found.size === 0 ? NO_STATES : keepStates([...found.values()]);
}

/** The rows on the screen: those chosen, or what suits the run if nobody has chosen. */
export function shownRows(rows: readonly string[], lanes: readonly LaneRun[]): readonly string[] {
  if (rows !== DEFAULT_ROWS) return rows;
  const [suiting, states] = [suitingRows(lanes), ownStates(lanes)];
  return states.length === 0
    ? suiting
    : keepRows([...suiting, ...states.map(({ name }) => stateRowId(name))]);
}

function suitingRows(lanes: readonly LaneRun[]): readonly string[] {
  if (!lanes.some((lane) => recordsSeries(lane, 'marks'))) return DEFAULT_ROWS;
  return lanes.every((lane) => recordsSeries(lane, 'queue-l')) ? TWO_QUEUES_ROWS : MARKING_ROWS;
}

/** What a choice of rows is kept as: who comes back to what suits the run has chosen nothing. */
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
