import { expect, test } from '../support/app.ts';

const FIGURE = 'Reverse traffic on and off';

test('a figure is computed as its card comes into view, and opens in the lab', async ({ lab }) => {
  await lab.openGallery();
  await lab.pictureIsDrawn(FIGURE);
  expect(await lab.accessibilityFaults()).toEqual([]);
  expect(await lab.overflowsSideways()).toBe(false);
  await lab.card(FIGURE).getByRole('link').click();
  await lab.finished();
  expect(lab.link()).toContain('#v1/gm04-table1');
});

test('back from the gallery leads to the run that was left', async ({ lab }) => {
  await lab.open('#v1/sawtooth?t=20');
  const hash = await lab.traceHash();
  await lab.goTo('Gallery');
  await expect(lab.card(FIGURE)).toBeVisible();
  await lab.back();
  expect(await lab.traceHash()).toBe(hash);
  expect(await lab.timeS()).toBe(20);
});
