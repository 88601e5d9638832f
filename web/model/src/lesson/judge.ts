/** Compares a prediction with the run: the distance, and how near that is in one word. */
import type { Evaluate } from '@ackscope/engine';
import { nearnessOfChoice, nearnessOfNumber } from '../nearness.ts';
import type { Nearness } from '../nearness.ts';
import type { LaneRun } from '../slices/run.ts';
import { numberFor, holdsFor, seriesNamed } from './measure.ts';
import type { Prediction } from './lesson.ts';
import type { RunExpression } from './read.ts';
import { meansOf, verdictOf } from './verdict.ts';
import type { CurveVerdict } from './verdict.ts';

/** A learner's answer. A drawn curve has one value per equal part of its range, null if undrawn. */
export type Guess =
  | { kind: 'draw'; values: readonly (number | null)[] }
  | { kind: 'pick'; option: number }
  | { kind: 'estimate'; value: number }
  | { kind: 'write'; text: string };

export type Judgement =
  | {
      kind: 'draw';
      nearness: Nearness;
      verdict: CurveVerdict;
      /** Twelve means of the drawing and of the run. */
      drawn: readonly number[];
      run: readonly number[];
    }
  | { kind: 'pick'; nearness: Nearness; right: number; values: readonly (number | null)[] }
  /** `textbook`: what the textbook's formula gives, where the step has one. */
  | { kind: 'estimate'; nearness: Nearness; value: number; ratio: number; textbook: number | null }
  /** Which conditions hold. */
  | { kind: 'write'; nearness: Nearness; holds: readonly boolean[] };

/**
 * Null if the guess is of another kind, or if numbers are needed and nothing evaluates them yet. Throws
 * if the run has no such number.
 */
export function judge(
  prediction: Prediction,
  guess: Guess,
  lanes: readonly LaneRun[],
  evaluate: Evaluate | null = null,
): Judgement | null {
  if (prediction.kind === 'draw' && guess.kind === 'draw') return judgeCurve(prediction, guess.values, lanes);
  if (evaluate === null) return null;
  if (prediction.kind === 'pick' && guess.kind === 'pick') {
    const { right, values } = rightOption(prediction, lanes, evaluate);
    const nearness = nearnessOfChoice(guess.option === right, values[guess.option], values[right]);
    return { kind: 'pick', nearness, right, values };
  }
  if (prediction.kind === 'estimate' && guess.kind === 'estimate') {
    const value = givenBy(prediction, prediction.value, lanes, evaluate);
    const ratio = guess.value / value;
    const nearness = nearnessOfNumber(guess.value, value, prediction.unit, prediction.step);
    const { textbook: formula } = prediction;
    const textbook = formula === undefined ? null : givenBy(prediction, formula, lanes, evaluate);
    return { kind: 'estimate', nearness, value, ratio, textbook };
  }
  if (prediction.kind === 'write' && guess.kind === 'write') {
    const holds = prediction.test.map((condition) => holdsFor(condition, lanes, evaluate));
    return { kind: 'write', nearness: nearnessOfHolds(holds), holds };
  }
  return null;
}

/** All hold, at least half of them, or fewer. */
function nearnessOfHolds(holds: readonly boolean[]): Nearness {
  const share = holds.filter(Boolean).length / holds.length;
  return share === 1 ? 'right' : share >= 0.5 ? 'near' : 'far';
}

/** The option that the run proves right, the first of equal ones. Throws if there is none. */
export function rightOption(
  prediction: Extract<Prediction, { kind: 'pick' }>,
  lanes: readonly LaneRun[],
  evaluate: Evaluate,
): { right: number; values: readonly (number | null)[] } {
  if (prediction.right === 'true') {
    const true_ = prediction.options.map((option) => holdsFor(option.value, lanes, evaluate));
    if (true_.filter(Boolean).length !== 1)
      throw new Error(`of the options of “${prediction.ask}” exactly one has to hold`);
    return { right: true_.indexOf(true), values: true_.map(() => null) };
  }
  const values = prediction.options.map((option) => givenBy(prediction, option.value, lanes, evaluate));
  const best = prediction.right === 'most' ? Math.max(...values) : Math.min(...values);
  return { right: values.indexOf(best), values };
}

/** A number that the run gives. */
function givenBy(
  { ask }: Prediction,
  value: RunExpression,
  lanes: readonly LaneRun[],
  evaluate: Evaluate,
): number {
  const number = numberFor(value, lanes, evaluate);
  if (Number.isNaN(number)) throw new Error(`the run gives no number for “${ask}”`);
  return number;
}

function judgeCurve(
  prediction: Extract<Prediction, { kind: 'draw' }>,
  values: readonly (number | null)[],
  lanes: readonly LaneRun[],
): Judgement {
  const drawn = meansOf(values);
  const run = meansOf(curveOf(prediction, values.length, lanes));
  const verdict = verdictOf(drawn, run, prediction.top);
  return { kind: 'draw', nearness: nearnessOf(verdict), verdict, drawn, run };
}

function nearnessOf(verdict: CurveVerdict): Nearness {
  if (verdict.kind === 'close') return 'right';
  if (verdict.kind !== 'until') return 'near';
  return verdict.then === 'opposite' ? 'opposite' : 'far';
}

/** The run's value in the middle of each of `parts` equal parts of the range. */
export function curveOf(
  prediction: Extract<Prediction, { kind: 'draw' }>,
  parts: number,
  lanes: readonly LaneRun[],
): number[] {
  const series = seriesNamed(lanes, prediction);
  const partS = (prediction.toS - prediction.fromS) / parts;
  return Array.from({ length: parts }, (_, at) => {
    const value = series.at(prediction.fromS + (at + 0.5) * partS);
    return Number.isFinite(value) ? value : 0;
  });
}
