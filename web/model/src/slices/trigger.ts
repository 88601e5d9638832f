/** What a trigger waits for, and how what it finds is shown. */

/** `seeds`: the start of a run, of which there is one for each of several seeds. */
export const TRIGGER_EVENTS = ['loss', 'timeout', 'recovery', 'slow-start', 'level', 'seeds'] as const;
export type TriggerEvent = (typeof TRIGGER_EVENTS)[number];

/**
 * `single`: plays to the next one and stands there. `normal`: the latest before the clock, over the
 * glow of those before it. `all`: every one of the run.
 */
export const TRIGGER_MODES = ['single', 'normal', 'all'] as const;
export type TriggerMode = (typeof TRIGGER_MODES)[number];

/** In other traffic that comes and goes, without it, or both. */
export const TRIGGER_PLACES = ['traffic', 'quiet'] as const;
export type TriggerPlace = (typeof TRIGGER_PLACES)[number];

export interface Trigger {
  event: TriggerEvent;
  mode: TriggerMode;
  /** Of the event `level`: a value of a row, in its base unit, and the way it is crossed. */
  level: { row: string; value: number; isRising: boolean } | null;
  place: TriggerPlace | null;
  /** What is shown around an occurrence, in seconds: before (negative) and after; null: as fits. */
  span: readonly [number, number] | null;
}

export const DEFAULT_TRIGGER: Trigger = {
  event: 'loss',
  mode: 'all',
  level: null,
  place: null,
  span: null,
};
