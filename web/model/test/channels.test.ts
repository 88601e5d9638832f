import { CHANNEL_BIT } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import { ChannelHistory } from '../src/channels.ts';
import { ruleTable } from '../src/events.ts';
import { LaneTrace } from '../src/trace.ts';
import { CATALOGUE, chunkOf, INFO } from './trace.ts';

const CUT = 1;
const DROP = 4;
const STATE = 5;

function history(...events: [timeS: number, rule: number, source: number, bad?: number][]): ChannelHistory {
  const trace = new LaneTrace(INFO);
  const chunk = chunkOf(
    0,
    [[0, 1]],
    events.map(([timeS, rule, source]) => [timeS, rule, source] as const),
  );
  events.forEach(([, , , bad], at) => {
    chunk.events.terms[at * 8] = bad ?? 0;
  });
  trace.write(chunk);
  return new ChannelHistory(trace, ruleTable(CATALOGUE));
}

describe('the latest loss', () => {
  const told = history([10, DROP, CHANNEL_BIT], [12, DROP, CHANNEL_BIT + 1], [13, CUT, 0]);

  it('is the last drop of any channel in the stretch of time, its end included', () => {
    expect(told.latestLoss(0, 20)).toBe(12);
    expect(told.latestLoss(0, 12)).toBe(12);
    expect(told.latestLoss(0, 11.9)).toBe(10);
  });

  it('is none where nothing fell', () => {
    expect(told.latestLoss(0, 9.9)).toBeNull();
    expect(told.latestLoss(12, 20)).toBeNull();
  });
});

describe('the state of a channel', () => {
  const told = history([1, STATE, CHANNEL_BIT + 2, 1], [1.5, STATE, CHANNEL_BIT + 2, 0]);

  it('is what the last change made it, and good before the first', () => {
    expect(told.isBad(2, 0.9)).toBe(false);
    expect(told.isBad(2, 1)).toBe(true);
    expect(told.isBad(2, 1.49)).toBe(true);
    expect(told.isBad(2, 1.5)).toBe(false);
  });

  it('is not claimed long after the last change that was kept', () => {
    // The longest state seen lasted 1 s.
    expect(told.isBad(2, 5.4)).toBe(false);
    expect(told.isBad(2, 5.6)).toBeNull();
  });

  it('is nothing for a channel that has none', () => {
    expect(told.isBad(0, 1.2)).toBeNull();
  });
});
