/** The outcome of a prediction: how near, by how much, and the run's value. */
import { formatNumber, formatQuantity, scaleFor } from '@ackscope/charts';
import type { Guess, Judgement, Prediction } from '@ackscope/model/lesson';

/** A value of a prediction with its unit. */
export function inUnit(value: number, unit: 'packets' | 'bps' | 's' | 'ratio' | ''): string {
  return formatQuantity(value, unit);
}

/** Both ends in the unit that fits the larger one: “1.02 to 2 Mbit/s”. */
export function rangeInUnit(low: number, high: number, unit: 'packets' | 'bps' | 's'): string {
  const scale = scaleFor(Math.max(Math.abs(low), Math.abs(high)), unit);
  return `${formatNumber(low / scale.factor)} to ${formatNumber(high / scale.factor)} ${scale.unit}`;
}

export function outcomeInWords(prediction: Prediction, guess: Guess, judgement: Judgement): string {
  if (judgement.kind === 'draw' && prediction.kind === 'draw') {
    const unit = prediction.unit;
    const [low, high] = judgement.range;
    return (
      `Your curve differs by ${inUnit(judgement.offBy, unit)} on average. The curve of the run covers ` +
      `${rangeInUnit(low, high, unit)}. The largest difference is at ${formatQuantity(judgement.worstS, 's')}.`
    );
  }
  if (judgement.kind === 'estimate' && prediction.kind === 'estimate' && guess.kind === 'estimate') {
    return `You predicted ${inUnit(guess.value, prediction.unit)}. The run gives ${inUnit(judgement.value, prediction.unit)}.`;
  }
  if (judgement.kind === 'pick' && prediction.kind === 'pick') {
    const right = prediction.options[judgement.right]?.name ?? '';
    return `The run gives: ${right}.`;
  }
  return '';
}
