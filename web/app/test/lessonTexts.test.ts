// @vitest-environment node
/** What a lesson says of an answer, in numbers of the run. */
import { LESSONS } from 'virtual:lessons';
import { describe, expect, it } from 'vitest';
import { createLabStore, decodeLink, ruleTable } from '@ackscope/model';
import { judge, measureOf } from '@ackscope/model/lesson';
import type { Guess, Judgement, Prediction } from '@ackscope/model/lesson';
import RULES from '../../engine/src/generated/rules.json' with { type: 'json' };
import { laneViews } from '../src/laneData/laneData.ts';
import { boardEvents } from '../src/lessons/events.ts';
import { chosenInWords, outcomeInWords } from '../src/lessons/lessonTexts.ts';
import { realEngine, realEvaluate } from '../../engine/test/real-engine.ts';
import { FAKE_CATALOGUE } from './fakeEngine.ts';
import { runScenario } from './lessonRuns.ts';

const stepOf = (id: string, at: number) => LESSONS.find((lesson) => lesson.id === id)?.steps[at];
const runsOf = (id: string, at: number) =>
  runScenario(realEngine(), decodeLink(stepOf(id, at)?.run ?? '').scenario);

const GOODPUT = {
  kind: 'estimate',
  ask: 'What is the goodput?',
  unit: 'bps',
  low: 0,
  high: 2e6,
  step: 2e4,
} as unknown as Prediction;

function told(prediction: Prediction, guess: number, value: number, nearness: Judgement['nearness']): string {
  const judged: Judgement = { kind: 'estimate', nearness, value, ratio: guess / value, textbook: null };
  return outcomeInWords(prediction, { kind: 'estimate', value: guess }, judged);
}

describe('a number that is off', () => {
  it('from double on by a factor, below in per cent, both numbers in one unit', () => {
    expect(told(GOODPUT, 1.28e6, 4.18e5, 'far')).toBe(
      'A factor of 3.1 too high. You predicted 1.28 Mbit/s. The run gives 0.418 Mbit/s.',
    );
    expect(told(GOODPUT, 1e5, 4e5, 'far')).toMatch(/^A factor of 4 too low\. /);
    expect(told(GOODPUT, 1.15e6, 1e6, 'near')).toMatch(/^15 % too high\. /);
    expect(told(GOODPUT, 1e6, 1e6, 'right')).toMatch(/^You predicted /);
    expect(told(GOODPUT, 1e6, 0, 'far')).toMatch(/^You predicted /);
  });

  it('of a large share in points', () => {
    const share = { ...GOODPUT, unit: 'ratio', high: 1 } as Prediction;
    expect(told(share, 0.61, 0.8, 'far')).toMatch(/^19 points too low\. /);
    expect(told(share, 0.1, 0.05, 'far')).toMatch(/^A factor of 2 too high\. /);
  });
});

describe('a wrong choice', () => {
  const say = (id: string, at: number, option: number): string | null => {
    const predict = stepOf(id, at)?.predict;
    if (predict == null) throw new Error('no question');
    const guess: Guess = { kind: 'pick', option };
    const runs = runsOf(id, at);
    const judged = judge(predict, guess, runs, realEvaluate());
    if (judged === null) throw new Error('not judged');
    return chosenInWords(predict, guess, judged, measureOf(runs), (lane) => `<${lane}>`);
  };

  it('has its number beside that of the right one', () => {
    expect(say('loss-is-not-congestion', 1, 2)).toBe(
      'You chose Vegas. Its goodput is 1.96 Mbit/s, that of Westwood+ 3.47 Mbit/s.',
    );
    expect(say('loss-is-not-congestion', 1, 1)).toBeNull();
    expect(say('reverse-traffic', 0, 0)).toBe(
      'You chose New Reno. Its goodput from 250 to 500 s is 71 % of that from 0 to 250 s, that of Vegas 9.5 %.',
    );
  });

  it('that compares lanes has what the comparison reads', () => {
    expect(say('five-recoveries', 0, 0)).toBe(
      'The goodput in the run: <RACK-TLP> 1.94 Mbit/s, <Reno> 1.84 Mbit/s.',
    );
    expect(say('five-recoveries', 1, 0)).toBe(
      'The timeouts in the run: <Reno> 1, <newreno> 0, <SACK> 0, <PRR> 0, <RACK-TLP> 0.',
    );
  });
});

describe('a drawn curve', () => {
  it('names where the two are furthest apart', () => {
    const predict = stepOf('sawtooth', 0)?.predict;
    if (predict?.kind !== 'draw') throw new Error('no drawing');
    const values = Array.from({ length: 120 }, () => 45);
    const judged = judge(predict, { kind: 'draw', values }, runsOf('sawtooth', 0));
    if (judged === null) throw new Error('not judged');
    expect(outcomeInWords(predict, { kind: 'draw', values }, judged)).toMatch(
      /^Close until 0\.33 s, then another shape\. Furthest off from 0\.67 to 1 s: you 45, the run 2\d\d packets on average\.$/,
    );
  });

  it('has the level that a loss leaves named beside the loss', () => {
    const catalogue = { ...FAKE_CATALOGUE, rules: RULES as unknown as typeof FAKE_CATALOGUE.rules };
    const state = createLabStore().getState();
    const lanes = runsOf('sawtooth', 0);
    const [lane] = laneViews(catalogue, ruleTable(catalogue))({ ...state, run: { ...state.run, lanes } });
    const [cwnd] = lane?.data.recorded('cwnd') ?? [];
    if (lane === undefined || cwnd === undefined) throw new Error('no window');
    expect(boardEvents(lane, cwnd, [0, 4]).map(({ text }) => text)).toEqual([
      '335: a loss is detected',
      '168: half of it, ssthresh',
      'timeout: back to 1',
    ]);
    // Where the level is too short to be seen, it is not named.
    expect(boardEvents(lane, cwnd, [0, 40]).map(({ text }) => text)).toEqual([
      '335: a loss is detected',
      'timeout: back to 1',
    ]);
  });
});
