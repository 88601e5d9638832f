import { expect, test } from '../support/app.ts';

test('landscapes show the cliff before a knob is turned, and are spoken', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=379.2&compare=newreno,vegas');
  await lab.finished();
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
  expect(await lab.everyone.faults()).toEqual([]);
  await expect.poll(() => lab.link()).toContain('landscape=goodput');
  await lab.reload();
  await expect(lab.instruments.landscape('rate')).toBeVisible();
  // The landscapes on the knobs must not reveal the hidden future.
  await lab.key('h');
  await expect(lab.instruments.landscape('rate')).toHaveCount(0);
});
