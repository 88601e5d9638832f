// @vitest-environment node
/** A graded answer does not hang on what its question does not name. */
import { beforeAll, expect, it } from 'vitest';
import { decodeLink, isObject, readQuantity } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { rightOption } from '@ackscope/model/lesson';
import { realEngine, realEvaluate } from '../../engine/test/real-engine.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { readLessons } from '../vite/lessons.ts';
import { runScenario } from './lessonRuns.ts';

const LESSONS = readLessons();
let engine: WasmEngine;
beforeAll(() => {
  engine = realEngine();
});

const inFlows = (scenario: JsonObject, change: (flow: JsonObject) => JsonObject): JsonObject => ({
  ...scenario,
  flows: (scenario.flows as JsonObject[]).map((flow) => ({ ...flow, ...change(flow) })),
});
const timesRtt = (factor: number) => (scenario: JsonObject) =>
  inFlows(scenario, ({ rtt }) => ({ rtt: factor * (readQuantity(rtt, 'time') ?? NaN) }));

/** Changes that an answer survives: another seed, another path length, the timer of RFC 6298, who grows at the end of a recovery. */
const INNOCENT: Readonly<Record<string, (scenario: JsonObject) => JsonObject>> = {
  ...Object.fromEntries(
    [2, 3, 4, 5].map((seed) => [`seed ${String(seed)}`, (scenario) => ({ ...scenario, seed })]),
  ),
  'RTT − 40 %': timesRtt(0.6),
  'RTT + 40 %': timesRtt(1.4),
  'a minimum RTO of 1 s': (scenario) => inFlows(scenario, () => ({ rto: 'rfc6298' })),
  'growth with the ACK that ends a recovery': (scenario) =>
    inFlows(scenario, (flow) => (isObject(flow) ? { recovery_variant: [] } : {})),
};

const choiceOf = (id: string, number: number) => {
  const step = LESSONS.find((lesson) => lesson.id === id)?.steps[number - 1];
  const predict = step?.predict;
  if (step === undefined || predict?.kind !== 'pick') throw new Error('there is no such choice');
  const { scenario } = decodeLink(step.run);
  const rightIn = (changed: JsonObject): number =>
    rightOption(predict, runScenario(engine, changed), realEvaluate()).right;
  return { scenario, rightIn };
};

it('slow-start, step 4: the text says that the answer holds for its round-trip time', () => {
  const { scenario, rightIn } = choiceOf('slow-start', 4);
  const right = rightIn(scenario);
  expect(rightIn(timesRtt(0.6)(scenario))).not.toBe(right);
  expect(rightIn(timesRtt(1.4)(scenario))).not.toBe(right);
});

it.each([
  ['five-recoveries', 2],
  ['five-recoveries', 3],
  ['rtt-unfairness', 3],
  ['rtt-unfairness', 4],
  ['loss-is-not-congestion', 2],
])(
  '%s, step %i: the right answer stays the right one',
  (id, number) => {
    const { scenario, rightIn } = choiceOf(id, number);
    const right = rightIn(scenario);
    const answers = Object.entries(INNOCENT).map(([name, change]) => [name, rightIn(change(scenario))]);
    expect(answers).toEqual(Object.keys(INNOCENT).map((name) => [name, right]));
  },
  300_000,
);
