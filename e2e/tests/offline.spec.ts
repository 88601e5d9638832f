import { Lab } from '../support/app.ts';
import { expect, offlineTest as test } from '../support/offline.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

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
  await lab.goTo('Papers');
  await expect(lab.card('Reverse traffic on and off')).toBeVisible();
});

test('a new version offers itself, and comes when it is taken', ONLY_MATRIX, async ({ lab, site }) => {
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

test(
  'a new version taken in one tab can be taken in the other one',
  ONLY_MATRIX,
  async ({ lab, site, context }) => {
    await lab.open('#v1/sawtooth');
    await lab.finished();
    await site.isKept();
    const other = await context.newPage();
    const beside = new Lab(other, site.url);
    await beside.open('#v1/sawtooth?t=20');
    await beside.finished();
    await site.publish('second');
    await expect(site.offer(other)).toBeVisible();
    await site.take();
    await expect.poll(() => site.edition()).toBe('second');
    expect(await site.edition(other)).toBe('first');
    await site.take(other);
    await expect.poll(() => site.edition(other)).toBe('second');
    await beside.finished();
    expect(await beside.timeS()).toBe(20);
  },
);
