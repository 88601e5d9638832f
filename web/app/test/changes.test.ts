import { DEFAULT_PRESET, isObject } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { describe, expect, it } from 'vitest';
import { changesInWords } from '../src/lab/changes.ts';

describe('what was changed, in words', () => {
  const from = DEFAULT_PRESET.scenario;
  const words = (to: JsonObject): string[] => changesInWords(from, to).shown;

  it('names what is, and what it was', () => {
    expect(words({ ...from, duration: '50s' })).toEqual(['duration 50 s instead of 1000 s']);
  });

  it('says no more than that it is changed, where there are no short words for it', () => {
    const hops = Array.isArray(from.hops) ? from.hops.filter(isObject) : [];
    expect(words({ ...from, hops: [...hops, ...hops] })).toEqual(['hops changed']);
  });
});
