// @vitest-environment node
/** Marks in the curves of a step name its losses, its timeouts and a full buffer. */
import { LESSONS } from 'virtual:lessons';
import { expect, it } from 'vitest';
import { createLabStore, decodeLink, ruleTable } from '@ackscope/model';
import RULES from '../../engine/src/generated/rules.json' with { type: 'json' };
import { laneViews } from '../src/laneData/laneData.ts';
import { eventNotes } from '../src/lessons/events.ts';
import { linkBeside } from '../src/lessons/useStepRun.ts';
import { realEngine } from '../../engine/test/real-engine.ts';
import { FAKE_CATALOGUE } from './fakeEngine.ts';
import { runScenario } from './lessonRuns.ts';

const stepOf = (id: string, at: number) => LESSONS.find((lesson) => lesson.id === id)?.steps[at];
const catalogue = { ...FAKE_CATALOGUE, rules: RULES as unknown as typeof FAKE_CATALOGUE.rules };

function notesOf(id: string, at: number, range: readonly [number, number]) {
  const { scenario } = decodeLink(stepOf(id, at)?.run ?? '');
  const state = createLabStore().getState();
  const lanes = runScenario(realEngine(), scenario);
  const views = laneViews(catalogue, ruleTable(catalogue));
  return eventNotes(views({ ...state, run: { ...state.run, lanes } }), range);
}

it('names a loss with what it leaves, a growth and a full buffer, in the range that is shown', () => {
  const [notes = []] = notesOf('sawtooth', 1, [50, 100]);
  expect(notes.map(({ row, text }) => [row, text])).toEqual([
    ['cwnd', 'a loss halves cwnd: 169 → 84'],
    ['cwnd', 'no loss for 13 s: it grows'],
    ['queue', 'buffer full: packets are dropped'],
  ]);
  for (const { timeS } of notes) expect(timeS > 55 && timeS < 93).toBe(true);
});

it('in lanes side by side it tells what each law does at a loss, and no more', () => {
  const notes = notesOf('loss-is-not-congestion', 1, [0, 200]);
  expect(notes).toHaveLength(3);
  const losses = notes.map((lane) => lane.filter(({ text }) => text.startsWith('a loss ')));
  expect(losses.map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(losses.map(([one]) => one?.text.split(':')[0])).toEqual([
    'a loss halves cwnd',
    'a loss cuts cwnd',
    'a loss cuts cwnd',
  ]);
  for (const { text } of notes.flat()) expect(text).toMatch(/^(?:a loss|timeout)/);
});

it('beside a board the other rows have its time', () => {
  const step = stepOf('sawtooth', 1);
  const link = decodeLink(step?.run ?? '');
  expect(link.view.zoom).toBeNull();
  const { view } = linkBeside(link, step?.predict ?? null);
  expect([view.zoom, view.rows]).toEqual([[50, 100], ['queue']]);
  expect(linkBeside(link, null)).toBe(link);
});
