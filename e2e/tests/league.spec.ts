/** A league of scripts. */
import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

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

test(
  'a file with a taken name plays under another one, and the page says so',
  ONLY_MATRIX,
  async ({ lab, page }) => {
    await lab.learn.open('#teach/league');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add scripts' }).click();
    const names = ['vegas.ack', 'my rule.ack', 'My-Rule.ack'];
    await (await choosing).setFiles(names.map((name) => ({ ...BADGER, name })));
    for (const said of ['“vegas.ack” is vegas-2 here.', '“My-Rule.ack” is my-rule-2 here.'])
      await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
    await expect(page.locator('[data-player]')).toHaveCount(5);
  },
);

test('a script with a mistake is a row with its place, and the others play', async ({ lab, page }) => {
  await lab.learn.open(`#teach/league?scripts.bad=${encodeURIComponent('on loss { cwnd = }')}`);
  await expect(page.locator('[data-player="bad"]')).toContainText('scripts.bad');
  // CUBIC and New Reno: each alone, the pair on 10 Mbit/s, all together on 8 Mbit/s. The broken one's own run does not count.
  await expect(page.getByText('4 runs. There is no total rank.')).toBeVisible();
  // Of two players the pair has its shares, too.
  await expect(page.locator('[data-share]')).toHaveCount(2);
});
