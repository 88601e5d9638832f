/**
 * A lecture: one key a step. Where it stands is known to two windows, the room's and the notes', through
 * a BroadcastChannel: it works offline, and nothing leaves the browser.
 */
import type { Lesson } from '@ackscope/model/lesson';

/**
 * What the room sees of a step: the question, then the answers of the class if there are some, then the run, then the
 * events of the run by name.
 */
export type Phase = 'asked' | 'cloud' | 'shown' | 'named';

export interface Moment {
  /** Index of the step. */
  at: number;
  phase: Phase;
}

export interface RoomState extends Moment {
  cover: 'none' | 'black' | 'qr';
}

export type Command = 'next' | 'back' | 'black' | 'qr' | { show: number };

/** What the notes know of the room. */
export interface RoomNews {
  state: RoomState;
  /** What the next key shows; null at the end. */
  next: Moment | null;
  /** The codes of the class, one on each line. */
  codes: string;
  /** How many of them answer the step. */
  answers: number;
}

/** `pasted`: codes of the class. */
export type Message = RoomNews | { command: Command } | { pasted: string } | 'hello';

/** Every moment of a lesson in order. Only curves have events that are named; `answered` are the steps with answers. */
export function momentsOf(
  { steps }: Pick<Lesson, 'steps'>,
  answered: { has: (at: number) => boolean } = new Set<number>(),
): Moment[] {
  return steps.flatMap(({ predict }, at): Moment[] => [
    ...(predict === null ? [] : [{ at, phase: 'asked' as const }]),
    ...(answered.has(at) ? [{ at, phase: 'cloud' as const }] : []),
    { at, phase: 'shown' },
    ...(predict?.kind === 'draw' ? [{ at, phase: 'named' as const }] : []),
  ]);
}

/** The state after a command; the same object if nothing changes. */
export function after(state: RoomState, command: Command, moments: readonly Moment[]): RoomState {
  if (command === 'black' || command === 'qr')
    return { ...state, cover: state.cover === command ? 'none' : command };
  if (typeof command === 'object') return { at: command.show, phase: 'shown', cover: 'none' };
  const to = moments[placeOf(state, moments) + (command === 'next' ? 1 : -1)];
  // A key ends a black screen or the code first: nobody sees what it would have changed.
  if (state.cover !== 'none') return { ...state, cover: 'none' };
  return to === undefined ? state : { ...to, cover: 'none' };
}

/** What the next key shows; null at the end. */
export const nextOf = (state: RoomState, moments: readonly Moment[]): Moment | null =>
  moments[placeOf(state, moments) + 1] ?? null;

/** Its answers may be gone, because other codes are pasted: then it is where its question is. */
function placeOf(state: RoomState, moments: readonly Moment[]): number {
  const here = moments.findIndex(({ at, phase }) => at === state.at && phase === state.phase);
  return here >= 0 ? here : moments.findIndex(({ at }) => at === state.at);
}

/** A slider, as far as its parts are concerned. */
type Slider = Readonly<{ low: number; high: number; step: number }>;

/** How far a value lies from a border, in widths of its part: within the middle half of it, whoever comes near is right. */
const CLEAR = 0.25;

/** Widths of the two middle parts and moves of the middle border, in quarters of the slider; the nearest to quarters first. */
const WAYS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4]
  .flatMap((width) => Array.from({ length: 33 }, (_, at) => ({ width, move: (at - 16) / 20 })))
  // The parts at the ends keep a third of a quarter.
  .filter(({ width, move }) => 2 - width - Math.abs(move) > 1 / 3)
  .sort((a, b) => Math.abs(a.move) + 2 * (1 - a.width) - Math.abs(b.move) - 2 * (1 - b.width));

/**
 * The three borders between the four parts of a slider for which hands are shown: its quarters, or the parts nearest to
 * them in whose middle half `values` lie, those of the run and of the textbook. An end of the slider is no border.
 */
export function bordersOf({ low, high, step }: Slider, values: readonly number[]): number[] {
  const shown = values.filter((value) => value >= low && value <= high);
  const exact = WAYS.map(({ width, move }) =>
    [-1, 0, 1].map((at) => low + ((2 + move + at * width) * (high - low)) / 4),
  );
  // Of a coarse slider a border in steps would be an end, or another border.
  const inSteps = exact
    .map((borders) => borders.map((border) => low + step * Math.round((border - low) / step)))
    .filter((borders) => [low, ...borders].every((edge, at) => edge < (borders[at] ?? high)));
  const clear = (borders: readonly number[]): number =>
    Math.min(...shown.map((value) => clearance(value, [low, ...borders, high])));
  const ways = [...inSteps, ...exact];
  const best = ways.find((borders) => clear(borders) >= CLEAR);
  return best ?? ways.toSorted((a, b) => clear(b) - clear(a))[0] ?? [];
}

/** The distance of a value from the next border between two parts, in widths of its part. */
function clearance(value: number, edges: readonly number[]): number {
  const borders = edges.slice(1, -1);
  const at = partOf(value, borders);
  const width = (edges[at + 1] ?? 0) - (edges[at] ?? 0);
  return Math.min(...borders.map((border) => Math.abs(value - border))) / width;
}

/** The part in which a value lies, from 0. */
export const partOf = (value: number, borders: readonly number[]): number =>
  borders.filter((border) => value >= border).length;

/** The keys of a remote and of a keyboard. A key that is held down is one command. */
export function commandOf(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'repeat' | 'target'>,
): Command | 'notes' | null {
  if (event.repeat || event.altKey || event.ctrlKey || event.metaKey) return null;
  switch (event.key) {
    case ' ':
      // It presses the button that has the focus: then it is no command, too.
      return isControl(event.target) ? null : 'next';
    case 'PageDown':
    case 'ArrowRight':
      return 'next';
    case 'PageUp':
    case 'ArrowLeft':
      return 'back';
    case 'b':
    case 'B':
    case '.':
      return 'black';
    case 'q':
    case 'Q':
      return 'qr';
    case 'n':
    case 'N':
      return 'notes';
    default:
      return null;
  }
}

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, a[href]') !== null;

export const channelOf = (lesson: string): BroadcastChannel =>
  new BroadcastChannel(`ackscope-lecture-${lesson}`);
