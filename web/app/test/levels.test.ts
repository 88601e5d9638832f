// @vitest-environment node
/** The number of a lesson's step is marked where its run has it. */
import { LESSONS } from 'virtual:lessons';
import { expect, it } from 'vitest';
import { decodeLink, focusSeries } from '@ackscope/model';
import type { Guess, Judgement } from '@ackscope/model/lesson';
import type { LaneView } from '../src/laneData/laneData.ts';
import { levelNotes } from '../src/lessons/levels.ts';
import { realEngine } from '../../engine/test/real-engine.ts';
import { runScenario } from './lessonRuns.ts';

const stepOf = (id: string, at: number) => LESSONS.find((lesson) => lesson.id === id)?.steps[at];
const judged = (value: number): Judgement => ({
  kind: 'estimate',
  nearness: 'near',
  value,
  ratio: 1,
  textbook: null,
});
const ROWS = ['cwnd', 'queue'];
const GUESS: Guess = { kind: 'estimate', value: 285 };

it('the peak of a window at its peak, the guess beside it', () => {
  const step = stepOf('slow-start', 0);
  const runs = runScenario(realEngine(), decodeLink(step?.run ?? '').scenario);
  const lanes = runs.map((run) => ({ run }) as LaneView);
  const trace = runs[0]?.trace;
  const series = trace == null ? undefined : focusSeries(trace, 'cwnd')[0];
  if (series === undefined) throw new Error('the run has no window');
  const peak = Math.max(...series.max);
  const [notes = []] = levelNotes(step?.predict ?? null, GUESS, judged(peak), lanes, ROWS);
  expect(notes.map(({ row, value }) => [row, value])).toEqual([
    ['cwnd', peak],
    ['cwnd', 285],
  ]);
  expect(notes.map(({ text }) => text.replace(/: .*$/, ''))).toEqual(['the run', 'you']);
  expect(notes[0]?.timeS).toBe(series.timeS[series.max.indexOf(peak)]);
  // Who did not know has no mark, and a number that the run does not have has none.
  expect(levelNotes(step?.predict ?? null, null, judged(peak), lanes, ROWS)[0]).toHaveLength(1);
  expect(levelNotes(step?.predict ?? null, GUESS, judged(2 * peak), lanes, ROWS)).toEqual([]);
});

it('a mean that a row draws is a level over its interval, if the step shows the row', () => {
  const step = stepOf('loss-is-not-congestion', 0);
  const runs = runScenario(realEngine(), decodeLink(step?.run ?? '').scenario);
  const lanes = runs.map((run) => ({ run }) as LaneView);
  const notes = (rows: string[]) => levelNotes(step?.predict ?? null, null, judged(1.28e6), lanes, rows);
  const [[note] = []] = notes(['cwnd', 'goodput']);
  expect([note?.row, note?.value, note?.text]).toEqual(['goodput', 1.28e6, 'the run: 1.28 Mbit/s']);
  expect([note?.level?.fromS, note?.level?.toS]).toEqual([50, 200]);
  expect(notes(['cwnd', 'queue'])).toEqual([]);
});

it('a number that is no curve’s own has no mark', () => {
  const step = LESSONS.flatMap(({ steps }) => steps).find(
    ({ predict }) => predict?.kind === 'estimate' && predict.value.text.includes('/'),
  );
  expect(step).toBeDefined();
  expect(levelNotes(step?.predict ?? null, GUESS, judged(1), [], ROWS)).toEqual([]);
});
