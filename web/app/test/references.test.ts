// @vitest-environment node
/** Published numbers stand only beside the runs that they are about. */
import { expect, it } from 'vitest';
import { decodeLink, presetById } from '@ackscope/model';
import { referencesOf } from '../src/lanes/useReferences.ts';

it('a lane with settings of its own has no published numbers beside it; a lane of the preset has', () => {
  const count = (link: string): number => {
    const { preset, scenario, problems } = decodeLink(link);
    const known = presetById(preset ?? '');
    if (known === null || problems.length > 0) throw new Error(problems.join(' '));
    return referencesOf(known, scenario).length;
  };
  expect(count('v1/sawtooth?compare=newreno')).toBeGreaterThan(0);
  expect(count('v1/gm04-table1?compare=newreno,vegas*')).toBeGreaterThan(0);
  expect(count('v1/sawtooth?compare=[{"label":"42","set":{"hops.0.queue.capacity":42}}]')).toBe(0);
  // Their Vegas has a receiver that acknowledges every segment; this one has not.
  expect(count('v1/gm04-table1?compare=newreno,vegas')).toBe(0);
  expect(count('v1/gm04-table1?compare=newreno')).toBeGreaterThan(0);
  expect(count('v1/sawtooth?compare=newreno&hops.0.rate=5Mbps')).toBe(0);
});
