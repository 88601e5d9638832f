// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { compareList, decodeLink, entryAlgorithm, getPath, isObject } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { loadCatalogue } from '../../engine/src/catalogue.ts';
import { givenOf, RECORDED } from '../src/course/given.ts';
import { readLessons } from '../vite/lessons.ts';

const catalogue = await loadCatalogue();

it.each([
  ['today-sawtooth?compare=newreno', 'Link 10 Mbit/s · RTT 100 ms · buffer 83 packets · New Reno'],
  [
    'today-sawtooth?compare=[{"label":"a"},{"label":"b","set":{"hops.0.queue.capacity":332}}]',
    'Link 10 Mbit/s · RTT 100 ms · buffer 83 or 332 packets · New Reno',
  ],
  [
    'today-two-flows?flows.A.rtt=50ms&flows.B.rtt=200ms&compare=newreno,westwood+',
    'Link 4 Mbit/s · RTT 50 and 200 ms · buffer 33 packets · New Reno, Westwood+',
  ],
  [
    'today-sawtooth?compare=[{"label":"SACK","algorithm":"sack"},{"label":"PRR","algorithm":"sack","set":{"flows.main.reduction":"prr"}}]',
    'Link 10 Mbit/s · RTT 100 ms · buffer 83 packets · SACK, PRR',
  ],
  // A lane that names no algorithm has that of the compared flow.
  [
    'today-sawtooth?flows.main.algorithm=cubic&compare=[{"label":"standard"},{"label":"HyStart","set":{"flows.main.slow_start":"hystart"}}]',
    'Link 10 Mbit/s · RTT 100 ms · buffer 83 packets · CUBIC (2005) (standard, HyStart)',
  ],
  [
    'today-sawtooth?compare=[{"label":"deep"},{"label":"marks","set":{"hops.0.queue":{"kind":"codel","capacity":83,"ecn":true}}}]',
    'Link 10 Mbit/s · RTT 100 ms · queue Drop-tail or CoDel with ECN · buffer 83 packets · New Reno',
  ],
  [
    'today-sawtooth?hops.0.queue={"kind":"step","capacity":200,"threshold":30}&compare=newreno',
    'Link 10 Mbit/s · RTT 100 ms · queue Step marking from 30 packets · buffer 200 packets · New Reno',
  ],
  // “10 or 4 Mbit/s, 83 or 33 packets” would not say which buffer goes with which link.
  [
    'today-sawtooth?compare=[{"label":"here"},{"label":"4-Mbps","set":{"hops.0.rate":"4Mbps","hops.0.queue.capacity":33}}]',
    'RTT 100 ms · New Reno · here: Link 10 Mbit/s, buffer 83 packets · 4-Mbps: Link 4 Mbit/s, buffer 33 packets',
  ],
  [
    'today-sawtooth?compare=[{"label":"21-packets","algorithm":"manual","parameters":{"at":[0],"cwnd":[21]}}]',
    'Link 10 Mbit/s · RTT 100 ms · buffer 83 packets · window of 21 packets, set by hand',
  ],
  // Flows that are not compared keep their algorithm.
  [
    'gm04-table1?compare=vegas&hops.0.queue.capacity=0.5bdp',
    'Link 2 Mbit/s · RTT 250 ms · buffer 21 packets · reverse flows: 10 · Vegas, New Reno',
  ],
  [
    'today-sawtooth?compare=newreno&hops.0.rate={"kind":"cellular"}',
    'Link cellular · RTT 100 ms · buffer 83 packets · New Reno',
  ],
  [
    'today-sawtooth?compare=newreno&hops.0.rate={"kind":"leo","mean":"90Mbps"}',
    'Link 90 Mbit/s on average (leo) · RTT 100 ms · buffer 83 packets · New Reno',
  ],
  [
    'today-random-loss?compare=mine&scripts.mine=algorithm "Four"',
    'Link 10 Mbit/s · RTT 100 ms · buffer 83 packets · random loss 1 % · “Four”',
  ],
])('a question about %s takes as given: %s', (run, says) => {
  expect(givenOf(decodeLink(`v1/${run}`), catalogue)).toBe(says);
});

/** Numbers, times and names that a question has from the step before it. */
const LEANS_ON_OTHERS = /\b(?:now|again|as before|this time|before that|still)\b/i;

describe('every question of the lessons can be answered alone', () => {
  const steps = readLessons().flatMap(({ id, steps: all }) =>
    all.map((step, at) => ({ ...step, name: `${id}, step ${String(at + 1)}` })),
  );

  it('has its link, RTT and buffer, and the law of each lane', () => {
    expect(steps.length).toBeGreaterThan(60);
    for (const { name, run } of steps) {
      const link = decodeLink(run);
      const { scenario } = link;
      const given = givenOf(link, catalogue);
      if (link.view.measured !== null) {
        expect(given, name).toBe(RECORDED);
        continue;
      }
      expect(given, name).toMatch(/Link [\d.]+ [kMG]?bit\/s/);
      expect(given, name).toMatch(/RTT [\d.]+ (?:and [\d.]+ )?ms/);
      expect(given, name).toMatch(/buffer (?:[\d.]+ or )*[\d.]+ packets/);
      for (const id of lawsOf(scenario)) {
        const law =
          id === 'manual'
            ? 'set by hand'
            : typeof getPath(scenario, `scripts.${id}`) === 'string'
              ? '“'
              : catalogue.algorithms.find((known) => known.id === id)?.name;
        expect(given, `${name}: ${id}`).toContain(law);
      }
    }
  });

  it('names no lane and no rule by a bare number: a quantity has its unit', () => {
    for (const { name, run } of steps) {
      const { scenario } = decodeLink(run);
      const scripts = isObject(scenario.scripts) ? Object.values(scenario.scripts) : [];
      const rules = scripts.map(
        (script) => /^[ \t]*algorithm[ \t]+"([^"\n]+)"/m.exec(typeof script === 'string' ? script : '')?.[1],
      );
      const lanes = compareList(scenario).map((entry) => (isObject(entry) ? entry.label : null));
      for (const called of [...rules, ...lanes])
        if (typeof called === 'string') expect(called, name).not.toMatch(/^[\d.]+$/);
    }
  });

  it('does not lean on the step before it', () => {
    for (const { name, predict } of steps) expect(predict?.ask ?? '', name).not.toMatch(LEANS_ON_OTHERS);
  });
});

/** The algorithms of all lanes and flows. */
function lawsOf(scenario: JsonObject): string[] {
  const flows = Array.isArray(scenario.flows) ? scenario.flows : [];
  const own = compareList(scenario).map(entryAlgorithm);
  const others = flows.flatMap((flow) =>
    isObject(flow) && typeof flow.algorithm === 'string' && (flow.compared !== true || own.includes(''))
      ? [flow.algorithm]
      : [],
  );
  return [...own, ...others].filter((id) => id !== '');
}
