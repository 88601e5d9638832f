import { applyChanges, DEFAULT_PRESET, isObject } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { describe, expect, it } from 'vitest';
import { changesInWords } from '../src/lab/changes.ts';
import { WAYS } from '../src/lab/ways.ts';

describe('what was changed, in words', () => {
  const from = DEFAULT_PRESET.scenario;
  const words = (to: JsonObject): string[] => changesInWords(from, to).shown;

  it('names what is, and what it was', () => {
    expect(words({ ...from, duration: '50s' })).toEqual(['duration 50 s instead of 1000 s']);
  });

  it('names a knob as the knob does, once for all flows that it turns', () => {
    const turned = (id: 'reverse' | 'rtt', value: number): string[] =>
      words(applyChanges(from, WAYS[id].change(from, value)) ?? {});
    expect(turned('reverse', 13)).toEqual(['number of reverse flows 13 instead of 10']);
    // The compared flow and the ten reverse flows have the same round-trip time.
    expect(turned('rtt', 300)).toEqual(['round-trip time 300 ms instead of 250 ms']);
  });

  it('names the flow where only its round-trip time differs', () => {
    const to = applyChanges(from, [{ path: 'flows.reverse.rtt', value: '300ms' }]);
    expect(words(to ?? {})).toEqual(['reverse: rtt 300 ms instead of 250 ms']);
  });

  it('says no more than that it is changed, where there are no short words for it', () => {
    const hops = Array.isArray(from.hops) ? from.hops.filter(isObject) : [];
    expect(words({ ...from, hops: [...hops, ...hops] })).toEqual(['hops changed']);
  });
});
