/** The outcome of a prediction: how near, by how much, and the run's value. */
import { formatNumber, formatQuantity, scaleFor } from '@ackscope/charts';
import { MEANS } from '@ackscope/model/lesson';
import type { Guess, Judgement, Prediction } from '@ackscope/model/lesson';

/** A value of a prediction with its unit. */
export function inUnit(value: number, unit: 'packets' | 'bps' | 's' | 'ratio' | ''): string {
  return formatQuantity(value, unit);
}

export function outcomeInWords(prediction: Prediction, guess: Guess, judgement: Judgement): string {
  if (judgement.kind === 'draw' && prediction.kind === 'draw') return curveInWords(prediction, judgement);
  const run = runInWords(prediction, judgement);
  return guess.kind === 'estimate' && prediction.kind === 'estimate'
    ? `You predicted ${inUnit(guess.value, prediction.unit)}. ${run}`
    : run;
}

/** What the run gives, for somebody who did not know. */
export function runInWords(prediction: Prediction, judgement: Judgement): string {
  if (judgement.kind === 'estimate' && prediction.kind === 'estimate')
    return `The run gives ${inUnit(judgement.value, prediction.unit)}.`;
  if (judgement.kind === 'pick' && prediction.kind === 'pick')
    return `The run gives: ${prediction.options[judgement.right]?.name ?? ''}.`;
  if (judgement.kind === 'write') return holdInWords(judgement.holds);
  return '';
}

/** How many conditions of a test hold. */
export function holdInWords(holds: readonly boolean[]): string {
  const count = holds.filter(Boolean).length;
  const of = holds.length;
  if (of === 1) return count === 1 ? 'The condition holds.' : 'The condition does not hold.';
  return count === of
    ? `All ${String(of)} conditions hold.`
    : `${String(count)} of ${String(of)} conditions hold.`;
}

/** One sentence on a drawn curve. */
function curveInWords(
  { fromS, toS, unit }: Extract<Prediction, { kind: 'draw' }>,
  { verdict, drawn, run }: Extract<Judgement, { kind: 'draw' }>,
): string {
  const partS = (toS - fromS) / MEANS;
  const values = (of: readonly number[]): string => {
    const [a = 0, b = 0] = [of[0], of.at(-1)];
    const { factor, unit: name } = scaleFor(Math.max(a, b), unit);
    return `${formatNumber(a / factor, 2)} to ${formatNumber(b / factor, 2)} ${name}`;
  };
  switch (verdict.kind) {
    case 'close':
      return `Close: ${formatQuantity(verdict.gap, unit, 2)} apart on average.`;
    case 'high':
    case 'low':
      return `The right shape, but too ${verdict.kind}: by ${formatQuantity(verdict.by, unit, 2)} on average.`;
    case 'early':
    case 'late':
      return `The right shape, but too ${verdict.kind}: by about ${formatNumber(verdict.by * partS, 2)} s.`;
    case 'until': {
      const close =
        verdict.parts === 0 ? '' : `Close until ${formatNumber(fromS + verdict.parts * partS, 2)} s, then `;
      const [mine, theirs] = [values(drawn.slice(verdict.parts)), values(run.slice(verdict.parts))];
      const by = formatQuantity(verdict.by, unit, 2);
      const then = {
        opposite: `the opposite: yours goes from ${mine}, the run from ${theirs}.`,
        mixed: `too low in one part and too high in another, by ${by} on average.`,
        high: `too high, by ${by} on average.`,
        low: `too low, by ${by} on average.`,
      }[verdict.then];
      if (close === '' && verdict.then !== 'opposite') return `Your curve is ${then}`;
      return close === '' ? `${then.charAt(0).toUpperCase()}${then.slice(1)}` : close + then;
    }
  }
}
