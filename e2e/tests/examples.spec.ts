import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../support/widget.ts';

test.beforeEach(async ({ host }) => {
  await host.openLab('examples.html');
});

test('the worksheet sets a buffer and reads the goodput', async ({ host }) => {
  const { page } = host;
  const goodput = page.locator('#worksheet-goodput');
  const read = async (buffer: string): Promise<number> => {
    await page.getByRole('button', { name: buffer }).click();
    await expect(goodput).toHaveText(/^[\d.]+ Mbit\/s$/);
    return parseFloat((await goodput.textContent()) ?? '');
  };
  await host.finished('One flow and its buffer');
  await expect(goodput).toHaveText(/^[\d.]+ Mbit\/s$/);
  const small = await read('5 packets');
  expect(await read('84 packets')).toBeGreaterThan(small);
});

test('the quiz waits for an answer, and the run judges it', async ({ host }) => {
  const { page } = host;
  const verdict = page.locator('#quiz-verdict');
  await page.getByRole('button', { name: 'That is my answer' }).click();
  await expect(verdict).toHaveText('Choose one first.');
  await expect(host.frame('The run that decides').locator('body')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Vegas' }).check();
  await page.getByRole('button', { name: 'That is my answer' }).click();
  await expect(verdict).toHaveText(/^Not quite: westwood\+ gets the most, 1\.\d\d Mbit\/s\.$/);
});

test('the slide plays while it is shown', async ({ host }) => {
  const { page } = host;
  const slide = 'The sawtooth on a slide';
  await page.getByRole('button', { name: 'Next' }).click();
  await host.finished(slide);
  await expect.poll(() => host.timeS(slide)).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'The queue is the window' })).toBeVisible();
});

test('is accessible, shows the code that runs, and fits a phone', async ({ host }) => {
  const { page } = host;
  await page.getByText('The code').first().click();
  await expect(page.locator('pre').first()).toContainText("lab.addEventListener('ackscope-result'");
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
