import { expect, Lab, test } from '../support/app.ts';
import { notesOverTraces } from '../support/notes.ts';
import { ONLY_MATRIX, cases } from '../support/matrix.ts';

test('a visit is asked a question in the hidden future, and the answer plays on', async ({ lab, page }) => {
  await lab.open('');
  await lab.finished();
  await lab.hand.goToSecondQuestion();
  await lab.finished();
  // Playback stops at 250 s, where ten flows start in the reverse direction.
  await expect.poll(() => lab.timeS(), { timeout: 60_000 }).toBe(250);
  await expect(lab.transport('Play')).toBeVisible();
  for (const name of ['New Reno', 'Vegas', 'Westwood+']) await expect(lab.screen.answer(name)).toBeVisible();
  expect((await lab.screen.inkAroundClock(0.5)).after).toBe(0);
  await lab.everyone.isSound();
  expect(await lab.screen.faults()).toEqual([]);
  await lab.key('1');
  await expect(lab.screen.answer('Vegas')).toHaveCount(0);
  await lab.timePasses(251);
  await expect(lab.screen.finding('verdict')).toContainText('You say New Reno.');
  // The answer plays to the end of its interval and stops there; the view is what has been played.
  await expect.poll(() => lab.timeS(), { timeout: 60_000 }).toBe(500);
  await expect(lab.transport('Play')).toBeVisible();
  await expect(lab.screen.finding('verdict')).toContainText('Not quite: Vegas.');
  await expect(lab.screen.finding('sentence')).toHaveText(
    'Vegas delivers 86 % less than the others: it mistakes late ACKs for its own queue.',
  );
  // The verdict stands where the question stood.
  await expect(page.getByText('Who slows down?')).toHaveCount(0);
  await expect.poll(() => lab.screen.rows()).toEqual(['cwnd', 'queue-ways', 'bwe']);
  expect(lab.link()).toContain('zoom=0..500');
  // The packets that wait on the ACKs' way are pointed at where they are drawn: below zero.
  await expect(
    page.locator('[data-note=queue-ways]').filter({ hasText: 'The ACKs wait here, among 30 of 40 packets' }),
  ).toBeVisible();
  // The same lane without the reverse traffic is a curve with its name, and another lane says why it does not fall.
  const marks = page.locator('[data-lane] [data-note=cwnd]');
  await expect(marks.filter({ hasText: 'without the reverse traffic' })).toBeVisible();
  await expect(page.locator('[data-lane=newreno] [data-note=cwnd]')).toHaveText(
    'It slows down at losses, not at delay.',
  );
  // The band has its name on the axis, and the number that the cause is about is marked in the sentence of the path.
  await expect(page.getByText('ten flows in reverse', { exact: true })).toHaveCount(3);
  await expect(page.locator('[data-changed] [data-scrub=reverse]')).toHaveText('ten flows');
  // The proof has three bars on one axis.
  await expect(page.locator('[data-part=proof]')).toHaveText(
    '250 to 500 sMbit/sVegas, Mbit/s0.19without the reverse traffic2.00the others1.38–1.39',
  );
  await lab.everyone.isSound();
});

test('marks of evidence stand beside the traces until one plays on', ONLY_MATRIX, async ({ lab, page }) => {
  await lab.everyone.wantsLessMotion();
  for (const [link, lane, texts] of [
    [
      '#v1/gm04-table1?t=500&zoom=0..500&rows=cwnd,queue,queue-back',
      'vegas',
      [
        /a full link needs 70 packets, not 42\. It holds 5\.\d\./,
        /calculates 2\.\d waiting, really 0\.\d+: it does not grow/,
        /ACKs wait here, among 30 of 40/,
      ],
    ],
    ['#v1/random-loss?t=60', 'newreno', [/The link loses a packet every [\d.]+ s/]],
    ['#v1/sawtooth?hops.0.queue.capacity=5&t=50', 'newreno', [/link is idle 3\d % of the time/]],
  ] as const) {
    await lab.openAnew(link);
    await lab.finished();
    const notes = page.locator('[data-note]');
    for (const text of texts) await expect(notes.filter({ hasText: text })).toBeVisible();
    // Three, and the name of the grey curve.
    const own = page.locator(`[data-lane="${lane}"] [data-note]`);
    expect(await own.count(), `${link} ${lane}`).toBeLessThanOrEqual(4);
    expect(await notesOverTraces(page), link).toEqual([]);
  }
  await lab.openAnew('#v1/gm04-table1?t=400');
  await lab.finished();
  await expect(page.locator('[data-note]').first()).toBeVisible();
  await lab.transport('Play').press('Enter');
  await expect(page.locator('[data-note]')).toHaveCount(0);
});

test(
  'the everyday question opens by its link, and says whose voice is late and why',
  ONLY_MATRIX,
  async ({ lab, page }) => {
    await lab.everyone.wantsLessMotion();
    await lab.open('#v1/everyday-call');
    await lab.finished();
    await expect(lab.screen.question()).toContainText('Which makes your voice late?');
    await lab.screen.answer('CUBIC').press('Enter');
    await expect.poll(() => lab.timeS(), { timeout: 60_000 }).toBe(45);
    await expect(lab.screen.finding('sentence')).toHaveText(
      'Behind CUBIC your voice arrives after 265 ms: the backup fills the uplink’s buffer.',
    );
    await expect(page.locator('[data-part=delay]')).toHaveText(['265', '28', '21']);
    await expect(page.locator('[data-part=yours]')).toHaveText('your answer ✓');
    await expect.poll(() => lab.screen.rows()).toEqual(['delay', 'cwnd', 'queue']);
    // On a phone, too, each number has its unit.
    await lab.hand.hasWidth(390, 844);
    await expect(page.locator('[data-part=head-result]').first()).toHaveText(/^265\s*ms/);
  },
);

test('the line of the queue is the buffer: by hand and by keys', async ({ lab, page }) => {
  await lab.everyone.wantsLessMotion();
  await lab.open('#v1/everyday-call?t=45');
  await lab.finished();
  const grip = page.getByRole('slider', { name: 'Buffer: drag the line' });
  const from = await grip.boundingBox();
  if (from === null) throw new Error('no grip');
  const [x, y] = [from.x + from.width / 2, from.y + from.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 40, { steps: 5 });
  await expect(page.locator('output')).toContainText(/^\d+ packets, was 256$/);
  // The scale stays, so the line is under the hand.
  await expect
    .poll(async () => Math.abs(((await grip.boundingBox())?.y ?? 0) + from.height / 2 - y - 40))
    .toBeLessThan(4);
  await expect(lab.screen.finding('sentence')).toContainText(
    /^A buffer of \d+\spackets instead of 256, 12 to 45\ss: your voice after \d+ ms, was 265\./,
  );
  await page.mouse.up();
  await expect.poll(() => lab.screen.grey()).toBeGreaterThan(50);
  const before = Number(await grip.getAttribute('aria-valuenow'));
  await grip.press('ArrowDown');
  await expect.poll(async () => Number(await grip.getAttribute('aria-valuenow'))).toBeLessThan(before);
  expect(lab.link()).toContain('queue.capacity');
  // The grip keeps the focus, and each press makes a step that shows.
  await lab.finished();
  await page.keyboard.press('Home');
  await expect(grip).toHaveAttribute('aria-valuenow', '1');
  await lab.finished();
  await page.keyboard.press('ArrowUp');
  await expect(grip).toHaveAttribute('aria-valuenow', '2');
});

test('a press on a line that moves nothing changes nothing', ONLY_MATRIX, async ({ lab, page }) => {
  await lab.everyone.wantsLessMotion();
  await lab.open('#v1/everyday-call?t=45');
  await lab.finished();
  const grip = page.getByRole('slider', { name: 'Buffer: drag the line' });
  const sentence = lab.screen.finding('sentence');
  await expect(sentence).toContainText('Behind CUBIC your voice arrives after');
  const press = async (move: number): Promise<void> => {
    const box = await grip.boundingBox();
    if (box === null) throw new Error('no grip');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    if (move !== 0) await page.mouse.move(x, y + move, { steps: 5 });
    await page.mouse.up();
  };
  await press(0);
  await expect(sentence).toContainText('Behind CUBIC your voice arrives after');
  await expect(page.getByRole('button', { name: 'Undo the change' })).toHaveCount(0);
  // Moved, and put back: the run before the hand came.
  await press(40);
  await expect(sentence).toContainText(/^A buffer of \d+\spackets/);
  await lab.finished();
  await page.getByRole('button', { name: 'Undo the change' }).click();
  await expect.poll(() => lab.link()).not.toContain('queue.capacity');
  await lab.finished();
  // A reference that is kept stays kept.
  await lab.key('r');
  await expect.poll(() => lab.link()).toContain('ref=');
  await press(0);
  await press(40);
  await expect.poll(() => lab.link()).toContain('queue.capacity');
  expect(lab.link()).toContain('ref=');
});

test('the scenario menu has six groups, finds by typing, and opens an experiment', async ({ lab, page }) => {
  await lab.open('#v1/sawtooth?t=50');
  await lab.finished();
  await page.getByRole('button', { name: /^Scenario:/ }).click();
  await expect(page.getByRole('option')).toHaveCount(24);
  await expect(page.getByRole('option').last()).toBeInViewport();
  await page.keyboard.type('policer');
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Scenario: A policer/ })).toBeVisible();
  // Once more: the experiments are loaded, so the address changes while the menu closes.
  for (const name of ['Drop against mark', 'Incast: many answers at once']) {
    await page.getByRole('button', { name: /^Scenario:/ }).click();
    await page.getByRole('option', { name }).click();
    await expect(page.getByRole('option')).toHaveCount(0);
    await lab.finished();
    await expect(page.getByRole('button', { name: /^Scenario:/ })).toContainText(name);
  }
  await page.getByRole('button', { name: /^Scenario:/ }).click();
  await page.getByRole('link', { name: 'All experiments in the gallery' }).click();
  await expect.poll(() => lab.link()).toContain('#gallery');
  await expect(page.getByRole('option')).toHaveCount(0);
});

test('an experiment that does not load is said, and the run stays', ONLY_MATRIX, async ({ page }) => {
  // The browser itself logs the failed request, so this test does not check the console.
  const lab = new Lab(page);
  await lab.open('#v1/sawtooth?t=50');
  await lab.finished();
  await page.route('**/assets/gallery-*.js', (route) => route.abort());
  await page.getByRole('button', { name: /^Scenario:/ }).click();
  await page.getByRole('option', { name: 'A policer instead of a queue' }).click();
  await expect(page.getByRole('alert')).toHaveText(/^The experiment did not load\./);
  expect(lab.link()).toContain('#v1/sawtooth');
});

test('who wants less motion is asked at once, and who plays on is not asked', async ({ lab }) => {
  await lab.everyone.wantsLessMotion();
  await lab.open('');
  await expect(lab.screen.answer('Westwood+')).toBeVisible();
  expect(await lab.timeS()).toBe(20);
  await lab.finished();
  await lab.key('Space');
  await expect(lab.screen.answer('Westwood+')).toHaveCount(0);
  await expect.poll(async () => (await lab.screen.inkAroundClock(0.9)).after).toBeGreaterThan(100);
});

test(
  'on a phone on its side the question stands over the lanes until it is answered',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.hand.hasWidth(844, 390);
    await lab.everyone.wantsLessMotion();
    await lab.open('');
    await expect(lab.screen.question()).toHaveText(/^One packet in a thousand is lost\. Who stays fast\?/);
    await expect(lab.screen.question()).toBeInViewport();
    await lab.finished();
    await lab.key('2');
    await expect(lab.screen.finding('verdict')).toContainText('You say CUBIC.');
    expect(await lab.screen.faults()).toEqual([]);
  },
);

const SIZES = [
  [390, 844],
  [1024, 768],
  [1280, 720],
] as const;

for (const [width, height] of cases(SIZES, ([px]) => px === 390))
  test(`whether an answer was right is seen at ${String(width)} × ${String(height)}`, async ({ lab }) => {
    await lab.hand.hasWidth(width, height);
    await lab.everyone.wantsLessMotion();
    await lab.open('');
    await lab.finished();
    await lab.hand.answerFirstQuestion();
    // The head of the chosen lane has the sign; the sentence is the same for a right and a wrong answer.
    await expect.poll(() => lab.screen.findingIsSeen('yours')).toBe(true);
    expect(await lab.screen.faults()).toEqual([]);
  });

test('a room sees the question and what came out, also at 1280 × 720', ONLY_MATRIX, async ({ lab }) => {
  await lab.hand.hasWidth(1280, 720);
  await lab.everyone.wantsLessMotion();
  await lab.open('');
  await lab.finished();
  await lab.hand.goToSecondQuestion();
  await lab.finished();
  await lab.key('p');
  await expect(lab.screen.question()).toContainText('Ten flows start the other way');
  await lab.screen.answer('Vegas').press('Enter');
  await expect.poll(() => lab.screen.findingIsSeen('sentence')).toBe(true);
  expect(await lab.screen.faults()).toEqual([]);
});
