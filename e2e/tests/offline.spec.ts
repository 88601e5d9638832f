import { expect, offlineTest as test } from '../support/offline.ts';

test('everything opens without a network after the first visit', async ({ lab, site }) => {
  await lab.open('#v1/gm04-table1');
  const hash = await lab.traceHash();
  await site.isKept();
  await site.goAway();
  await lab.reload();
  expect(await lab.traceHash()).toBe(hash);
  // An old link, a page that was never opened before, and parts that are loaded on demand.
  await lab.open('#v1/sawtooth?t=20');
  await lab.finished();
  expect(await lab.timeS()).toBe(20);
  await lab.goTo('Gallery');
  await expect(lab.card('Reverse traffic on and off')).toBeVisible();
});

test('a new version offers itself, and comes when it is taken', async ({ lab, site }) => {
  await lab.open('#v1/sawtooth?t=20');
  await lab.finished();
  await site.isKept();
  await site.publish('second');
  // The open page keeps its version, and so does a page opened beside it.
  await expect(site.offer()).toBeVisible();
  expect(await site.edition()).toBe('first');
  await lab.reload();
  expect(await site.edition()).toBe('first');
  await site.take();
  await expect.poll(() => site.edition()).toBe('second');
  await lab.finished();
  expect(await lab.timeS()).toBe(20);
});
