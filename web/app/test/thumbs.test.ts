import { expect, it, vi } from 'vitest';
import { thumbOf } from '../src/lessons/thumbs.ts';
import { fakeEngine } from './fakeEngine.ts';
import { decodeLink, DEFAULT_PRESET } from '@ackscope/model';
import type { LessonStep, RunExpression } from '@ackscope/model/lesson';
import { questionStartS } from '../src/course/course.ts';

it('keeps of a run only the curve that is drawn', async () => {
  const engine = fakeEngine({ auto: true });
  const thumb = thumbOf(engine, 'one', DEFAULT_PRESET.scenario, 1);
  thumb.subscribe(() => undefined);
  await vi.waitFor(() => expect(thumb.get().lanes).toHaveLength(3));
  for (const lane of thumb.get().lanes) {
    expect(Object.keys(lane)).toEqual(['info', 'columns']);
    expect(lane.columns?.info.series).toBe('cwnd');
  }
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
