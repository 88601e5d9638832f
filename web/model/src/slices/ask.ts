/** The question that the page opens with: it plays up to it, waits, and the answer plays on. */
import { askOf } from '../asks.ts';
import type { Ask } from '../asks.ts';
import { nearestSpeed } from './clock.ts';
import { intervalRows } from '../selectors.ts';
import type { RunSlice } from './run.ts';

export interface AskSlice {
  ask: Ask;
  /** The clock is on its way, or waits for an answer; or the answer is given. */
  stage: 'coming' | 'open' | 'answered';
  /** The lane that was chosen. */
  answer: number | null;
  /** How fast the clock is to go once the answer is given. */
  speed: number;
}

/** The way to the question takes about this many seconds on the screen. */
const LEAD_S = 3.5;

export function beganAsk(preset: string | null, speed: number): AskSlice | null {
  const ask = askOf(preset);
  return ask === null ? null : { ask, stage: 'coming', answer: null, speed };
}

/** One of the speeds that the chooser has. */
export function leadSpeed({ ask }: AskSlice): number {
  return nearestSpeed(ask.atS / LEAD_S);
}

/** The lane that is right, from the measured interval after the question; null until it is over. */
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
