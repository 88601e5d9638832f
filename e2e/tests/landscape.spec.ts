import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('landscapes show the cliff before a knob is turned, and are spoken', async ({ lab, page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await lab.open('#v1/gm04-table1?t=379.2&compare=newreno,vegas');
  await lab.finished();
  await expect(lab.instruments.landscape('reverse')).toHaveCount(0);
  await lab.key('v');
  await expect(lab.instruments.landscape('reverse')).toHaveAttribute('data-done', 'true', {
    timeout: 60_000,
  });
  const words = await lab.instruments.landscapeWords('reverse');
  const vegas = /Vegas: ([\d.]+) kbit\/s to ([\d.]+) Mbit\/s, highest at 0 flows/.exec(words);
  // Table I of the paper: Vegas alone fills the link; ten reverse flows leave it very little.
  expect(Number(vegas?.[1])).toBeLessThan(400);
  expect(Number(vegas?.[2])).toBeGreaterThan(1.9);
  expect(await lab.instruments.landscapeHeights('reverse')).toEqual([
    expect.closeTo(0.92, 1),
    expect.closeTo(0.92, 1),
  ]);
  await lab.everyone.isSound();
  await expect.poll(() => lab.link()).toContain('landscape=goodput');
  await lab.reload();
  await expect(lab.instruments.landscape('rate')).toBeVisible();
  // The landscapes on the knobs must not reveal the hidden future.
  await lab.key('h');
  await expect(lab.instruments.landscape('rate')).toHaveCount(0);
});

test('where a call is in question, they show its delay', ONLY_MATRIX, async ({ lab, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await lab.open('#v1/everyday-call?t=45');
  await lab.finished();
  await lab.number('Buffer').click();
  await expect(lab.instruments.landscape('buffer')).toHaveAttribute('data-done', 'true', { timeout: 60_000 });
  const words = await lab.instruments.landscapeWords('buffer');
  const range = /^Delay of the call over the buffer, .* CUBIC: ([\d.]+) ms to ([\d.]+) (m?s)/.exec(words);
  // A short buffer lets the path's 20 ms remain; a long one holds a second of packets.
  expect(Number(range?.[1])).toBeLessThan(40);
  expect(Number(range?.[2]) * (range?.[3] === 's' ? 1000 : 1)).toBeGreaterThan(150);
});
