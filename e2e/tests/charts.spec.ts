import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('all lanes stand in one chart, and a link opens it', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=600');
  await lab.finished();
  await lab.drawAs('One chart');
  await lab.isDrawn(lab.overlay());
  await lab.everyone.isSound();
  expect(await lab.overflowsSideways()).toBe(false);
  await expect.poll(() => lab.link()).toBe('#v1/gm04-table1?t=600&charts=overlay');
  await lab.reload();
  await lab.finished();
  await expect(lab.overlay()).toBeVisible();
});

test('two windows stand against each other, and a press sets the clock', async ({ lab }) => {
  await lab.open('#v1/two-flows?t=200');
  await lab.finished();
  const plane = lab.plane('New Reno');
  await lab.isDrawn(plane);
  await lab.everyone.isSound();
  expect(await lab.overflowsSideways()).toBe(false);
  const box = await plane.boundingBox();
  if (box === null) throw new Error('no plane');
  // Near the lower end of the diagonal: cuts bring both windows back there repeatedly.
  await plane.click({ position: { x: box.width * 0.3, y: box.height * 0.7 } });
  await expect.poll(() => lab.timeS()).not.toBe(200);
});

test('any flow is picked out of many, in every lane', ONLY_MATRIX, async ({ lab }) => {
  await lab.open('#v1/two-flows?t=10&charts=lanes');
  await lab.finished();
  const cursor = lab.cursor('New Reno');
  await cursor.focus();
  await expect(cursor).toHaveAttribute('aria-valuetext', /cwnd \d/);
  await lab.pickOut('B');
  await cursor.focus();
  // Flow B has not started, so it has no window yet.
  await expect(cursor).toHaveAttribute('aria-valuetext', /cwnd –/);
  await expect.poll(() => lab.link()).toContain('flow=1');
});

test('results stand as of the clock, of a part of the run as of its end too', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=250');
  await lab.finished();
  const [first] = await lab.results('newreno');
  await expect(lab.soFar('newreno')).toHaveAttribute('data-until-s', '250.0');
  const upTo = /([\d.]+) Mbit/.exec((await lab.soFar('newreno').textContent()) ?? '')?.[1];
  // The first interval ends at the clock. Curves are stored in bins, so up to a tenth of a percent
  // may be in the next bin.
  expect(Math.abs(Number(upTo) - (first ?? 0) / 1e6)).toBeLessThan(0.011);
  await expect(lab.soFarAll('newreno')).toHaveCount(0);
  await lab.brush(0.25, 0.5);
  await expect.poll(() => lab.link()).toContain('zoom=');
  await expect(lab.soFarAll('newreno')).toContainText(/^2[45]\d\.\d–[45]\d\d\.\d s \d\.\d\d Mbit\/s/);
});

test('the clock goes round and round what is shown', ONLY_MATRIX, async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=118&zoom=100..120');
  await lab.finished();
  await lab.press('Loop');
  await lab.press('Play');
  // After the end of the window the clock restarts at its beginning.
  await expect.poll(() => lab.timeS()).toBeLessThan(118);
  expect(await lab.timeS()).toBeGreaterThanOrEqual(100);
  expect(lab.link()).toContain('zoom=100..120');
});

test.describe('with fingers', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('two of them zoom', async ({ lab }) => {
    await lab.open('#v1/gm04-table1?t=300');
    await lab.finished();
    await lab.hand.pinch('vegas', 4);
    await expect.poll(() => lab.link()).toMatch(/zoom=\d/);
  });
});
