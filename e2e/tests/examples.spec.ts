import { expect, test } from '../support/examples.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('the worksheet sets a buffer and reads the goodput', ONLY_MATRIX, async ({ examples }) => {
  await examples.goodput();
  const small = await examples.goodput('5 packets');
  expect(await examples.goodput('84 packets')).toBeGreaterThan(small);
});

test('the quiz waits for an answer, and the run judges it', ONLY_MATRIX, async ({ examples }) => {
  await examples.answer();
  await expect(examples.verdict()).toHaveText('Choose one first.');
  await expect(examples.quizRun()).toHaveCount(0);
  await examples.answer('New Reno');
  await expect(examples.verdict()).toHaveText(/^Not quite: vegas gets the least, 0\.\d\d Mbit\/s\.$/);
});

test('the slide plays while it is shown', ONLY_MATRIX, async ({ examples }) => {
  await examples.nextSlide();
  await examples.slideFinished();
  await expect.poll(() => examples.slideTimeS()).toBeGreaterThan(1);
  await examples.nextSlide();
  await expect(examples.slideTitle('The queue is the window')).toBeVisible();
});

test('is accessible, shows the code that runs, and fits a phone', ONLY_MATRIX, async ({ examples }) => {
  await expect(await examples.code()).toContainText("lab.addEventListener('ackscope-result'");
  expect(await examples.violations()).toEqual([]);
  expect(await examples.widthOnPhone()).toBeLessThanOrEqual(390);
});
