import { expect, test } from '../support/app.ts';

test('packets move along the path, can be followed in slow motion, and stand while the clock does', async ({
  lab,
}) => {
  await lab.open('#v1/gm04-table1?t=300');
  await lab.finished();
  await lab.press('Packets of the chosen lane, large');
  await lab.press('Follow the packets');
  await expect(lab.path.panel().getByRole('button', { name: 'Go on at full speed' })).toBeVisible();
  const before = await lab.path.picture();
  await expect.poll(() => lab.path.picture()).not.toBe(before);
  const fromS = await lab.timeS();
  await lab.timePasses(fromS);
  // At full speed, two seconds of playback are a hundred seconds of the run.
  expect((await lab.timeS()) - fromS).toBeLessThan(5);
  await lab.key('Space');
  await expect(lab.transport('Play')).toBeVisible();
  let standing = await lab.path.picture();
  await expect
    .poll(async () => {
      const last = standing;
      standing = await lab.path.picture();
      return standing === last;
    })
    .toBe(true);
});

test('an event is explained by its rule, in symbols and with its numbers', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=100');
  await lab.finished();
  await lab.key('1');
  await lab.key(']');
  const rule = lab.path.rule();
  await expect(rule.locator('math')).not.toHaveCount(0);
  // ssthresh becomes half of the data in flight: first in symbols, then with numbers.
  await expect(rule).toContainText('ssthresh');
  await expect(rule).toContainText(/\d/);
});
