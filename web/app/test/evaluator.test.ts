// @vitest-environment node
/**
 * The table of core/lab/tests/expressions.rs, evaluated in WebAssembly by everyone who evaluates
 * there: a script in a run, a row of a chart, the trigger on such a row, a lesson or hidden test.
 */
import { readFileSync } from 'node:fs';
import { channelRow } from '@ackscope/charts';
import { LaneTrace, occurrencesOf } from '@ackscope/model';
import type { ExpressionOf, ExpressionReport, LaneInfo } from '@ackscope/engine';
import { holds, numberOf } from '@ackscope/model/lesson';
import { describe, expect, it } from 'vitest';
import { columnsOf } from '../../charts/test/columns.ts';
import { laneOf } from '../../charts/test/lane.ts';
import { unpackChunk } from '../../engine/src/columns.ts';
import { programsOf, realAnalysis, realEngine, realEvaluate } from '../../engine/test/real-engine.ts';
import { runExpression } from '../vite/analysis.ts';

type Given = number | string | null;
interface Vector {
  text: string;
  a: Given;
  b: Given;
  value: Given;
  by_zero: boolean;
}

const TABLE = JSON.parse(
  readFileSync(new URL('../../../core/lab/tests/expressions.json', import.meta.url), 'utf8'),
) as Vector[];

const NAMED: Readonly<Record<string, number>> = { inf: Infinity, '-inf': -Infinity, nan: NaN };
const numberIn = (given: Given): number =>
  typeof given === 'number' ? given : given === null ? NaN : (NAMED[given] ?? NaN);
const written = ({ text }: Vector, a: string, b: string): string =>
  text.replaceAll('A', a).replaceAll('B', b);
const titled = TABLE.map((vector) => [`${vector.text} of ${vector.a} and ${vector.b}`, vector] as const);

const analysis = realAnalysis();
const engine = realEngine();
const evaluate = realEvaluate();
const read = (of: ExpressionOf, text: string): ExpressionReport =>
  JSON.parse(analysis.expression(of, text)) as ExpressionReport;

it('is a table worth the name', () => {
  expect(TABLE.length).toBeGreaterThan(70);
  expect(TABLE.filter(({ by_zero }) => by_zero).length).toBeGreaterThan(10);
});

describe('as a row of a chart', () => {
  it.each(titled)('%s', (_, vector) => {
    const text = written(vector, '(cwnd / 1 segments)', '(queue / 1 segments)');
    const lane = laneOf({
      cwnd: [columnsOf([[0, numberIn(vector.a)]])],
      queue: [columnsOf([[0, numberIn(vector.b)]])],
    });
    const row = channelRow('math-1', text, read('rows', text), evaluate);
    const [layer] = row.layers(lane);
    const value = numberIn(vector.value);
    // A value that is not finite gives no sample. A series holds 32 bits.
    if (Number.isFinite(value) && !isLarge(vector)) expect(layer?.columns.at(0)).toBe(Math.fround(value));
    else if (!Number.isFinite(value)) expect(layer).toBeUndefined();
    if (!isLarge(vector)) expect(row.warning?.(lane) !== '').toBe(vector.by_zero);
  });
});

describe('as the level of a trigger', () => {
  // A row of constants changes at even steps of the run.
  const drawn = titled.filter(
    ([, vector]) => /[AB]/.test(vector.text) && Number.isFinite(numberIn(vector.value)) && !isLarge(vector),
  );
  it.each(drawn)('%s', (_, vector) => {
    const text = written(vector, '(cwnd / 1 segments)', '(queue / 1 segments)');
    const value = numberIn(vector.value);
    const isCondition = read('rows', text).is_condition;
    // The row is far below the value until 1 s.
    const row = `now < 1 s ? ${String(value - 10_000)} : ${isCondition ? `(${text}) ? 1 : 0` : text}`;
    const twice = (given: Given) => [columnsOf([0, 1].map((at) => [at, numberIn(given)] as const))];
    const lane = laneOf({ cwnd: twice(vector.a), queue: twice(vector.b) });
    const [layer] = channelRow('math-1', row, read('rows', row), evaluate).layers(lane);
    const trigger = { event: 'level', level: { value: value - 1, isRising: true } } as never;
    const none = undefined as never;
    const found = occurrencesOf(none, none, trigger, layer?.columns ?? null);
    expect(found.map(({ timeS }) => timeS)).toEqual([1]);
  });
});

/** Beyond the 32 bits of a recorded series. */
function isLarge({ a, b }: Vector): boolean {
  return [a, b].some((given) => typeof given === 'number' && Math.abs(given) > 1e38);
}

describe('in a lesson or a hidden test', () => {
  it.each(titled)('%s', (_, vector) => {
    const read = runExpression(written(vector, 'jain(a)', 'jain(b)'));
    const measure = ({ lane }: { lane: string }): number => numberIn(lane === 'a' ? vector.a : vector.b);
    const value = (): number =>
      read.isCondition ? Number(holds(read, measure, evaluate)) : numberOf(read, measure, evaluate);
    if (vector.by_zero) expect(value).toThrow('divides by zero in this run');
    // A comparison that is unknown does not hold.
    else if (read.isCondition) expect(value()).toBe(vector.value ?? 0);
    else expect(value()).toBe(numberIn(vector.value));
  });
});

describe('in a script', () => {
  const known = titled.filter(([, { a, b }]) => [a, b].every((given) => Number.isFinite(numberIn(given))));
  it.each(known)('%s', (_, vector) => {
    const plain = written(vector, 'a', 'b');
    const source = (text: string): string =>
      `state a = ${String(vector.a)}\nstate b = ${String(vector.b)}\nstate found = -12345\n` +
      `on start { found = ${text} }\nshow found`;
    const isCondition = read('run', written(vector, '1', '1')).is_condition;
    const text = JSON.stringify({
      version: 1,
      duration: 1,
      hops: [{ rate: '2Mbps', delay: '10ms' }],
      scripts: { mine: source(isCondition ? `(${plain}) ? 1 : 0` : plain) },
      flows: [{ algorithm: 'mine', rtt: '100ms', compared: true }],
      compare: ['mine'],
    });
    const run = new engine.Run(text, 0, programsOf(text));
    const info = JSON.parse(run.info()) as LaneInfo;
    run.advance(info.duration_s, 1_000_000);
    const trace = new LaneTrace(info);
    trace.write(unpackChunk(info.duration_s, run.take()));
    run.free();
    const shown = trace.series.find((series) => series.info.shown?.name === 'found');
    // What is not finite is not assigned.
    const value = numberIn(vector.value);
    expect(shown?.at(1)).toBe(Math.fround(Number.isFinite(value) ? value : -12345));
    const rule = info.rules.find(({ key }) => key.startsWith('mine.by-zero'));
    const isTold = rule !== undefined && trace.events.kept.has(rule.id);
    expect(isTold).toBe(vector.by_zero);
  });
});
