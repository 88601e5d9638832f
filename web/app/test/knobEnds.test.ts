// @vitest-environment node
/** What a knob's slider can reach can run: the engine takes both ends of each, in every scenario of the menu. */
import { beforeAll, describe, expect, it } from 'vitest';
import { applyChanges, decodeLink, presetById } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { entryById, entryHref } from '@ackscope/model/gallery';
import type { Check } from '@ackscope/engine';
import { programsOf, realEngine } from '../../engine/test/real-engine.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { FIRST_KNOBS, KNOB_SPECS } from '../src/scenario/firstKnobs.ts';
import { leastRttS } from '../src/scenario/knobs.ts';
import { MENU } from '../src/menu/entries.ts';

let engine: WasmEngine;

beforeAll(() => {
  engine = realEngine();
});

const check = (scenario: JsonObject): Check => {
  const text = JSON.stringify(scenario);
  return JSON.parse(engine.check(text, programsOf(text))) as Check;
};

const scenarioOf = (id: string): JsonObject => {
  const entry = entryById(id);
  const own = presetById(id)?.scenario;
  return own ?? decodeLink((entry === undefined ? null : entryHref(entry)) ?? '').scenario;
};

describe.each(MENU.flatMap(({ entries }) => entries.map(({ id }) => id)))('%s', (id) => {
  it.each(FIRST_KNOBS)('the ends of the knob %s can run', (knob) => {
    const scenario = scenarioOf(id);
    const { read, change, scale } = KNOB_SPECS[knob];
    if (read(scenario) === null) return;
    for (const position of [0, 0.001, 1]) {
      const value = scale(scenario).toValue(position);
      const after = applyChanges(scenario, change(scenario, value)) ?? {};
      expect(check(after), `${knob} at ${value}`).toMatchObject({ ok: true });
    }
  });
});

it('the smallest round trip is that of the hops in both directions', () => {
  const scenario = (hop: JsonObject, flow: JsonObject = {}): JsonObject => ({
    version: 1,
    duration: '9s',
    hops: [
      { rate: '2Mbps', queue: { capacity: 20 }, ...hop },
      { rate: '9Mbps', delay: '7ms', queue: { capacity: 20 } },
    ],
    flows: [{ name: 'main', algorithm: 'newreno', rtt: '300ms', compared: true, ...flow }],
  });
  // 2 × (20 + 7), (20 + 30) + 2 × 7, 2 × 3 × 20 + 2 × 7, and the first hop alone: 2 × 20 ms.
  expect(leastRttS(scenario({ delay: '20ms' }))).toBe(0.054);
  expect(leastRttS(scenario({ delay: '20ms', back: { delay: '30ms' } }))).toBe(0.064);
  expect(leastRttS(scenario({ delay: '20ms', repeat: 3 }))).toBe(0.134);
  expect(leastRttS(scenario({ delay: '20ms' }, { to: 1 }))).toBe(0.04);
  for (const [own, least] of [
    [scenario({ delay: '20ms' }), 54],
    [scenario({ delay: '20ms', back: { delay: '30ms' } }), 64],
  ] as const) {
    expect(KNOB_SPECS.rtt.scale(own).toValue(0)).toBe(least);
    const at = (ms: number): Check => check(applyChanges(own, KNOB_SPECS.rtt.change(own, ms)) ?? {});
    expect(at(least).ok, 'the engine takes the least').toBe(true);
    expect(at(least - 1).ok, 'and nothing below').toBe(false);
  }
});
