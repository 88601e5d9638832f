/** Where the number that was asked for is in the run: marks at the run's value and at the guess. */
import { focusSeries } from '@ackscope/model';
import type { Guess, Judgement, Prediction } from '@ackscope/model/lesson';
import type { LaneView } from '../laneData/laneData.ts';
import { linear } from '../kit/Slider.tsx';
import type { SliderScale } from '../kit/Slider.tsx';
import { NO_NOTES } from '../notes/cell.ts';
import type { Note, Notes } from '../notes/cell.ts';
import { inUnit } from './lessonTexts.ts';

/** Of the answers between which a number is guessed. */
export const estimateScale = ({ low, high, step }: Extract<Prediction, { kind: 'estimate' }>): SliderScale =>
  linear(low, high, step);

/** A measure alone, without arithmetic. */
const ALONE = /^\w+\([^()]*\)$/;

/** The curve whose number is asked for: its extreme, average, or value at a moment. Null for every other number. */
export function levelOf(prediction: Prediction | null) {
  if (prediction?.kind !== 'estimate') return null;
  const { text, measured } = prediction.value;
  const [one] = measured;
  if (one?.of !== 'series' || one.series == null || !ALONE.test(text.trim())) return null;
  return { lane: one.lane, row: one.series, measure: one.number, interval_s: one.interval_s };
}

/** None unless the number is that of one curve. */
export function levelNotes(
  prediction: Prediction | null,
  guess: Guess | null,
  judgement: Judgement | null,
  lanes: readonly LaneView[],
): Notes {
  const level = levelOf(prediction);
  if (prediction?.kind !== 'estimate' || judgement?.kind !== 'estimate' || level === null) return NO_NOTES;
  const { lane: label, row, measure } = level;
  const trace = lanes.find(({ run }) => run.label === label)?.run.trace;
  const series = trace == null ? undefined : focusSeries(trace, row)[0];
  if (series === undefined) return NO_NOTES;
  const [fromS = 0, toS = fromS] = level.interval_s ?? [0, trace?.simulatedS ?? 0];
  const { value } = judgement;
  let timeS = (fromS + toS) / 2;
  if (measure === 'peak' || measure === 'least') {
    const ends = measure === 'peak' ? series.max : series.min;
    const at = ends.findIndex((end, bin) => {
      const binS = series.timeS[bin] ?? NaN;
      return binS >= fromS && binS <= toS && Math.abs(end - value) <= 1e-3 * Math.abs(value);
    });
    if (at < 0) return NO_NOTES;
    timeS = series.timeS[at] ?? timeS;
  }
  const mark = (number: number, who: string): Note => ({
    row,
    timeS,
    value: number,
    text: `${inUnit(number, prediction.unit)}: ${who}`,
  });
  const notes = [mark(value, 'the run'), ...(guess?.kind === 'estimate' ? [mark(guess.value, 'you')] : [])];
  return lanes.map(({ run }) => (run.label === label ? notes : []));
}
