/** Where the number that was asked for is in the run: marks at the run's value and at the guess. */
import { focusSeries } from '@ackscope/model';
import type { Guess, Judgement, Prediction } from '@ackscope/model/lesson';
import type { LaneView } from '../laneData/laneData.ts';
import { linear } from '../kit/Slider.tsx';
import { useLabState } from '../lab/context.ts';
import { rowsOnScreen, useRows } from '../lanes/rows.ts';
import type { SliderScale } from '../kit/Slider.tsx';
import { NO_NOTES } from '../notes/cell.ts';
import type { Note, Notes } from '../notes/cell.ts';
import { onScale } from './lessonTexts.ts';

/** Of the answers between which a number is guessed. */
export const estimateScale = ({ low, high, step }: Extract<Prediction, { kind: 'estimate' }>): SliderScale =>
  linear(low, high, step);

/** A measure alone, without arithmetic. */
const ALONE = /^(\w+)\([^()]*\)$/;

/** Measures that are the mean of what a row draws. */
const DRAWN_IN: Readonly<Record<string, string>> = { goodput: 'goodput', rtt: 'rtt', queue: 'queue' };

/**
 * The curve whose number is asked for: its extreme, its mean, or its value at a moment. Null for every other number, and for one
 * whose row the step does not show.
 */
export function levelOf(prediction: Prediction | null, rows: readonly string[]) {
  if (prediction?.kind !== 'estimate') return null;
  const { text, measured } = prediction.value;
  const [one] = measured;
  const name = ALONE.exec(text.trim())?.[1];
  const row = one?.of === 'series' ? one.series : DRAWN_IN[name ?? ''];
  if (one === undefined || name === undefined || row == null || !rows.includes(row)) return null;
  return {
    lane: one.lane,
    row,
    measure: one.number,
    interval_s: one.interval_s,
    isSeries: one.of === 'series',
  };
}

/** The level that is drawn into an empty row in place of a slider: such a number has one control. */
export function useLevel(prediction: Prediction | null) {
  const rows = useRows(useLabState((state) => rowsOnScreen(state, [], true)));
  return levelOf(
    prediction,
    rows.filter(({ isLog }) => isLog !== true).map(({ id }) => id),
  );
}

/** None unless the number is that of one curve. */
export function levelNotes(
  prediction: Prediction | null,
  guess: Guess | null,
  judgement: Judgement | null,
  lanes: readonly LaneView[],
  rows: readonly string[],
): Notes {
  const level = levelOf(prediction, rows);
  if (prediction?.kind !== 'estimate' || judgement?.kind !== 'estimate' || level === null) return NO_NOTES;
  const { lane: label, row, measure } = level;
  const run = lanes.find((lane) => lane.run.label === label)?.run;
  if (run?.trace == null) return NO_NOTES;
  const windows = run.results?.flows[0]?.windows ?? [];
  const ofRun = level.isSeries
    ? [0, run.trace.simulatedS]
    : [windows[0]?.from_s ?? 0, windows.at(-1)?.to_s ?? 0];
  const [fromS = 0, toS = fromS] = level.interval_s ?? ofRun;
  const { value } = judgement;
  const isEnd = measure === 'peak' || measure === 'least';
  let timeS = (fromS + toS) / 2;
  if (isEnd) {
    const series = focusSeries(run.trace, row)[0];
    if (series === undefined) return NO_NOTES;
    const ends = measure === 'peak' ? series.max : series.min;
    const at = ends.findIndex((end, bin) => {
      const binS = series.timeS[bin] ?? NaN;
      return binS >= fromS && binS <= toS && Math.abs(end - value) <= 1e-3 * Math.abs(value);
    });
    if (at < 0) return NO_NOTES;
    timeS = series.timeS[at] ?? timeS;
  }
  const isMean = !isEnd && toS > fromS;
  const mark = (number: number, who: string, along: number): Note => ({
    row,
    // Two means are levels: their marks stand beside one another.
    timeS: isMean ? fromS + along * (toS - fromS) : timeS,
    value: number,
    text: `${who}: ${onScale(number, prediction)}`,
    isKept: true,
    // A mean is that of an interval.
    ...(isMean ? { level: { value: number, fromS, toS, name: '' } } : {}),
  });
  const notes = [
    mark(value, 'the run', 0.6),
    ...(guess?.kind === 'estimate' ? [mark(guess.value, 'you', 0.1)] : []),
  ];
  return lanes.map(({ run }) => (run.label === label ? notes : []));
}
