import { decodeLink } from '@ackscope/model';
import { expect, it } from 'vitest';
import { mountLabAt } from '../src/lab/mountLab.ts';
import { fakeEngine } from './fakeEngine.ts';

it('a reference that the engine refuses is none, and the reader learns why', async () => {
  const engine = fakeEngine({
    auto: true,
    refuse: ({ hops }) =>
      hops[0]?.rate === '5bps'
        ? { path: 'hops.0.rate', message: 'hops.0.rate: too slow', allowed: '', nearest: null, found: '' }
        : null,
  });
  const link = decodeLink('v1/sawtooth?t=10&ref=v1/sawtooth%3Fhops.0.rate%3D5bps');
  const { lab, close } = mountLabAt(engine, link, false);
  await expect
    .poll(() => lab.store.getState().scenario.notices, { timeout: 4000 })
    .toEqual([
      expect.stringMatching(
        /^ref=v1\/sawtooth\?hops\.0\.rate=5bps is not the link of a run\. hops\.0\.rate: too slow/,
      ),
    ]);
  expect(lab.store.getState().reference).toMatchObject({ run: null, link: null });
  close();
});
