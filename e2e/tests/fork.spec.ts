import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

/** The fork is at 142 s of a run of 1000 s. */
const SHARE = 0.142;

test('from the clock on a run goes on with another algorithm, over its own past', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=142&charts=lanes&compare=newreno');
  await lab.finished();
  await lab.key('f');
  const panel = lab.instruments.panel('Fork');
  await expect(panel).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Go on' })).toBeDisabled();
  await lab.instruments.choose('Algorithm after the fork', 'Vegas');
  await lab.runsAnew(() => panel.getByRole('button', { name: 'Go on' }).click());
  const forked = lab.instruments.plot('newreno → vegas at 142s', 'cwnd');
  await expect(forked).toBeVisible();
  // The page draws curves beyond the clock faintly, so the clock goes to the end.
  await lab.key('End');
  await expect.poll(async () => (await lab.forks.ink(forked, 'own', SHARE)).after).toBeGreaterThan(100);
  // The fork's own curve begins at the fork. Before it, the original run is drawn in grey.
  const own = await lab.forks.ink(forked, 'own', SHARE);
  const grey = await lab.forks.ink(forked, 'grey', SHARE);
  expect(own.before).toBe(0);
  expect(grey.before).toBeGreaterThan(100);
  await lab.everyone.isSound();
  await expect.poll(() => lab.link()).toContain('fork');

  // Up to the fork the tables of both lanes are identical.
  await lab.key('t');
  const [before, after] = await lab.forks.tables('New Reno', 'New Reno → Vegas at 142 s', 142);
  expect(before.length).toBeGreaterThanOrEqual(3);
  expect(after).toEqual(before);
  const [all, other] = await lab.forks.tables('New Reno', 'New Reno → Vegas at 142 s', 1000);
  expect(other).not.toEqual(all);
  await lab.key('Escape');

  const heads = await lab.screen.heads();
  await lab.reload();
  await lab.finished();
  await expect.poll(async () => (await lab.forks.ink(forked, 'own', SHARE)).after).toBeGreaterThan(100);
  expect(await lab.screen.heads()).toEqual(heads);
  await lab.key('f');
  await panel.getByRole('button', { name: /^Remove New Reno → Vegas/ }).click();
  await lab.finished();
  await expect(forked).toBeHidden();
  await expect.poll(() => lab.link()).not.toContain('fork');
});

test('a knob that turns at a fork, in one chart and in the saved picture', ONLY_MATRIX, async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=300&charts=overlay&compare=westwood%2B');
  await lab.finished();
  await lab.key('f');
  const panel = lab.instruments.panel('Fork');
  await lab.instruments.choose('Link after the fork', 'bottleneck rate');
  await lab.instruments.field('bottleneck rate after the fork').fill('1');
  await lab.runsAnew(() => panel.getByRole('button', { name: 'Go on' }).click());
  await expect(panel.getByRole('listitem')).toContainText('Westwood+ → bottleneck rate 1 Mbit/s at 300 s');
  const [whole = NaN, forked = NaN] = (await lab.screen.heads()).map(Number);
  expect(forked).toBeLessThan(0.75 * whole);
  await lab.files.open();
  const picture = (await lab.files.save('Charts', 'SVG')).bytes.toString('utf8');
  expect(picture).toContain('Westwood+ → bottleneck rate 1 Mbit/s at 300 s');
  // The picture's footer contains the sentence that compares the lanes.
  expect(picture).toMatch(/delivers \d+ % less than/);
});

test('what no live connection can do is refused, and nothing changes', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=142&charts=lanes&compare=newreno');
  await lab.finished();
  await lab.key('f');
  const panel = lab.instruments.panel('Fork');
  await lab.instruments.choose('Algorithm after the fork', 'Tahoe');
  await panel.getByRole('button', { name: 'Go on' }).click();
  await expect(panel.getByRole('status').filter({ hasText: 'loss recovery' })).toHaveCount(1);
  expect(await lab.screen.heads()).toHaveLength(1);
});

test('on a phone the panel of forks has no row for its close button, and several panels leave plots', async ({
  lab,
  page,
}) => {
  await lab.hand.hasWidth(390, 844);
  await lab.open('#v1/today-sawtooth?compare=newreno,westwood%2B&t=60');
  await lab.finished();
  await lab.key('f');
  const panel = page.getByRole('region', { name: 'Fork' });
  await expect(panel).toBeVisible();
  expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  const close = await panel.getByRole('button', { name: 'Close the panel; forks stay' }).boundingBox();
  const choice = await panel.getByRole('button', { name: /Lane that forks/ }).boundingBox();
  expect((close?.y ?? NaN) + (close?.height ?? NaN)).toBeLessThanOrEqual(choice?.y ?? NaN);
  for (const key of ['m', 'l', 'g']) await lab.key(key);
  await expect(page.getByRole('region', { name: 'Trigger' })).toBeAttached();
  await expect.poll(() => lab.screen.plotShare()).toBeGreaterThan(15);
});

test(
  'a fork has its whole name over its lane, and the panel all its buttons on the screen',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/gm04-table1?t=379.2&charts=lanes');
    await lab.finished();
    await lab.key('f');
    const panel = lab.instruments.panel('Fork');
    await lab.instruments.choose('Algorithm after the fork', 'CUBIC (RFC 9438)');
    await lab.runsAnew(() => panel.getByRole('button', { name: 'Go on' }).click());
    for (const width of [1440, 1280, 1024]) {
      await lab.hand.hasWidth(width, 800);
      await expect.poll(() => lab.screen.faults(), `${String(width)} px`).toEqual([]);
      await expect(panel.getByRole('button', { name: /^Remove/ })).toBeInViewport({ ratio: 1 });
      await expect(panel.getByRole('button', { name: /^Close the panel/ })).toBeInViewport({ ratio: 1 });
    }
  },
);
