/** Moves of the time range that the eye can follow: a zoom eases, and the film draws back from single packets. */
import { packetsWithin, shownRange } from '@ackscope/model';
import type { LabState, TimeRange } from '@ackscope/model';
import type { Lab } from '../lab/context.ts';

const EASE_MS = 300;
/** The film: so long stand single packets, and so long is the way back to the whole. */
const HOLD_MS = 1500;
const FILM_MS = 6000;
/** So many packets of a lane can be told apart, one by one. */
const SINGLE_PACKETS = 100;
/** The clock stands so far to the right in the film's first picture: what has happened is on its left. */
const CLOCK_SHARE = 0.9;

const ENDS = ['keydown', 'pointerdown', 'wheel'];

interface Move {
  afterMs?: number;
  inMs: number;
  ends?: readonly string[];
}

/** A move that is on its way: what ends it at its end. */
const moves = new WeakMap<Lab['store'], () => void>();

const rangeOf = (state: LabState): TimeRange => shownRange(state) ?? [0, state.run.durationS];

/** Does what changes the range, which then moves there. Who wants less motion sees it at once. */
export function eased(lab: Lab, act: () => void): void {
  const { store } = lab;
  const from = rangeOf(store.getState());
  moves.get(store)?.();
  act();
  if (!lab.reducedMotion) move(lab, from, { inMs: EASE_MS });
}

/**
 * The film: single packets at the clock, then the way back through round trips to what stood on the screen. Any key
 * and any press ends it. Who wants less motion sees its first picture, and zooms out from there.
 */
export function film(lab: Lab): void {
  const { store } = lab;
  moves.get(store)?.();
  const { actions, clock } = store.getState();
  if (clock.playing) actions.toggle();
  const from = packetRange(store.getState());
  if (lab.reducedMotion) actions.setTimeRange(from);
  else move(lab, from, { afterMs: HOLD_MS, inMs: FILM_MS, ends: ENDS });
}

/** At the clock, so narrow that every lane shows single packets. */
export function packetRange({ clock, run }: Pick<LabState, 'clock' | 'run'>): TimeRange {
  const infos = run.lanes.flatMap(({ trace }) => trace?.info ?? []);
  let width = run.durationS;
  while (width > 1e-4 && infos.some((info) => packetsWithin(info, width) > SINGLE_PACKETS)) width /= 2;
  const fromS = Math.max(0, clock.timeS - CLOCK_SHARE * width);
  return [fromS, fromS + width];
}

/** Between two ranges, 0 to 1: each step of time widens it by the same factor, and one moment keeps its place. */
export function between([a, b]: TimeRange, [c, d]: TimeRange, share: number): TimeRange {
  const [from, to] = [b - a, d - c];
  if (Math.abs(to - from) < 1e-9 * to) return [a + share * (c - a), b + share * (d - b)];
  const still = (a * to - c * from) / (to - from);
  const factor = (to / from) ** share;
  return [still - (still - a) * factor, still + (b - still) * factor];
}

const ease = (share: number): number => share * share * (3 - 2 * share);

/** From a range to the one that the store has. Whatever else moves the range meanwhile wins. */
function move({ store }: Lab, from: TimeRange, { afterMs = 0, inMs, ends = [] }: Move): void {
  const { view } = store.getState();
  const goal = view.timeRange;
  const to = rangeOf(store.getState());
  const { setTimeRange } = store.getState().actions;
  setTimeRange(from);
  let ours = store.getState().view.timeRange;
  let startMs: number | null = null;
  let frame = 0;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    moves.delete(store);
    for (const event of ends) window.removeEventListener(event, finish, true);
  };
  const finish = (): void => {
    stop();
    if (store.getState().view.timeRange === ours) setTimeRange(goal);
  };
  const next = (nowMs: number): void => {
    startMs ??= nowMs;
    const share = Math.min(1, Math.max(0, nowMs - startMs - afterMs) / inMs);
    if (store.getState().view.timeRange !== ours) stop();
    else if (share === 1) finish();
    else {
      if (share > 0) setTimeRange(between(from, to, ease(share)));
      ours = store.getState().view.timeRange;
      frame = requestAnimationFrame(next);
    }
  };
  moves.set(store, finish);
  for (const event of ends) window.addEventListener(event, finish, true);
  frame = requestAnimationFrame(next);
}
