import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

const FIGURE = 'Reverse traffic on and off';

test('a figure is computed as its card comes into view, and opens in the lab', async ({ lab }) => {
  // All cards in view compute while axe looks at every one of them.
  test.setTimeout(240_000);
  await lab.openGallery();
  await lab.pictureIsDrawn(FIGURE);
  await lab.everyone.isSound();
  expect(await lab.overflowsSideways()).toBe(false);
  await lab.card(FIGURE).getByRole('link').click();
  await lab.finished();
  expect(lab.link()).toContain('#v1/gm04-table1');
});

test('back from the gallery leads to the run that was left; a file dropped there opens in the lab', async ({
  page,
  lab,
}) => {
  await lab.open('#v1/sawtooth?t=20');
  const hash = await lab.traceHash();
  await lab.goTo('Papers');
  await expect(lab.card(FIGURE)).toBeVisible();
  await lab.back();
  expect(await lab.traceHash()).toBe(hash);
  expect(await lab.timeS()).toBe(20);
  await lab.goTo('Papers');
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{"version":1'], 'half.json'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('alert').filter({ hasText: 'half.json' })).toContainText('cut off');
  expect(await lab.traceHash()).toBe(hash);
});

test('recorded results stand in the first frame: nothing is computed for them', async ({ page, lab }) => {
  // No engine ever comes.
  await page.route('**/*.wasm', () => new Promise(() => undefined));
  await lab.openGallery();
  await expect(lab.card(FIGURE)).toContainText(/\d of \d/);
  await page.evaluate(() => {
    location.hash = '#gallery/gm04-table1';
  });
  const rows = page.getByRole('region', { name: 'What the paper says' }).locator('li[data-verdict]');
  await expect(rows).toHaveCount(7);
});

test(
  'the plot of a figure has the room, and each claim is a line with its number',
  ONLY_MATRIX,
  async ({ page, lab }) => {
    await lab.learn.open('#gallery/gm04-table1');
    const share = await page.locator('[data-plot]').evaluate((plot) => {
      const { width, height } = plot.getBoundingClientRect();
      return (width * height) / (innerWidth * innerHeight);
    });
    expect(share).toBeGreaterThan(0.42);
    const rows = page.getByRole('region', { name: 'What the paper says' }).locator('li[data-verdict]');
    await expect(rows).toHaveCount(7);
    // What fails says why at once; another claim says more when it is opened.
    await expect(rows.and(page.locator('[data-verdict="fails"]')).getByText('Why.')).toBeVisible();
    await expect(rows.first().getByText('Reproduced.')).toBeHidden();
    await rows.first().locator('summary').press('Enter');
    await expect(rows.first().getByText('Reproduced.')).toBeVisible();
    await page.getByRole('link', { name: /^The next figure/ }).click();
    await expect(page.getByText('19 of')).toBeVisible();
  },
);
