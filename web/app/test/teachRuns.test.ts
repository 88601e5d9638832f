// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';
import { ruleTable } from '@ackscope/model';
import type { JsonObject, LaneRun, RuleTable } from '@ackscope/model';
import type { Check } from '@ackscope/engine';
import {
  HAND_DURATION_S,
  HAND_PATHS,
  handScenario,
  questionsOf,
  readHand,
  roundOf,
  sheetMarks,
  writeHand,
} from '@ackscope/model/teach';
import type { Hand } from '@ackscope/model/teach';
import { realEngine } from '../../engine/test/real-engine.ts';
import { loadCatalogue } from '../../engine/src/catalogue.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { runLink, runScenario } from './lessonRuns.ts';

let engine: WasmEngine;
let rules: RuleTable;

beforeAll(async () => {
  engine = realEngine();
  rules = ruleTable(await loadCatalogue());
});

const check = (scenario: JsonObject) => JSON.parse(engine.check(JSON.stringify(scenario))) as Check;

/** The recorded samples of a series up to a time. */
function past(lane: LaneRun | undefined, name: string, untilS: number): number[][] {
  const series = lane?.trace?.series.find(({ info }) => info.series === name);
  if (series === undefined) throw new Error(`${name} was not recorded`);
  const count = series.indexAt(untilS);
  return Array.from({ length: count }, (_, at) => [series.timeS[at] ?? 0, series.max[at] ?? 0]);
}

describe('the hand as a sender', () => {
  const hand: Hand = [
    { atS: 0.5, cwnd: 20 },
    { atS: 4, cwnd: 45 },
    { atS: 12.25, cwnd: 90 },
  ];

  it.each(HAND_PATHS.map((path) => [path.id, path] as const))(
    '%s is a path the engine runs, alone and beside the algorithms',
    (_id, path) => {
      expect(check(handScenario(path, hand, false))).toMatchObject({ ok: true, lanes: [{ label: 'you' }] });
      const beside = check(handScenario(path, hand, true));
      expect(beside.ok && beside.lanes.map(({ label }) => label)).toEqual([
        'you',
        'newreno',
        'westwood+',
        'vegas',
        'cubic',
      ]);
      expect(beside.ok && beside.duration_s).toBe(HAND_DURATION_S);
    },
  );

  it.each(HAND_PATHS.map((path) => [path.id, path] as const))(
    '%s: what a later move changes is only what comes after it, so that the game may be computed again at each move',
    (_id, path) => {
      const [before] = runScenario(engine, handScenario(path, hand.slice(0, 2), false));
      const [after] = runScenario(engine, handScenario(path, hand, false));
      for (const series of ['cwnd', 'rtt', 'queue']) {
        const known = past(before, series, 12.25);
        expect(known.length).toBeGreaterThan(10);
        expect(past(after, series, 12.25)).toEqual(known);
      }
      expect(after?.results?.engine.trace_hash).not.toBe(before?.results?.engine.trace_hash);
    },
  );

  it('holds the window where it was put, and is repeated to the bit from its link', () => {
    const [path] = HAND_PATHS;
    if (path === undefined) throw new Error('there is no path');
    const [first] = runScenario(engine, handScenario(path, hand, false));
    const again = readHand(writeHand(hand));
    const [second] = runScenario(engine, handScenario(path, again ?? [], false));
    expect(second?.results?.engine.trace_hash).toBe(first?.results?.engine.trace_hash);
    const cwnd = first?.trace?.series.find(({ info }) => info.series === 'cwnd');
    // A move takes effect within one round trip: the sender acts only when it receives an ACK.
    expect(cwnd?.at(3.9)).toBe(20);
    expect(cwnd?.at(11)).toBe(45);
    // Ninety packets exceed pipe (50) and buffer (25). There are losses, but the window stays.
    expect(cwnd?.at(30)).toBe(90);
    expect(first?.results?.hops[0]?.windows[0]?.drops).toBeGreaterThan(0);
  });
});

describe('a round of guessing', () => {
  it('is one that the engine runs, whatever the seed', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const round = roundOf(seed);
      const answer = check(round.scenario);
      expect(answer.ok && answer.lanes.map(({ algorithm }) => algorithm), String(seed)).toEqual(
        round.choices,
      );
    }
  });
});

describe('a worksheet', () => {
  it('asks what the run answers: its counts are the results’ counts, and the cut it asks for is a halving', () => {
    const lanes = runLink(engine, 'v1/sawtooth?compare=newreno');
    const [lane] = lanes;
    if (lane === undefined) throw new Error('there is no lane');
    const questions = questionsOf(lane, rules, [50, 200]);
    expect(questions.map(({ id }) => id)).toEqual(['losses', 'peak', 'kept', 'growth', 'goodput', 'empty']);
    const values = (id: string) =>
      questions
        .find((question) => question.id === id)
        ?.answers.map((answer) => ('value' in answer ? answer.value : NaN)) ?? [];
    const window = lane.results?.flows[0]?.windows[1];
    expect(values('losses')).toEqual([window?.fast_retransmits, window?.timeouts]);
    // 10 Mbit/s for 100 ms in packets of 1500 bytes, plus a buffer of 83 packets.
    expect(values('peak')[0]).toBeCloseTo(83.33 + 83, 1);
    const [before = 0, after = 0, kept = 0] = values('kept');
    expect(before).toBeGreaterThan(160);
    expect(after / before).toBe(kept);
    expect(kept).toBeGreaterThan(0.45);
    expect(kept).toBeLessThan(0.55);
    expect((values('goodput')[0] ?? 0) / 1e6).toBeCloseTo((window?.goodput_bps ?? 0) / 1e6, 1);
    // Half a packet per round trip of about 156 ms.
    expect(values('growth')[0]).toBeGreaterThan(2.5);
    expect(values('growth')[0]).toBeLessThan(4.5);
  });

  it('keeps to the stretch of time it is made for', () => {
    const [lane] = runLink(engine, 'v1/sawtooth?compare=newreno');
    if (lane?.trace == null) throw new Error('there is no lane');
    const all = sheetMarks(lane.trace, rules, [0, 200]);
    const some = sheetMarks(lane.trace, rules, [60, 120]);
    expect(some).toEqual(all.filter(({ timeS }) => timeS >= 60 && timeS <= 120));
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(all.length);
  });
});
