// @vitest-environment node
/**
 * What the page offers compares flows, so they count alike: a sender that counts ACKs grows by half a segment per round
 * trip where one that counts segments grows by a whole one (RFC 5681 §3.1). The compiled lanes of the gallery and of the
 * report card have the same law in core/lab/tests/counting.rs.
 */
import { describe, expect, it } from 'vitest';
import { applyChanges, compareList, decodeLink, isObject, presetById } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { entryById, entryHref } from '@ackscope/model/gallery';
import { HAND_PATHS, handScenario, newSeed, roundOf } from '@ackscope/model/teach';
import { readLessons } from '../vite/lessons.ts';
import { jobsOf } from '../src/classroom/league.ts';
import { MENU } from '../src/menu/entries.ts';

/** Their rule counts what is delivered, or there is no rule. */
const COUNT_THEMSELVES = ['cubic-rfc9438', 'prague', 'bbr', 'bbr3', 'manual'];

/** It compares the two ways to count. */
const COMPARES_COUNTING = 'sender-thin-acks';

/** The papers' entries keep the senders of their time. */
const isOfPaper = (id: string): boolean => /^[a-z]+\d\d-/.test(id);

/** How each flow of each lane counts: `acks`, where it counts ACKs and not each segment has one. */
function counts(scenario: JsonObject): Set<string> {
  const lanes = compareList(scenario);
  const found = new Set<string>();
  for (const lane of lanes.length === 0 ? [null] : lanes) {
    const { set, algorithm: own } = isObject(lane ?? undefined) ? (lane as JsonObject) : { algorithm: lane };
    const changes = Object.entries((set ?? {}) as JsonObject).map(([path, value]) => ({ path, value }));
    const here = applyChanges(scenario, changes);
    if (here === null) throw new Error('a lane that does not fit');
    for (const flow of here.flows as JsonObject[]) {
      if (flow.kind !== undefined && flow.kind !== 'tcp') continue;
      const algorithm = (flow.compared === true ? own : undefined) ?? flow.algorithm;
      const growth = flow.growth ?? (flow.tcp === 'linux6' ? 'linux-count' : 'per-ack');
      const isAck = growth === 'per-ack' && flow.delayed_ack !== false;
      const isItsOwn = typeof algorithm === 'string' && COUNT_THEMSELVES.includes(algorithm);
      found.add(isAck && !isItsOwn ? 'acks' : 'segments');
    }
  }
  return found;
}

describe('every flow of every lane counts segments', () => {
  const alike = (scenario: JsonObject, name: string): void => {
    expect([...counts(scenario)], name).toEqual(['segments']);
  };

  it('in the menu, but in what is of a paper', () => {
    const own = MENU.flatMap(({ entries }) => entries.map(({ id }) => id)).filter((id) => !isOfPaper(id));
    expect(own.length).toBeGreaterThan(12);
    for (const id of own) {
      if (id === COMPARES_COUNTING) continue;
      const entry = entryById(id);
      const href = entry === undefined ? `v1/${id}` : (entryHref(entry) ?? '').slice(1);
      const { scenario, problems } = decodeLink(href);
      expect(problems, id).toEqual([]);
      expect(entry?.today, id).toBeUndefined();
      alike(scenario, id);
    }
  });

  it('in the lessons; the lanes of a paper count ACKs, all of them', () => {
    let runs = 0;
    for (const { id, steps } of readLessons())
      for (const { run, title } of steps) {
        const { scenario, preset } = decodeLink(run);
        if (preset !== null && isOfPaper(preset)) expect(presetById(preset)?.today).toBeUndefined();
        else alike(scenario, `${id}: ${title}`);
        runs += 1;
      }
    expect(runs).toBeGreaterThan(50);
  });

  it('in the games and in the league', () => {
    for (const random of [0, 17, 0xffffffff])
      alike(roundOf(newSeed(random)).scenario, `round ${String(random)}`);
    for (const { scenario } of jobsOf({ badger: 'on loss { }' }).jobs) alike(scenario, 'league');
    for (const path of HAND_PATHS) {
      // Each segment has an ACK here; rivals have the settings of the player's flow.
      alike(handScenario(path, [], true), path.id);
    }
  });

  it('which the law sees: an older form has lanes of both kinds', () => {
    const entry = entryById('sender-mechanisms');
    const { scenario } = decodeLink((entry === undefined ? null : entryHref(entry))?.slice(1) ?? '');
    expect(counts(scenario)).toEqual(new Set(['acks', 'segments']));
    expect(counts(decodeLink('v1/sawtooth').scenario)).toEqual(new Set(['acks', 'segments']));
  });
});
