import { WHY } from '../support/quiet.ts';
import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('the page proves why Vegas falls, and a press makes the change', async ({ lab, page }) => {
  await lab.open('#v1/gm04-table1?t=400');
  await lab.finished();
  await page.getByRole('button', { name: WHY }).click();
  const cause = page.locator('[data-part=cause]');
  await expect(cause).toHaveText(
    'Vegas delivers 0.188 Mbit/s of 2 Mbit/s: the reverse traffic (the ACKs wait, 30 packets, +165 ms). Without it: 2 Mbit/s.',
  );
  await lab.everyone.isSound();
  // Less than another lane: what was the cause is taken away in both.
  await page.getByText('Ask something else').click();
  await page.getByRole('button', { name: /Compared with/ }).click();
  await page.getByRole('option', { name: 'against New Reno' }).click();
  await expect(page.locator('[data-part=distance]')).toContainText('the reverse traffic explains 100 %');
  await lab.runsAnew(() => page.getByRole('button', { name: /^Without the reverse traffic/ }).click());
  expect(lab.link()).toContain('flows.reverse.count=0');
  await expect(cause).toContainText('Nothing is missing');
  // What each lane had before stands beside the sentence.
  await expect(page.locator('[data-part=proof]')).toContainText('0.19 → 2.00');
});

test('“Show why” opens the causes on a phone too', ONLY_MATRIX, async ({ lab, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await lab.open('#v1/gm04-table1?t=400');
  await lab.finished();
  await page.getByRole('button', { name: WHY }).click();
  await expect(page.getByRole('dialog').locator('[data-part=cause]')).toContainText('the reverse traffic');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: WHY })).toBeVisible();
});

test('another lane and another quantity are asked about anew', ONLY_MATRIX, async ({ lab, page }) => {
  await lab.open('#v1/sawtooth?t=100');
  await lab.finished();
  await lab.hand.openDrawer('Why?');
  const cause = page.locator('[data-part=cause]');
  await expect(cause).toContainText('Nothing is missing');
  await page.getByText('Ask something else').click();
  await page.getByRole('button', { name: /Quantity/ }).click();
  await page.getByRole('option', { name: 'waiting time' }).click();
  await expect(cause).toContainText('the large buffer');
});

test(
  'after an answer it is about the interval of the question, wherever the clock is',
  ONLY_MATRIX,
  async ({ lab, page }) => {
    await lab.everyone.wantsLessMotion();
    await lab.open('');
    await lab.finished();
    await lab.hand.goToSecondQuestion();
    await lab.finished();
    await lab.screen.answer('Vegas').press('Enter');
    await lab.key('Space');
    await lab.hand.scrubTo(700);
    await page.getByRole('button', { name: WHY }).click();
    await expect(page.locator('[data-part=cause]')).toContainText('Vegas delivers 0.188 Mbit/s of 2 Mbit/s');
  },
);

test('“Show why” asks the question of the sentence: a late voice, not the lowest goodput', async ({
  lab,
  page,
}) => {
  await lab.everyone.wantsLessMotion();
  await lab.open('#v1/everyday-call?t=45');
  await lab.finished();
  await expect(lab.screen.finding('sentence')).toContainText('Behind CUBIC your voice arrives after');
  await page.getByRole('button', { name: WHY }).click();
  await expect(page.getByRole('heading', { name: /^What sets the waiting time\?/ })).toBeVisible();
  await page.getByText('Ask something else').click();
  await expect(page.getByRole('button', { name: /Quantity/ })).toContainText('waiting time');
  await expect(page.getByRole('button', { name: /^Lane|Lane$/ })).toContainText('CUBIC');
});
