import { presetById } from '@ackscope/model';
import { expect, it } from 'vitest';
import { namesOf } from '../src/notes/BandNames.tsx';
import { aimOf } from '../src/scenario/aim.ts';

it.each([
  ['gm04-table1', 'reverse', 0],
  ['random-loss', 'loss', 0],
  ['sawtooth', 'buffer', Math.log(8) / Math.log(10_000)],
])('the change worth trying in %s aims at a knob', (id, knob, position) => {
  const preset = presetById(id);
  if (preset === null) throw new Error(`no ${id}`);
  const aim = aimOf(preset.scenario, preset.try.set);
  expect(aim?.id).toBe(knob);
  expect(aim?.position).toBeCloseTo(position, 6);
  // A change of no knob, or of several at once, aims nowhere.
  expect(aimOf(preset.scenario, {})).toBeNull();
  expect(aimOf(preset.scenario, { 'hops.0.rate': '1Mbps', 'hops.0.queue.capacity': '7pkt' })).toBeNull();
});

it('bands are named by the flows that are on', () => {
  const flow = (direction: 'forward' | 'backward', active: [number, number][], compared = false) => ({
    direction,
    active,
    compared,
  });
  const info = {
    duration_s: 100,
    flows: [
      flow('forward', [[0, 100]], true),
      flow('backward', [[20, 40]]),
      flow('backward', [[20, 40]]),
      flow('forward', [[60, 70]]),
    ],
  } as unknown as Parameters<typeof namesOf>[0];
  expect(namesOf(info, [{ fromS: 80, toS: 90, label: 'bad channel', kind: 'bad' }])).toEqual([
    { fromS: 20, toS: 40, texts: ['two flows in reverse', 'two in reverse'], isTraffic: true },
    { fromS: 60, toS: 70, texts: ['one flow beside it', 'one beside it'], isTraffic: true },
    { fromS: 80, toS: 90, texts: ['losses on the link', 'losses'], isTraffic: false },
  ]);
});
