/** The opening question: the clock plays up to it, waits for the answer, and then plays on. */
import { askOf } from '../asks.ts';
import type { Ask } from '../asks.ts';
import { nearestSpeed } from './clock.ts';
import { intervalRows } from '../selectors.ts';
import type { RunSlice } from './run.ts';

export interface AskSlice {
  ask: Ask;
  /** `coming`: the clock plays towards the question; `open`: it waits for an answer. */
  stage: 'coming' | 'open' | 'answered';
  /** The lane that was chosen. */
  answer: number | null;
  /** The clock's speed after the answer. */
  speed: number;
}

/** The clock reaches the question after about this many seconds on the screen. */
const LEAD_S = 3.5;

export function beganAsk(preset: string | null, speed: number): AskSlice | null {
  const ask = askOf(preset);
  return ask === null ? null : { ask, stage: 'coming', answer: null, speed };
}

/** The speed on the way to the question, one of the chooser's speeds. */
export function leadSpeed({ ask }: AskSlice): number {
  return nearestSpeed(ask.atS / LEAD_S);
}

/** The right lane, from the measured interval after the question; null until that is final. */
export function rightAnswer({ ask }: AskSlice, run: RunSlice): number | null {
  const values = run.lanes.map((lane) => {
    const row = intervalRows(lane, []).find(({ toS }) => toS > ask.atS);
    if (!row?.isFinal) return null;
    return ask.quantity === 'goodput' ? row.flow.goodput_bps : (row.hop?.mean_queue_packets ?? null);
  });
  const known = values.filter((value) => value !== null);
  if (known.length === 0 || known.length < values.length) return null;
  return values.indexOf(ask.which === 'most' ? Math.max(...known) : Math.min(...known));
}

/** When the answer can be seen: the end of that interval. */
export function answerS({ ask }: AskSlice, run: RunSlice): number {
  const [lane] = run.lanes;
  const row = lane === undefined ? undefined : intervalRows(lane, []).find(({ toS }) => toS > ask.atS);
  return row?.toS ?? run.durationS;
}
