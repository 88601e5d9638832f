import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('an expression is a row in every lane, measured, spoken and in the link', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=142&charts=lanes');
  await lab.finished();
  await lab.key('m');
  await expect(lab.instruments.panel('Math')).toBeVisible();
  const row = lab.instruments.plot('newreno', 'math-1');
  await expect(row).toBeVisible();
  await expect.poll(() => lab.instruments.inkIn(row)).toBeGreaterThan(100);
  await lab.everyone.isSound();

  // Waiting time: a full queue of 40 packets of 1500 bytes takes 240 ms at 2 Mbit/s.
  await lab.instruments.text('Channel 1').fill('queue / rate');
  await lab.instruments.text('Channel 1').press('Enter');
  await expect.poll(() => lab.link()).toContain('math=queue%20/%20rate');
  await lab.open('#v1/gm04-table1?t=142&charts=lanes&math=queue/rate&cursors=60..240,math-1');
  await lab.finished();
  await expect(lab.instruments.panel('Cursors')).toBeVisible();
  const most = await lab.instruments.measured('newreno', 'most');
  expect(most).toBeGreaterThan(0.1);
  expect(most).toBeLessThanOrEqual(0.24);
  await lab.key('t');
  await expect(lab.instruments.head('New Reno: curves', 'queue/rate')).toBeVisible();
  await lab.key('Escape');
  await lab.key('m');
  await expect(lab.instruments.panel('Math')).toBeHidden();
  await expect(row).toBeHidden();
  await expect.poll(() => lab.link()).not.toContain('math=');
});

test(
  'a unit that does not fit is refused where it stands, and nothing is drawn',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/sawtooth?math=cwnd%2Brtt');
    await lab.finished();
    await expect(lab.instruments.panel('Math')).toContainText('column 5: segments and s cannot be added');
    await expect(lab.instruments.text('Channel 1')).toHaveAttribute('aria-invalid', 'true');
    await expect(lab.instruments.plots('math-1')).toHaveCount(0);
    await lab.instruments.text('Channel 1').fill('cwnd + rtt * 2 segments/s');
    await expect(lab.instruments.plots('math-1').first()).toBeVisible();
  },
);

test(
  'the head of a row tells the first division by zero, on a phone too',
  ONLY_MATRIX,
  async ({ lab, page }) => {
    await lab.open('#v1/sawtooth?math=cwnd/(cwnd-cwnd)');
    await lab.finished();
    const note = lab.instruments.plots('math-1').first().locator('xpath=../..').getByRole('note');
    await expect(note).toHaveText(/^division by 0 at .+ gives 0$/);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(note).toBeVisible();
      expect(await note.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    }
    await lab.open('#v1/sawtooth?math=cwnd/rtt');
    await lab.finished();
    await expect(lab.instruments.plots('math-1').first()).toBeVisible();
    await expect(note).toHaveCount(0);
  },
);
