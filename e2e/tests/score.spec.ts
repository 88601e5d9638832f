import type { Locator } from '@playwright/test';
import { expect, test } from '../support/app.ts';
import { openScore, scorePage } from '../support/score.ts';
import { openPage } from '../support/write.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

/** The fraction of its track that a bar fills. */
const part = async (bar: Locator): Promise<number> =>
  bar.evaluate(
    (one) => one.getBoundingClientRect().width / (one.parentElement?.getBoundingClientRect().width ?? 0),
  );

test('a card has its numbers, its bars and a way into the lab', ONLY_MATRIX, async ({ page }) => {
  const score = await openScore(page, '/vegas');
  await score.finished();
  // New Reno is the reference. It has the higher goodput here, so its row comes first.
  expect(await score.order()).toEqual(['newreno', 'vegas']);
  // Vegas alone fills 12 Mbit/s and keeps the queue short: at most 3 packets of 1 ms.
  await expect(score.goodputs).toHaveCount(12);
  expect(Number(await score.goodputs.first().innerText())).toBeGreaterThan(11.5);
  expect(await part(score.bar('vegas', 'clean', 'goodput'))).toBeGreaterThan(0.95);
  // Against New Reno it gets less than its fair share, in the bar and in the number.
  expect(await part(score.bar('vegas', 'newreno', 'goodput'))).toBeLessThan(0.6);
  await expect(score.changes.nth(6)).toHaveText(/^−\d+ %$/);
  await expect(score.points).toHaveCount(2);
  // A number has a confidence interval only if its scenario has a random part.
  await expect(score.cells('p95 delay').nth(4)).toHaveText(/ ms± .*s$/);
  await expect(score.cells('p95 delay').first()).toHaveText(/^[\d.]+ ms$/);
  // The plot does not extend beyond the page's edge.
  const box = await score.plot.boundingBox();
  expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await score.by('delay').click();
  expect(await score.order()).toEqual(['vegas', 'newreno']);
  // The cells draw what the rows are ordered by. On a logarithmic scale from 1 ms to 4 s, New Reno's 58 ms fill half.
  const short = await part(score.bar('vegas', 'clean', 'delay'));
  const long = await part(score.bar('newreno', 'clean', 'delay'));
  expect(long).toBeGreaterThan(0.45);
  expect(long).toBeLessThan(0.53);
  expect(short).toBeLessThan(0.25);
  await score.openInLab('Shallow').click();
  await expect(page).toHaveURL(/#v1\//);
  await expect(page.getByText('Vegas', { exact: true }).first()).toBeVisible();
});

test('recorded numbers stand at once, nothing is asked first, and what is computed here is compared', async ({
  page,
}) => {
  const score = await openScore(page);
  // Every algorithm on every path, in order, before a run has begun.
  await expect(score.row('cubic-rfc9438').locator('[data-bar="goodput"]')).toHaveCount(12);
  const order = await score.order();
  expect(order).toHaveLength(24);
  await expect(score.root.getByRole('alert')).toHaveCount(0);
  // Each column says its path, and some cells the interval of their mean.
  await expect(score.given('RTT, ms')).toHaveText(/^RTT, ms(60){8}60, 18060600260$/);
  await expect(score.given('Flows')).toContainText(/1.CUBIC.\(RFC.9438\)/);
  expect(await score.row('westwood+').locator('[data-spread]').count()).toBeGreaterThan(2);
  await expect(score.recorded).toContainText(/^Recorded with version \d+\.\d+\.\d+ [0-9a-f]{16}\./);
  await page.evaluate(() => {
    location.hash = '#score/vegas';
  });
  await expect(score.recorded).toContainText(
    '2 of 2 rows are computed in this page, with the same numbers.',
    {
      timeout: 75_000,
    },
  );
  await expect(score.root.locator('td[data-differs="true"]')).toHaveCount(0);
});

test('what was scored stays for the session, and rows open by keyboard', ONLY_MATRIX, async ({ page }) => {
  const score = await openScore(page, '/vegas');
  await score.finished();
  await page.evaluate(() => {
    location.hash = '#score/newreno';
  });
  // Every run of New Reno is already done, so nothing has to run.
  await expect(score.row('vegas')).toHaveCount(0);
  await score.finished();
  await score.opener('New Reno').press('Enter');
  await expect(score.goodputs).toHaveCount(12);
  await score.opener('New Reno').press('Enter');
  await expect(score.goodputs).toHaveCount(0);
});

test('a script of one’s own is scored, and its link carries it', ONLY_MATRIX, async ({ page, context }) => {
  const write = await openPage(page);
  await expect(write.status).toContainText('Runs as my-own');
  await write.type('on avoidance { cwnd += steps / cwnd }');
  await expect(write.status).toContainText('Runs as my-own: a script');
  await page.getByRole('link', { name: 'Report card' }).click();
  const score = scorePage(page);
  await score.finished();
  // The script writes only New Reno's own increase and inherits the rest: every packet is the same.
  await expect(score.changes).toHaveText(Array.from({ length: 12 }, () => '0 %'));
  await expect(page).toHaveURL(/#score\/my-own\?of=/);
  const other = await context.newPage();
  await other.goto(page.url());
  const again = scorePage(other);
  await again.finished();
  await expect(again.row('my-own')).toHaveCount(1);
});

test('axe finds nothing wrong, in light, in dark and on a phone', ONLY_MATRIX, async ({ lab, page }) => {
  const score = await openScore(page, '/vegas');
  await score.finished();
  expect.soft(await lab.everyone.faults(), 'light').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect.soft(await lab.everyone.faults(), 'dark').toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect.soft(await lab.everyone.faults(), 'phone').toEqual([]);
  expect.soft(await lab.overflowsSideways(), 'phone').toBe(false);
});

test('a script is saved for a kernel, or what it lacks is named', ONLY_MATRIX, async ({ page }) => {
  const write = await openPage(page);
  await expect(write.status).toContainText('Runs as my-own');
  const save = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: /BPF program for Linux/ }).click();
  };
  const download = page.waitForEvent('download');
  await save();
  expect((await download).suggestedFilename()).toBe('my-own.bpf.c');
  await write.type('on loss { cwnd = log(cwnd) }');
  await expect(write.status).toContainText('Runs as my-own: a script');
  await save();
  await expect(page.getByRole('dialog', { name: 'Cannot be exported' })).toContainText('log()');
});
