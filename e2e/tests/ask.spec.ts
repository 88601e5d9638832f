import { expect, test } from '../support/app.ts';

test('a visit opens with a question in the hidden future, and the answer plays on', async ({ lab }) => {
  await lab.open('');
  await lab.finished();
  // Playback stops at 250 s, where ten flows start in the reverse direction.
  await expect.poll(() => lab.timeS(), { timeout: 60_000 }).toBe(250);
  await expect(lab.transport('Play')).toBeVisible();
  for (const name of ['New Reno', 'Vegas', 'Westwood+']) await expect(lab.screen.answer(name)).toBeVisible();
  expect((await lab.screen.inkAroundClock(0.25)).after).toBe(0);
  expect(await lab.accessibilityFaults()).toEqual([]);
  expect(await lab.screen.faults()).toEqual([]);
  await lab.key('1');
  await expect(lab.screen.answer('Vegas')).toHaveCount(0);
  await lab.timePasses(251);
  await expect(lab.screen.finding('verdict')).toContainText('You say New Reno.');
  await lab.key('Space');
  // At the end of the interval the page shows the answer and hides nothing any more.
  await lab.hand.scrubTo(500);
  await expect(lab.screen.finding('verdict')).toContainText('Not quite: Vegas.');
  await expect(lab.screen.finding('sentence')).toContainText(/^Vegas delivers \d+ % less than/);
});

test('who wants less motion is asked at once, and who plays on is not asked', async ({ lab }) => {
  await lab.everyone.wantsLessMotion();
  await lab.open('');
  await expect(lab.screen.answer('Vegas')).toBeVisible();
  expect(await lab.timeS()).toBe(250);
  await lab.finished();
  await lab.key('Space');
  await expect(lab.screen.answer('Vegas')).toHaveCount(0);
  await expect.poll(async () => (await lab.screen.inkAroundClock(0.9)).after).toBeGreaterThan(100);
});

test('on a phone on its side the question stands over the lanes until it is answered', async ({ lab }) => {
  await lab.hand.hasWidth(844, 390);
  await lab.everyone.wantsLessMotion();
  await lab.open('');
  await expect(lab.screen.question()).toHaveText(/^Ten flows start the other way\. Who slows down most\?/);
  await expect(lab.screen.question()).toBeInViewport();
  await lab.finished();
  await lab.key('2');
  await expect(lab.screen.finding('verdict')).toContainText('You say Vegas.');
  expect(await lab.screen.faults()).toEqual([]);
});

for (const [width, height] of [
  [390, 844],
  [1024, 768],
  [1280, 720],
] as const)
  test(`whether an answer was right is seen at ${String(width)} × ${String(height)}`, async ({ lab }) => {
    await lab.hand.hasWidth(width, height);
    await lab.everyone.wantsLessMotion();
    await lab.open('');
    await lab.finished();
    await lab.hand.answerFirstQuestion();
    await expect.poll(() => lab.screen.findingIsSeen('verdict')).toBe(true);
    expect(await lab.screen.faults()).toEqual([]);
  });

test('a room sees the question and what came out, also at 1280 × 720', async ({ lab }) => {
  await lab.hand.hasWidth(1280, 720);
  await lab.open('#v1/gm04-table1?t=379.2');
  await lab.finished();
  await lab.key('p');
  await expect(lab.screen.question()).toContainText('Who slows down most?');
  await expect.poll(() => lab.screen.findingIsSeen('sentence')).toBe(true);
  expect(await lab.screen.faults()).toEqual([]);
});
