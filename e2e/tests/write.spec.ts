import { expect, test } from '@playwright/test';
import { openPage, textOfScript } from '../support/write.ts';

test('a script is written beside lanes that follow it', async ({ page }) => {
  const write = await openPage(page);
  // The first script runs by itself, in a lane of its own.
  await expect(write.status).toContainText('Runs as my-own');
  await expect(write.lane('my-own')).toBeVisible();
  await write.type('on avoidance { cwnd += 0.01 }');
  await expect(write.status).toContainText('Runs as my-own: a script');
  expect(await textOfScript(page)).toBe('on avoidance { cwnd += 0.01 }');
});

test('a mistake is marked where it stands, and the last good script goes on', async ({ page }) => {
  const write = await openPage(page);
  await write.type('on loss { cwnd = rtt_mn }');
  await expect(write.status).toContainText('unknown name "rtt_mn"; did you mean rtt_min?');
  await expect(write.marks).toHaveCount(1);
  await expect(write.lane('my-own')).toBeVisible();
  await write.mend('rtt_min');
  await expect(write.marks).toHaveCount(1);
  await expect(write.status).toContainText('"cwnd" is in segments, this in s');
  expect(await textOfScript(page)).toBe('on loss { cwnd = rtt_min }');
});

test('the unit of what stands at the cursor is shown', async ({ page }) => {
  const write = await openPage(page);
  await write.type('on loss { cwnd = rtt_min / 1 ms }');
  await write.press('Home');
  for (let at = 0; at < 19; at += 1) await write.press('ArrowRight');
  await expect(write.cursor).toContainText('rtt_min s · ');
});

test('a script of the library opens under a name of its own', async ({ page }) => {
  const write = await openPage(page, '/westwood-plus');
  await expect(write.status).toContainText('Runs as my-westwood-plus: Westwood+');
  await expect(write.lane('my-westwood-plus')).toBeVisible();
});

test('params become sliders', async ({ page }) => {
  const write = await openPage(page);
  await write.type(
    'param keep = 0.5 in 0.1..0.9 "what a loss leaves"\non loss { cwnd = window * keep; ssthresh = cwnd }',
  );
  await expect(write.param('keep')).toHaveValue('0.5');
});

test('a decision shows its equation, and its line is one click away', async ({ page }) => {
  const write = await openPage(page);
  await expect(write.status).toContainText('Runs as my-own');
  await write.explain('my-own');
  // Typeset: the bandwidth estimate is one word, and its number stands under it.
  await expect(write.equation.locator('math')).not.toHaveCount(0);
  await write.line.click();
  await expect.poll(() => page.evaluate(() => getSelection()?.toString() ?? '')).toMatch(/= /);
});
