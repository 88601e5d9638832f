// @vitest-environment node
/** Variants of a lesson: the values in its runs and texts, and the table for a teacher. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Classwork, ExpressionReport } from '@ackscope/engine';
import { claimWith, unknownPlaces, withValues } from '@ackscope/model/lesson';
import type { Lesson, Values } from '@ackscope/model/lesson';
import { solutions } from '../src/classroom/solutions.ts';
import { readForeign } from '../src/course/foreign/foreign.ts';
import { realAnalysis, realEngine, realEvaluate } from '../../engine/test/real-engine.ts';
import { runExpression } from '../vite/analysis.ts';
import { runLink } from './lessonRuns.ts';

const LESSON = {
  id: 'one',
  code: 90,
  vary: { 'hops.0.rate': ['5Mbps', '10Mbps'], 'hops.0.queue.capacity': ['1pkt', '40pkt'] },
  salt: 'autumn',
  variant: null,
  intro: [{ kind: 'paragraph', text: ['At {hops.0.rate}, ', { kind: 'strong', text: ['{value}'] }] }],
  steps: [
    {
      title: 'With {hops.0.queue.capacity}',
      text: [{ kind: 'list', ordered: false, items: [[{ kind: 'code', text: '{hops.0.rate}' }]] }],
      after: [],
      run: 'v1/sawtooth?compare=newreno&hops.0.rate=1Mbps&duration=20s&measure=[["5s","20s"]]',
      predict: {
        kind: 'estimate',
        ask: 'How much of {hops.0.rate}?',
        value: runExpression('goodput(newreno)'),
        unit: 'bps',
        low: 0,
        high: 1e7,
        step: 1e5,
      },
      why: null,
    },
  ],
  note: [],
} as unknown as Lesson;

const work = (request: Classwork): unknown =>
  JSON.parse(realAnalysis().classwork(JSON.stringify(request))) as unknown;

async function solved(lesson: Lesson, students: string): Promise<{ table: string; runs: number }> {
  let runs = 0;
  const table = await solutions(lesson, students, {
    variantOf: (student) => Promise.resolve(work({ do: 'variant', salt: lesson.salt, student }) as number),
    valuesOf: (variant) => Promise.resolve(work({ do: 'values', vary: lesson.vary, variant }) as Values),
    lanesOf: (run) => {
      runs += 1;
      return Promise.resolve(runLink(realEngine(), run));
    },
    evaluate: realEvaluate(),
  });
  return { table, runs };
}

describe('a variant of a lesson', () => {
  it('has its values in each run, once, and in words where a text has a place for them', () => {
    const values: Values = { 'hops.0.rate': '5Mbps', 'hops.0.queue.capacity': '1pkt' };
    const { variant, intro, steps } = withValues(LESSON, values, 7);
    expect(variant).toBe(7);
    expect(steps[0]).toMatchObject({
      title: 'With 1 packet',
      text: [{ items: [[{ text: '5 Mbit/s' }]] }],
      run: 'v1/sawtooth?compare=newreno&duration=20s&measure=[["5s","20s"]]&hops.0.rate=5Mbps&hops.0.queue.capacity=1pkt',
      predict: { ask: 'How much of 5 Mbit/s?' },
    });
    // Of two paths “value” names neither.
    expect(JSON.stringify(intro)).toContain('"At 5 Mbit/s, ",{"kind":"strong","text":["{value}"]}');
    expect(unknownPlaces(LESSON)).toEqual(['{value}']);
    expect(claimWith('goodput(a) < 0.5 * {hops.0.rate}', values)).toBe('goodput(a) < 0.5 * 5Mbps');
  });

  it('with one path has its value at {value}; a lesson without variants keeps its braces', () => {
    const one = { ...LESSON, vary: { duration: ['10s', '1min'] } };
    expect(unknownPlaces(one)).toEqual(['{hops.0.rate}', '{hops.0.queue.capacity}']);
    expect(JSON.stringify(withValues(one, { duration: '10s' }, 0).intro)).toContain('["10 s"]');
    expect(unknownPlaces({ ...LESSON, vary: {} })).toEqual([]);
    expect(withValues(LESSON, {}, null)).toEqual(LESSON);
  });

  it('is solved for each student of a list; students with the same values need one run', async () => {
    const { table, runs } = await solved(LESSON, 'anna\n\n  ben \n=1+1\n"c, d"\n');
    const [head, ...rows] = table.trimEnd().split('\n');
    expect(head).toBe('student,variant,hops.0.rate,hops.0.queue.capacity,step 1');
    expect(rows.map((row) => row.replace(/,\d+,\w+,\w+,\d+$/, ''))).toEqual([
      'anna',
      'ben',
      "'=1+1",
      '"""c, d"""',
    ]);
    for (const row of rows) {
      const [rate, , goodput] = row.split(',').slice(-3);
      // No flow has more than its link: 5 or 10 Mbit/s.
      expect(Number(goodput)).toBeLessThan(Number.parseFloat(rate ?? '') * 1e6);
      expect(Number(goodput)).toBeGreaterThan(1e5);
    }
    expect(runs).toBe(new Set(rows.map((row) => row.split(',').slice(-3, -1).join())).size);
  });

  it('has the table that the command line prints', async () => {
    const text = (name: string): string =>
      readFileSync(new URL(`../../../core/cli/tests/lesson/${name}`, import.meta.url), 'utf8');
    const compile = (source: string): Promise<ExpressionReport> =>
      Promise.resolve(JSON.parse(realAnalysis().expression('run', source)) as ExpressionReport);
    const { lesson } = await readForeign('https://course.example/variants.md', text('variants.md'), compile);
    const { table } = await solved(lesson, text('students.txt'));
    expect(table).toBe(text('variants.csv'));
  });
});
