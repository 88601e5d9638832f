/** How it is shown: rows, the lane in focus, the event picked, the cross-hair, the theme. */

export type Theme = 'auto' | 'light' | 'dark';

export interface PickedEvent {
  lane: number;
  /** Index into that lane's events. */
  index: number;
}

export interface ViewSlice {
  rows: readonly string[];
  /** The lane whose path and decisions are shown. */
  lane: number;
  picked: PickedEvent | null;
  /** Time under the pointer; null when it is elsewhere. */
  hoverS: number | null;
  theme: Theme;
}

export const DEFAULT_ROWS: readonly string[] = ['cwnd', 'queue', 'bwe'];

export const initialView: ViewSlice = {
  rows: DEFAULT_ROWS,
  lane: 0,
  picked: null,
  hoverS: null,
  theme: 'auto',
};
