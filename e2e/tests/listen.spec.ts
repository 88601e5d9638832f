import { expect, test } from '../support/app.ts';

test('a run is heard while it plays, and not while it stands; a link keeps level and lane', async ({
  lab,
}) => {
  await lab.open('#v1/gm04-table1?t=90');
  await lab.finished();
  await lab.key('l');
  await expect(lab.instruments.panel('Listen')).toBeVisible();
  await expect.poll(() => lab.instruments.loudness()).toBe(0);
  await lab.press('Play');
  await expect.poll(() => lab.instruments.loudness()).toBeGreaterThan(0.02);
  // At fifty times real speed one tick stands for many ACKs.
  await expect(lab.instruments.panel('Listen')).toContainText(/tick: [\d\u202f]+ ACKs/);
  await lab.press('Pause');
  await expect.poll(() => lab.instruments.loudness()).toBeLessThan(0.005);
  // Scrubbing makes a sound too, but only briefly at each step, so the check is repeated.
  await expect
    .poll(async () => {
      await lab.key('ArrowRight');
      return lab.instruments.loudness();
    })
    .toBeGreaterThan(0.01);
  await lab.everyone.isSound();
  await lab.instruments.choose('Lane that is heard', 'Vegas');
  await expect.poll(() => lab.link()).toContain('listen=0.5,vegas');
  await lab.reload();
  await expect(lab.instruments.panel('Listen')).toBeVisible();
  await lab.key('l');
  await expect.poll(() => lab.link()).not.toContain('listen=');
});

test('a link that is heard asks for no sound before a press', async ({ lab, page }) => {
  // The browser counts a test's own script as a press. This tells the page that there is no press.
  await page.addInitScript(() => {
    const told = { hasBeenActive: false, sounds: 0 };
    Object.assign(window, { told });
    Object.defineProperty(navigator, 'userActivation', { value: told });
    window.AudioContext = class extends AudioContext {
      override createOscillator(): OscillatorNode {
        told.sounds += 1;
        return super.createOscillator();
      }
    };
  });
  const sounds = () => page.evaluate(() => (window as unknown as { told: { sounds: number } }).told.sounds);
  await lab.open('#v1/gm04-table1?listen=0.5');
  await expect(lab.instruments.panel('Listen')).toBeVisible();
  const before = await lab.timeS();
  await expect.poll(() => lab.timeS()).toBeGreaterThan(before + 50);
  expect(await sounds()).toBe(0);
  await page.evaluate(() => {
    (window as unknown as { told: { hasBeenActive: boolean } }).told.hasBeenActive = true;
  });
  await expect.poll(sounds).toBeGreaterThan(0);
});
