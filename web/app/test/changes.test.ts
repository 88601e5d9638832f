import { applyChanges, DEFAULT_PRESET, isObject, presetById, PRESETS } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { describe, expect, it } from 'vitest';
import { changesInWords, hiddenChanges } from '../src/scenario/changes.ts';
import { KNOB_SPECS } from '../src/scenario/firstKnobs.ts';
import { changeDuration } from '../src/scenario/knobs.ts';
import { changeInWords } from '../src/scenario/turned.ts';

describe('what was changed, in words', () => {
  const from = DEFAULT_PRESET.scenario;
  const words = (to: JsonObject): string[] => changesInWords(from, to).shown;

  it('names what is, and what it was', () => {
    expect(words({ ...from, duration: '50s' })).toEqual(['duration 50 s instead of 1000 s']);
  });

  it('names a knob as the knob does, once for all flows that it turns', () => {
    const turned = (id: 'reverse' | 'rtt', value: number): string[] =>
      words(applyChanges(from, KNOB_SPECS[id].change(from, value)) ?? {});
    expect(turned('reverse', 13)).toEqual(['number of reverse flows 13 instead of 10']);
    // The compared flow and the ten reverse flows have the same round-trip time.
    expect(turned('rtt', 300)).toEqual(['round-trip time 300 ms instead of 250 ms']);
  });

  it('names the random loss once, as its knob does, whatever of it is written', () => {
    const turned = (of: JsonObject, value: number): string[] =>
      changesInWords(of, applyChanges(of, KNOB_SPECS.loss.change(of, value)) ?? {}).shown;
    const lossy = applyChanges(from, KNOB_SPECS.loss.change(from, 0.5)) ?? {};
    expect(turned(from, 1)).toEqual(['random loss 1 % instead of none']);
    expect(turned(lossy, 3)).toEqual(['random loss 3 % instead of 0.5 %']);
    expect(turned(lossy, 0)).toEqual(['random loss none instead of 0.5 %']);
    const burst: JsonObject = { kind: 'gilbert', enter: 0.001, leave: 0.1, position: 'behind' };
    const bursts = applyChanges(from, [{ path: 'hops.0.loss', value: burst }]) ?? {};
    expect(turned(bursts, 2)).toHaveLength(1);
    for (const preset of PRESETS)
      for (const { change } of Object.values(KNOB_SPECS))
        for (const value of [0, 7]) {
          const to = applyChanges(preset.scenario, change(preset.scenario, value));
          const { shown, more } = changesInWords(preset.scenario, to ?? preset.scenario);
          expect(shown.length + more, `${preset.id}: ${shown.join('; ')}`).toBeLessThanOrEqual(1);
        }
  });

  it('names another seed and another title beside what else is changed, and behind it', () => {
    const title = 'A title of my own that is longer than a line of the page may be';
    expect(words({ ...from, seed: 7, title, duration: '50s' })).toEqual([
      'duration 50 s instead of 1000 s',
      'seed 7 instead of 1',
      expect.stringMatching(/^title “A title of my own .*…” instead of “/),
    ]);
    // Alone they change nothing of what is said.
    expect(words({ ...from, seed: 7, title })).toEqual([]);
  });

  it('names the flow where only its round-trip time differs', () => {
    const to = applyChanges(from, [{ path: 'flows.reverse.rtt', value: '300ms' }]);
    expect(words(to ?? {})).toEqual(['reverse: rtt 300 ms instead of 250 ms']);
  });

  it('names sending times that are not only stretched with the run', () => {
    const longer = applyChanges(from, changeDuration(from, 500)) ?? {};
    expect(words(longer)).toEqual(['duration 500 s instead of 1000 s']);
    const own = applyChanges(longer, [{ path: 'flows.reverse.active', value: [['5s', '20s']] }]);
    expect(words(own ?? {})).toEqual(['duration 500 s instead of 1000 s', 'reverse: sending times changed']);
  });

  it('says no more than that it is changed, where there are no short words for it', () => {
    const hops = Array.isArray(from.hops) ? from.hops.filter(isObject) : [];
    expect(words({ ...from, hops: [...hops, ...hops] })).toEqual(['hops changed']);
  });
});

describe('changes that lanes hide', () => {
  const from: JsonObject = {
    version: 1,
    duration: '9s',
    hops: [{ name: 'pipe', rate: '2Mbps', delay: '5ms', queue: { kind: 'drop-tail', capacity: '20pkt' } }],
    flows: [{ name: 'main', algorithm: 'newreno', rtt: '50ms', compared: true }],
    compare: [
      { label: 'red', set: { 'hops.pipe.queue': { kind: 'red', capacity: '30pkt' } } },
      { label: 'slow', set: { 'hops.0.queue.capacity': '9pkt', 'hops.pipe.rate': '1Mbps' } },
    ],
  };
  const hidden = (path: string, value: string): string[] =>
    hiddenChanges(from, applyChanges(from, [{ path, value }]) ?? {}, ['red', 'slow']);

  it('are named with the lanes, whether these say the index or the name', () => {
    expect(hidden('hops.0.rate', '3Mbps')).toEqual([
      'hop pipe: rate: the lane slow sets this itself, so the change does not reach it.',
    ]);
    expect(hidden('hops.pipe.queue.capacity', '40pkt')).toEqual([
      'hop pipe: queue capacity: every lane sets this itself, so the change has no effect.',
    ]);
  });

  it('are not what reaches all lanes, or what the lanes alone are', () => {
    expect(hidden('hops.0.delay', '9ms')).toEqual([]);
    expect(hidden('compare.slow', 'vegas')).toEqual([]);
    expect(hiddenChanges(from, { ...from, compare: ['newreno'], duration: '8s' }, ['NewReno'])).toEqual([]);
  });
});

it('a sentence names the loss of before with its unit, also that of a link that begins to lose later', () => {
  const opening = presetById('today-radio')?.scenario ?? {};
  const without = applyChanges(opening, KNOB_SPECS.loss.change(opening, 0)) ?? {};
  expect(changeInWords(opening, without)).toBe('Without random loss');
  expect(changeInWords(without, applyChanges(without, KNOB_SPECS.loss.change(without, 1)) ?? {})).toBe(
    'A random loss of 1 % instead of 0',
  );
});
