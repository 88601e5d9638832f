/** From a measured file to its network. */
import { readFileSync } from 'node:fs';
import { expect, test } from '../support/app.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../core/lab/tests/${name}`, import.meta.url), 'utf8');

type Interval = readonly [string, string, string];

/** What the program finds for the same kernel's curve (core/lab/tests/fit.rs). */
const FOUND = JSON.parse(read('fit.json')) as Record<'rate_bps' | 'base_rtt_s' | 'buffer_packets', Interval>;

/** “10.3 (9.3–10.8)”, in a unit and with so many decimals. */
const words = ([value, low, high]: Interval, unit: number, decimals: number): RegExp => {
  const [is, from, to] = [value, low, high].map((number) => (Number(number) / unit).toFixed(decimals));
  return new RegExp(`${String(is)} .*\\(${String(from)}–${String(to)}\\)`);
};

/** Half of the time the path is six times as long: no network here does that. */
const CHANGES = `time_s,cwnd_packets,srtt_ms\n${Array.from({ length: 160 }, (_, at) => {
  const rttMs = at < 80 ? 40 : 240;
  return `${String(at / 10)},${String(10 + (at % 20) / 2)},${String(rttMs + (at % 20))}\n`;
}).join('')}`;

test('the network behind a kernel’s curve is that of the program, opens in the lab, and a curve that nothing explains is refused', async ({
  lab,
  page,
}) => {
  test.slow();
  await lab.open('#v1/sawtooth');
  await lab.finished();
  await lab.measured.openFile('kernel.csv', read('fit/cubic-b83.csv'));
  const bar = lab.measured.bar();
  await expect(bar).toContainText(/at most about \d+ /);
  await lab.everyone.isSound();
  // By the keyboard: the focus stays on the button, which then cancels.
  const find = bar.getByRole('button', { name: 'Find the network' });
  await find.focus();
  await page.keyboard.press('Enter');
  await expect(bar.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(bar.locator('[data-part="so-far"]')).toContainText('Nearest so far');
  // A count that changes ten times a second is not announced.
  await expect(bar.getByRole('status')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(bar.getByRole('status')).toContainText(/Cancelled after \d+ runs/);
  await page.keyboard.press('Enter');
  await expect(bar.locator('[data-fit="fit"]')).toBeVisible({ timeout: 120_000 });
  await expect(bar.getByRole('status')).toContainText('A network gives this curve');
  await expect(bar).toContainText('The algorithm is CUBIC (RFC 9438).');
  await expect(bar).toContainText(words(FOUND.rate_bps, 1e6, 1));
  await expect(bar).toContainText(words(FOUND.base_rtt_s, 1e-3, 0));
  await expect(bar).toContainText(words(FOUND.buffer_packets, 1, 0));
  await lab.everyone.isSound();
  await bar.getByRole('button', { name: 'Open it in the lab' }).click();
  await lab.finished();
  // The link has the network, and the curve stays over its run.
  expect(lab.link()).not.toContain('kernel');
  await expect(page.locator('body')).toContainText(`${(Number(FOUND.rate_bps[0]) / 1e6).toFixed(2)} Mbit/s`);
  await expect(bar).toContainText('kernel.csv');
  expect(await lab.overflowsSideways()).toBe(false);
  await lab.measured.openFile('changes.csv', CHANGES);
  await bar.getByRole('button', { name: 'Find the network' }).click();
  await expect(bar.locator('[data-fit="none"]')).toBeVisible({ timeout: 120_000 });
  await expect(bar).toContainText(/In the curve the least RTT changes by \d+ %/);
  await expect(bar.getByRole('button', { name: 'Open the nearest in the lab' })).toBeVisible();
});
