/** A league of scripts. */
import { expect, test } from '../support/app.ts';

const BADGER = { name: 'Badger.ack', mimeType: 'text/plain', buffer: Buffer.from('on loss { }\n') };

test('scripts of a class meet on one link; the league is a link', async ({ lab, page }) => {
  await lab.learn.open('#teach/league');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add scripts' }).click();
  await (await choosing).setFiles([BADGER]);
  const rows = page.locator('[data-player]');
  await expect(rows).toHaveCount(3);
  // Three alone, three pairs, one of all together.
  await expect(page.getByText('7 runs. There is no total rank.')).toBeVisible();
  await expect(rows.first()).toHaveAttribute('data-player', 'badger');
  expect(page.url()).toContain('#teach/league?scripts.badger=on%20loss');
  await page.getByRole('radio', { name: 'Fairness' }).click();
  // New Reno without SACK yields to both.
  await expect(rows.last()).toHaveAttribute('data-player', 'newreno');
  await lab.everyone.isSound();
});

test('a file that cannot be added is named, and the league stays as it is', async ({ lab, page }) => {
  await lab.learn.open('#teach/league');
  const file = (name: string) => ({ ...BADGER, name });
  for (const [names, said] of [
    [['vegas.ack'], '“vegas.ack” has the name of a built-in algorithm, vegas.'],
    [['my rule.ack', 'My-Rule.ack'], '“my rule.ack” and “My-Rule.ack” are both named my-rule in the league.'],
  ] as const) {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add scripts' }).click();
    await (await choosing).setFiles(names.map(file));
    await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
  }
  await expect(page.locator('[data-player]')).toHaveCount(2);
});

test('a script with a mistake is named with its place', async ({ lab, page }) => {
  await lab.learn.open(`#teach/league?scripts.bad=${encodeURIComponent('on loss { cwnd = }')}`);
  await expect(page.getByRole('alert').filter({ hasText: 'scripts.bad' })).toBeVisible();
});
