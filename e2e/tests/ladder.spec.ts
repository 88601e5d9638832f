import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('a zoom goes on from the run into single packets on their way, and back', async ({ lab, page }) => {
  await lab.open('#v1/gm04-table1?t=347.9&compare=westwood+');
  await lab.finished();
  expect(await lab.instruments.rows()).toEqual(['cwnd', 'queue-ways', 'bwe']);
  for (let turn = 0; turn < 10; turn += 1) await lab.key('z');
  // The window is a thousandth of 1000 s: about 160 packets.
  await expect.poll(() => lab.instruments.rows()).toEqual(['sequence', 'ladder']);
  await expect.poll(() => lab.instruments.heightOf('westwood+', 'ladder')).toBeGreaterThan(0.95);
  await expect(lab.singlePackets('westwood+')).toBeVisible();
  await lab.everyone.isSound();
  for (let turn = 0; turn < 5; turn += 1) await lab.key('x');
  await expect.poll(() => lab.instruments.rows()).toEqual(['cwnd', 'queue-ways', 'bwe']);
  // The film begins there and draws back by itself; a key ends it.
  await lab.key('0');
  await lab.key('d');
  await expect.poll(() => lab.instruments.rows()).toEqual(['sequence', 'ladder']);
  await lab.key('Shift');
  await expect(page.locator('[data-zoomed]')).toHaveCount(0);
  await expect.poll(() => lab.instruments.rows()).toEqual(['cwnd', 'queue-ways', 'bwe']);
});

test(
  'a row that somebody has chosen stays at any zoom; a ladder says when it needs a zoom',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/gm04-table1?t=347.9&compare=westwood+&rows=cwnd,ladder&zoom=347.5..348.5');
    await lab.finished();
    expect(await lab.instruments.rows()).toEqual(['cwnd', 'ladder']);
    await expect.poll(() => lab.instruments.heightOf('westwood+', 'ladder')).toBeGreaterThan(0.95);
    await lab.key('0');
    await expect(lab.instruments.absent('ladder')).toHaveText(/^Zoom in/);
  },
);
