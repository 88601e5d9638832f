import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX, cases } from '../support/matrix.ts';

test('the way back closes what was opened last, and leaves the page after that', async ({ lab }) => {
  await lab.hand.hasWidth(390, 844);
  await lab.open('#v1/sawtooth?t=10');
  await lab.finished();
  const hash = await lab.traceHash();
  await lab.hand.openSheet('Scenario');
  await lab.knob('Buffer').fill('11');
  await lab.knob('Buffer').press('Enter');
  await expect.poll(() => lab.traceHash()).not.toBe(hash);
  await lab.back();
  await expect(lab.hand.dialog()).toHaveCount(0);
  // The change made in the sheet stays, also in the address.
  await expect.poll(() => lab.link()).toContain('capacity=11pkt');
  await lab.hand.openSheet('Scenario');
  await expect(lab.knob('Buffer')).toHaveValue('11');
  await lab.press('Close');
  await expect(lab.hand.dialog()).toHaveCount(0);
  // The two sheets leave no entry in the history.
  await lab.back();
  await expect.poll(() => lab.hand.address()).toBe('about:blank');
});

test('the way back leads from another scenario to the one before', async ({ lab }) => {
  await lab.open('#v1/sawtooth?t=10');
  const hash = await lab.traceHash();
  await lab.hand.chooseScenario('Reverse traffic on and off');
  await expect.poll(() => lab.link()).toContain('gm04-table1');
  await lab.back();
  expect(await lab.traceHash()).toBe(hash);
  expect(lab.link()).toContain('v1/sawtooth');
  // The menu of scenarios leaves no entry in the history.
  await lab.back();
  await expect.poll(() => lab.hand.address()).toBe('about:blank');
});

test(
  'the way back closes a menu, then the drawer under it, and leaves the page after that',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/sawtooth?t=10');
    const hash = await lab.traceHash();
    await lab.hand.openDrawer('Numbers');
    await lab.hand.openMenu();
    await expect(lab.hand.menu()).toHaveCount(1);
    await lab.back();
    await expect(lab.hand.menu()).toHaveCount(0);
    await expect(lab.hand.drawer('Numbers')).toBeVisible();
    await lab.back();
    await expect(lab.hand.drawer('Numbers')).toHaveCount(0);
    expect(await lab.traceHash()).toBe(hash);
    expect(lab.link()).toContain('v1/sawtooth');
    await lab.back();
    await expect.poll(() => lab.hand.address()).toBe('about:blank');
  },
);

test(
  'another scenario, chosen beside an open drawer, keeps the one before behind it',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/sawtooth?t=10');
    await lab.finished();
    await lab.hand.openDrawer('Numbers');
    await lab.hand.chooseScenario('Reverse traffic on and off');
    await expect.poll(() => lab.link()).toContain('gm04-table1');
    await lab.back();
    await expect(lab.hand.drawer('Numbers')).toHaveCount(0);
    expect(lab.link()).toContain('gm04-table1');
    await lab.back();
    await expect.poll(() => lab.link()).toContain('v1/sawtooth');
  },
);

test('a page chosen from the menu of a phone lies one step from the lab', ONLY_MATRIX, async ({ lab }) => {
  await lab.hand.hasWidth(390, 844);
  await lab.open('#v1/sawtooth?t=10');
  await lab.finished();
  await lab.press('Pages');
  await lab.hand.chooseFromMenu('Theory');
  await expect.poll(() => lab.hand.address()).toContain('#theory');
  await lab.back();
  await expect.poll(() => lab.link()).toContain('v1/sawtooth');
  await expect(lab.hand.menu()).toHaveCount(0);
  await lab.back();
  await expect.poll(() => lab.hand.address()).toBe('about:blank');
});

test(
  'header and transport hold their places at every width, and at twice the size',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.hand.hasWidth(320, 640);
    // The longest texts: a changed scenario, a long title, a clock with seven digits.
    await lab.open('#v1/gm04-table1?t=400&seed=2');
    await lab.finished();
    const sizes = [
      [320, 640],
      [390, 844],
      [600, 800],
      [744, 900],
      [768, 1024],
      [900, 700],
      [1024, 768],
      [1040, 700],
      [1280, 720],
      [1440, 900],
      [1920, 1080],
      [720, 450],
      [844, 390],
    ] as const;
    for (const [width, height] of cases(sizes, ([px]) => [320, 390, 844, 1440].includes(px))) {
      await lab.hand.hasWidth(width, height);
      await expect.poll(() => lab.hand.misplaced(), `${width} × ${height}`).toEqual([]);
      await expect.poll(() => lab.hand.scrubberPx(), `${width} × ${height}`).toBeGreaterThan(200);
      expect(await lab.overflowsSideways()).toBe(false);
      if (height <= 450) expect(await lab.hand.firstCurvePx()).toBeGreaterThan(30);
    }
  },
);

test('a figure of windows over time draws its run', async ({ lab }) => {
  await lab.hand.goTo('#gallery/gm04-fig4-8');
  await lab.isDrawn(lab.hand.runOverTime());
});

test(
  'a value is large enough to be pressed, and a link that works here only says so',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/sawtooth?t=10');
    await lab.finished();
    await lab.hand.openSettings();
    for (const label of ['Bottleneck rate', 'Random loss', 'Reverse flows', 'Seed'])
      await expect.poll(() => lab.hand.targetPx(label), label).toBeGreaterThanOrEqual(28);
    await lab.share();
    await expect(lab.hand.onlyHere()).toContainText('on this computer only');
  },
);
