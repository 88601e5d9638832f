/**
 * Slow paintings take turns: a few per frame, first come, first served. A waiting one keeps its
 * place in the queue even if its task is replaced.
 */

interface Turn {
  weight: number;
  paint: () => void;
}

/** The most weight per frame, counted in lanes of a row. */
const MAX_PER_FRAME = 6;

const waiting = new Map<object, Turn>();
const frame = { ms: NaN, weight: 0 };
let asked = 0;

function hasRoom(weight: number): boolean {
  const ms = Number(document.timeline.currentTime ?? NaN);
  if (ms !== frame.ms) Object.assign(frame, { ms, weight: 0 });
  return frame.weight === 0 || frame.weight + weight <= MAX_PER_FRAME;
}

function take({ weight, paint }: Turn): void {
  frame.weight += weight;
  paint();
}

/** Paints now if this frame has room, else in a later frame. `place` identifies the painter. */
export function inTurn(place: object, weight: number, paint: () => void): void {
  if (waiting.size === 0 && hasRoom(weight)) take({ weight, paint });
  else nextTurn(place, weight, paint);
}

/** Paints in one of the next frames. */
export function nextTurn(place: object, weight: number, paint: () => void): void {
  waiting.set(place, { weight, paint });
  if (asked === 0) asked = requestAnimationFrame(onFrame);
}

/** Cancels the waiting task of `place`. */
export function noTurn(place: object): void {
  waiting.delete(place);
}

function onFrame(): void {
  asked = 0;
  for (const [place, turn] of [...waiting]) {
    if (!hasRoom(turn.weight)) break;
    waiting.delete(place);
    take(turn);
  }
  if (asked === 0 && waiting.size > 0) asked = requestAnimationFrame(onFrame);
}
