/** The answers of a class, from pasted codes. */
import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

/**
 * Lesson 2, step 1: a line from 10 to 300 packets, a level one, and one with a wrong character. Lesson 10 from step 3.
 * Lesson 2, steps 3 and 4: a number, and “I don’t know”.
 */
const [LINE, LEVEL, WRONG, OTHER, NUMBER] = [
  '00G2-47AC-FHMP-SWYS',
  '00GH-HHHH-HHHH-HHHJ',
  '00G2-47AC-FHMP-5WYS',
  '12J0-0G06-0000-000M',
  '10G0-0001-BRZZ-W00M',
];

test('pasted codes become drawings over each other, before the run is shown', async ({ lab, page }) => {
  await lab.learn.open('#teach/cloud?of=sawtooth.1');
  const list = page.getByRole('textbox', { name: 'Codes of the class' });
  await list.fill([LINE, LEVEL.toLowerCase().replaceAll('-', ' '), WRONG, OTHER].join('\n'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 drawings, 2 codes not counted');
  const picture = page.locator('[data-plot="cloud"]');
  await expect(picture.locator('[data-drawing]')).toHaveCount(2);
  await expect(picture.locator('[data-run]')).toHaveCount(0);
  await expect(page.getByText('the check character does not fit')).toBeVisible();

  // A look-alike is offered, and taken only by choice.
  await page.getByRole('button', { name: 'S for 5 in place 13' }).click();
  await expect(picture.locator('[data-drawing]')).toHaveCount(3);
  await expect(list).toHaveValue([LINE, LEVEL.toLowerCase().replaceAll('-', ' '), LINE, OTHER].join('\n'));
  await expect(page.getByText(/Widest apart at/)).toBeVisible();

  await page.getByRole('button', { name: 'Show the run' }).click();
  await expect(picture.locator('[data-run]')).toHaveCount(1);

  // The address holds the codes; nothing is sent.
  const address = page.url();
  expect(address).toContain('codes=00G2-47AC-FHMP-SWYS');
  await lab.learn.open(address.slice(address.indexOf('#')));
  await expect(page.locator('[data-drawing]')).toHaveCount(3);
  await page.getByRole('button', { name: 'Show there' }).click();
  await expect(page.getByText(/step 3: /)).toBeVisible();
});

test('the picture has half of the screen', ONLY_MATRIX, async ({ lab, page }) => {
  await lab.learn.open(`#teach/cloud?of=sawtooth.1&codes=${LINE},${LEVEL}`);
  await expect(page.locator('[data-drawing]')).toHaveCount(2);
  const box = await page.locator('[data-plot="cloud"] svg').boundingBox();
  expect(((box?.width ?? 0) * (box?.height ?? 0)) / (1440 * 900)).toBeGreaterThanOrEqual(0.51);
});

test('numbers become bars, by the step of the first code', async ({ lab, page }) => {
  await lab.learn.open(`#teach/cloud?codes=${[NUMBER, LINE, OTHER].join(',')}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 answer, 2 codes not counted');
  await expect(page.getByText('this is lesson 2, step 1')).toBeVisible();
  await expect(page.locator('[data-plot="cloud"]').getByRole('listitem')).toHaveCount(10);
  await lab.everyone.isSound();
});

test('a learner sees the code of an answer when asked for', ONLY_MATRIX, async ({ lab, page }) => {
  await lab.learn.open('#lesson/sawtooth?step=4');
  await page.getByRole('button', { name: 'I don’t know' }).click();
  await page.getByRole('button', { name: 'Show the code of this answer' }).click();
  await expect(page.locator('[data-code]')).toHaveText(/^10[\dA-Z]{2}(-[\dA-Z]{4}){3}$/);
});
