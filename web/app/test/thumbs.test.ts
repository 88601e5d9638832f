import { expect, it, vi } from 'vitest';
import { restThumbs, thumbOf } from '../src/lessons/thumbs.ts';
import { fakeEngine } from './fakeEngine.ts';
import { decodeLink, DEFAULT_PRESET } from '@ackscope/model';
import type { LessonStep, RunExpression } from '@ackscope/model/lesson';
import { questionStartS } from '../src/lessons/course.ts';

it('keeps of a run only the curve that is drawn', async () => {
  const engine = fakeEngine({ auto: true });
  const thumb = thumbOf(engine, 'one', DEFAULT_PRESET.scenario, 1);
  await vi.waitFor(() => expect(thumb.get().lanes).toHaveLength(3));
  for (const lane of thumb.get().lanes) {
    expect(Object.keys(lane)).toEqual(['info', 'columns']);
    expect(lane.columns?.info.series).toBe('cwnd');
  }
});

it('runs one picture after another, and none for a list that nobody looks at', async () => {
  const engine = fakeEngine();
  const one = thumbOf(engine, 'one', DEFAULT_PRESET.scenario, 1);
  expect(thumbOf(engine, 'one', DEFAULT_PRESET.scenario, 1)).toBe(one);
  thumbOf(engine, 'two', DEFAULT_PRESET.scenario, 1);
  expect(engine.started).toHaveLength(1);
  restThumbs(engine);
  // Neither picture continues. A new request starts again from the beginning.
  await Promise.resolve();
  expect(engine.started).toHaveLength(1);
  const again = thumbOf(engine, 'one', DEFAULT_PRESET.scenario, 1);
  expect(again).not.toBe(one);
  expect(engine.started).toHaveLength(2);
});

it.each([
  ['"500ms"', 0.5],
  ['"40s"', 40],
  ['40', 40],
])('ends where its question starts: the first measured interval from %s', (begin, startS) => {
  const run = `v1/sawtooth?measure=[[${begin},"60s"]]`;
  expect(decodeLink(run).problems).toEqual([]);
  // A number without an interval of its own.
  const value = { measured: [{}] } as unknown as RunExpression;
  const predict = { kind: 'estimate', ask: '', value, unit: 'bps', low: 0, high: 1, step: 1 } as const;
  const step: LessonStep = { title: '', text: [], after: [], run, predict, why: null };
  expect(questionStartS(step)).toBe(startS);
});
