/**
 * A lecture: one key a step. Where it stands is known to two windows, the room's and the notes', through
 * a BroadcastChannel: it works offline, and nothing leaves the browser.
 */
import type { Lesson } from '@ackscope/model/lesson';

/** What the room sees of a step: the question, then the run, then the events of the run by name. */
export type Phase = 'asked' | 'shown' | 'named';

export interface Moment {
  /** Index of the step. */
  at: number;
  phase: Phase;
}

export interface RoomState extends Moment {
  cover: 'none' | 'black' | 'qr';
}

export type Command = 'next' | 'back' | 'black' | 'qr' | { show: number };

export type Message = { state: RoomState } | { command: Command } | 'hello';

/** Every moment of a lesson in order. Only curves have events that are named. */
export function momentsOf({ steps }: Pick<Lesson, 'steps'>): Moment[] {
  return steps.flatMap(({ predict }, at): Moment[] => [
    ...(predict === null ? [] : [{ at, phase: 'asked' as const }]),
    { at, phase: 'shown' },
    ...(predict?.kind === 'draw' ? [{ at, phase: 'named' as const }] : []),
  ]);
}

/** The state after a command; the same object if nothing changes. */
export function after(state: RoomState, command: Command, moments: readonly Moment[]): RoomState {
  if (command === 'black' || command === 'qr')
    return { ...state, cover: state.cover === command ? 'none' : command };
  if (typeof command === 'object') return { at: command.show, phase: 'shown', cover: 'none' };
  const here = moments.findIndex(({ at, phase }) => at === state.at && phase === state.phase);
  const to = moments[here + (command === 'next' ? 1 : -1)];
  // A key ends a black screen or the code first: nobody sees what it would have changed.
  if (state.cover !== 'none') return { ...state, cover: 'none' };
  return to === undefined ? state : { ...to, cover: 'none' };
}

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
