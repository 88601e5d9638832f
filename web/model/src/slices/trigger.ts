/** The event that a trigger waits for, and how its occurrences are shown. */

/** `seeds`: the start of the run, once for each of several seeds. */
export const TRIGGER_EVENTS = ['loss', 'timeout', 'recovery', 'slow-start', 'level', 'seeds'] as const;
export type TriggerEvent = (typeof TRIGGER_EVENTS)[number];

/**
 * `single`: plays to the next occurrence and stops there. `normal`: shows the latest one before the
 * clock, over the faded earlier ones. `all`: shows every occurrence of the run.
 */
export const TRIGGER_MODES = ['single', 'normal', 'all'] as const;
export type TriggerMode = (typeof TRIGGER_MODES)[number];

/** Only while other traffic is on, or only while it is off; without a place, both. */
export const TRIGGER_PLACES = ['traffic', 'quiet'] as const;
export type TriggerPlace = (typeof TRIGGER_PLACES)[number];

export interface Trigger {
  event: TriggerEvent;
  mode: TriggerMode;
  /** For the event `level`: a value of a row, in its base unit, and the direction of crossing. */
  level: { row: string; value: number; isRising: boolean } | null;
  place: TriggerPlace | null;
  /** Seconds shown around an occurrence: before (negative) and after; null: automatic. */
  span: readonly [number, number] | null;
}

export const DEFAULT_TRIGGER: Trigger = {
  event: 'loss',
  mode: 'all',
  level: null,
  place: null,
  span: null,
};
