import { expect, test } from '../support/app.ts';

test('the future is hidden by a key and by a link, in the curves and in the numbers', async ({ lab }) => {
  // At 379.2 of 1000 s the second interval, from 250 to 500 s, is not finished.
  await lab.open('#v1/gm04-table1?t=379.2');
  await lab.finished();
  const seen = await lab.screen.inkAroundClock(0.3792);
  expect(seen.after).toBeGreaterThan(1000);
  const heads = await lab.screen.heads();
  expect((await lab.results('newreno')).every((value) => value !== null)).toBe(true);

  await lab.key('h');
  await expect.poll(() => lab.link()).toContain('future=hidden');
  const hidden = await lab.screen.inkAroundClock(0.3792);
  expect(hidden.after).toBe(0);
  expect(hidden.before).toBeGreaterThan(1000);
  // The interval's numbers include only what happened before the clock.
  expect(await lab.screen.heads()).not.toEqual(heads);
  expect((await lab.results('newreno')).map((value) => value !== null)).toEqual([true, false, false, false]);
  await lab.everyone.isSound();

  await lab.reload();
  await lab.finished();
  expect((await lab.screen.inkAroundClock(0.3792)).after).toBe(0);
  await lab.press('Hide the future');
  await expect.poll(async () => (await lab.screen.inkAroundClock(0.3792)).after).toBeGreaterThan(1000);
  await expect.poll(() => lab.link()).not.toContain('future');
});
