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

/** What the question asks about, in every lane; null until all lanes have computed the interval. */
export function askedValues({ ask }: AskSlice, run: RunSlice): number[] | null {
  const values = run.lanes.flatMap((lane) => {
    const row = intervalRows(lane, [], run.knownS).find(({ toS }) => toS > ask.atS);
    if (!row?.isFinal) return [];
    return (ask.quantity === 'goodput' ? row.flow.goodput_bps : row.hop?.mean_queue_packets) ?? [];
  });
  return values.length === 0 || values.length < run.lanes.length ? null : values;
}

/** The right lane, from the measured interval after the question; null until that is final. */
export function rightAnswer(asked: AskSlice, run: RunSlice): number | null {
  const known = askedValues(asked, run);
  if (known === null) return null;
  return known.indexOf(asked.ask.which === 'most' ? Math.max(...known) : Math.min(...known));
}

/** The measured interval that the question is about. */
export function askedInterval({ ask }: Pick<AskSlice, 'ask'>, run: RunSlice): { fromS: number; toS: number } {
  const [lane] = run.lanes;
  const row =
    lane === undefined ? undefined : intervalRows(lane, [], run.knownS).find(({ toS }) => toS > ask.atS);
  return { fromS: row?.fromS ?? ask.atS, toS: row?.toS ?? run.durationS };
}

/** Whether the clock shows the answer: it is at or after the end of that interval. */
export function isAnswerSeen(asked: AskSlice, run: RunSlice, timeS: number): boolean {
  return asked.stage === 'answered' && timeS >= askedInterval(asked, run).toS;
}
