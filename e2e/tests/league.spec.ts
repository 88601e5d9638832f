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

test(
  'a class of thirty plays, with more text than an address holds, and each column is named',
  ONLY_MATRIX,
  async ({ lab, page }) => {
    test.setTimeout(240_000);
    await lab.learn.open('#teach/league');
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add scripts' }).click();
    // 30 × 400 characters of comment.
    const text = `${'# a comment of this rule\n'.repeat(16)}on loss { ssthresh = max(2, 0.6 * window); cwnd = ssthresh }\n`;
    const files = Array.from({ length: 30 }, (_, at) => ({
      ...BADGER,
      name: `rule-${String(at + 1)}.ack`,
      buffer: Buffer.from(text),
    }));
    await (await choosing).setFiles(files);
    await expect(page.getByText('so this league is no link')).toBeVisible();
    expect(page.url()).not.toContain('scripts.');
    await expect(page.locator('[data-player]')).toHaveCount(32);
    const shares = page.getByRole('region', { name: 'Each against each' });
    await expect(shares.getByRole('columnheader', { name: /^32 / })).toHaveCount(1);
    await expect(page.getByText('529 runs. There is no total rank.')).toBeVisible({ timeout: 180_000 });
    // Each of 32 against 31 others.
    await expect(page.locator('[data-share]')).toHaveCount(992);
    await lab.everyone.isSound();
  },
);
