/** How it is shown: rows, the lane in focus, the event picked, the cross-hair, the theme. */

import type { JsonObject } from '../json.ts';
import type { LaneRun } from './run.ts';
import type { TimeRange } from './zoom.ts';

export type Theme = 'auto' | 'light' | 'dark';

export interface PickedEvent {
  lane: number;
  /** Index into that lane's events. */
  index: number;
}

/** What lies beside the lanes, one at a time. */
export const DRAWERS = ['why', 'numbers', 'validation'] as const;
export type DrawerId = (typeof DRAWERS)[number];

export interface ViewSlice {
  rows: readonly string[];
  /** The lane whose path and decisions are shown. */
  lane: number;
  picked: PickedEvent | null;
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

/** The rows on the screen: those chosen, or what suits the run if nobody has chosen. */
export function shownRows(rows: readonly string[], lanes: readonly LaneRun[]): readonly string[] {
  if (rows !== DEFAULT_ROWS) return rows;
  if (!lanes.some((lane) => recordsSeries(lane, 'marks'))) return rows;
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
