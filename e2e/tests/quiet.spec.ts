import { expect, test } from '../support/app.ts';
import type { Lab } from '../support/app.ts';
import type { Page } from '@playwright/test';
import { controlsOf, holdSentence, placesOf, plotsOf, watchFirstFrame, wordsOf } from '../support/quiet.ts';

/** A visit up to its question. */
async function asked(lab: Lab): Promise<void> {
  await lab.open('');
  await lab.finished();
  await expect.poll(() => lab.timeS(), { timeout: 60_000 }).toBe(20);
  await expect(lab.screen.answer('Westwood+')).toBeVisible();
}

/** The lab takes over from the recorded first frame without a jump. */
async function agree(page: Page, plots: number): Promise<void> {
  await expect(page.locator('.first-frame')).toHaveCount(0);
  const { recorded, drawn } = await plotsOf(page);
  expect(recorded).toHaveLength(plots);
  expect(recorded).toEqual(drawn);
}

test('before anything is pressed the page is quiet; its sentence opens by key, and the answer moves nothing', async ({
  lab,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await watchFirstFrame(page);
  await asked(lab);
  await agree(page, 9);
  await expect(page.locator('[data-part=path] canvas')).toHaveCount(3);
  // Two keys lead to the first answer.
  await lab.key('Tab');
  await lab.key('Enter');
  await expect(lab.screen.answer('New Reno')).toBeFocused();
  await expect(page.locator('[data-part=path-key]')).toHaveText('packets ACKs queues');
  // A door says what its sender does, and the head of its queue does not tell yet what is lost.
  await expect(lab.screen.answer('New Reno')).toContainText('A loss halves the window.');
  const key = page.locator('[data-lane=newreno] [data-row=queue]').getByText('▼ dropped ▲ lost');
  await expect(key).toHaveCount(0);
  await expect(page.locator('[data-lane=newreno] [data-row=cwnd]').getByText('full link')).toBeVisible();
  const { controls, mute } = await controlsOf(page);
  expect(controls.length, controls.join(' · ')).toBeLessThanOrEqual(16);
  expect(mute.length, mute.join(' · ')).toBeLessThanOrEqual(3);
  const words = await wordsOf(lab.screen);
  const numbers = words.filter((word) => /\d/.test(word));
  expect(words.length - numbers.length, words.join(' ')).toBeLessThanOrEqual(100);
  expect(numbers.length, numbers.join(' ')).toBeLessThanOrEqual(31);
  expect(await lab.screen.plotShare()).toBeGreaterThanOrEqual(59);

  await page.getByRole('button', { name: /^A link of 20 Mbit\/s/ }).press('Enter');
  await expect(lab.number('Bottleneck rate')).toBeFocused();

  const before = await placesOf(page);
  expect(before.length).toBeGreaterThan(12);
  const slow = page.locator('[data-part=slow-motion]');
  await expect(slow.filter({ visible: true })).toHaveCount(0);
  await lab.screen.answer('Westwood+').click();
  // The clock is too fast for packets: each path says that it is another moment.
  await expect(slow.filter({ visible: true })).toHaveCount(3);
  await expect.poll(() => lab.timeS(), { timeout: 60_000 }).toBe(40);
  await expect(slow.filter({ visible: true })).toHaveCount(0);
  await expect(page.locator('[data-part=proof]')).toBeVisible();
  expect(await placesOf(page)).toEqual(before);
  // Every lane has its reason, and the triangles have a key once both kinds may be told.
  const reason = (lane: string, row = 'cwnd') =>
    page.locator(`[data-lane="${lane}"] [data-note=${row}]`).first();
  await expect(reason('newreno', 'queue')).toHaveText(
    /^The link loses a packet every [\d.]+ s, and the queue is not full\.$/,
  );
  await expect(reason('newreno')).toHaveText('Each loss cuts the window.');
  await expect(reason('CUBIC')).toHaveText('Each loss cuts its window before it has grown back.');
  await expect(reason('westwood+')).toHaveText(
    /^After a loss it keeps (?:9[5-9]|10[0-5]) packets: .* That fills the link\.$/,
  );
  await expect(page.locator('[data-lane="westwood+"] [data-note=bwe]')).toHaveText(
    'It measures the rate of the ACKs. A lost packet hardly changes it.',
  );
  await expect(key).toBeVisible();
});

for (const [width, height] of [
  [390, 844],
  [844, 390],
] as const)
  test(`the plots do not move when the sentence comes, at ${String(width)} × ${String(height)}`, async ({
    lab,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const letThrough = await holdSentence(page);
    await asked(lab);
    const path = page.locator('[data-part=path-sentence]');
    await expect(path).toHaveCount(0);
    const before = await placesOf(page);
    expect(before.length).toBeGreaterThan(12);
    letThrough();
    await expect(path).toBeVisible();
    expect(await placesOf(page)).toEqual(before);
  });

test('a number of the sentence is dragged, moved by keys, and typed; open, it shows what each value does', async ({
  lab,
  page,
}) => {
  await lab.open('#v1/gm04-table1?t=379.2');
  await lab.finished();
  const buffer = lab.number('Buffer');
  await lab.runsAnew(() => buffer.press('ArrowRight'));
  await lab.reads('Buffer', '42 packets');
  await expect(buffer).toHaveText('42 packets');
  await buffer.press('ArrowLeft');
  await expect.poll(async () => Number.parseInt(await buffer.innerText(), 10)).toBeLessThan(42);
  const box = await buffer.boundingBox();
  if (box === null) throw new Error('no number');
  await page.mouse.move(box.x + 5, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 65, box.y + 5, { steps: 4 });
  await page.mouse.up();
  // A drag opens nothing.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => Number.parseInt(await buffer.innerText(), 10)).toBeGreaterThan(100);
  await expect.poll(() => lab.link()).toContain('capacity=');
  await buffer.press('2');
  await expect(lab.knob('Buffer')).toBeFocused();
  await lab.key('5');
  await lab.key('Enter');
  await lab.reads('Buffer', '25 packets');
  // What cannot be is refused where it is typed, and the number stays.
  await lab.knob('Buffer').fill('many');
  await lab.key('Enter');
  await expect(page.getByText('“many” is not a number: it stays at 25 packets')).toBeVisible();
  await lab.key('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await lab.reads('Buffer', '25 packets');
  await expect(buffer).toBeFocused();

  await buffer.click();
  await expect(lab.instruments.landscape('buffer')).toHaveAttribute('data-done', 'true', { timeout: 60_000 });
  expect(await lab.instruments.landscapeWords('buffer')).toContain('Vegas');
  await lab.key('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // One field finds words, lessons and figures too, in any order of words.
  const find = async (words: string, name: string): Promise<void> => {
    await page.getByRole('button', { name: /^Scenario:/ }).click();
    await page.getByRole('searchbox', { name: /^Find a scenario/ }).fill(words);
    // What has the words in its name comes first.
    await expect(page.getByRole('option').first()).toHaveAccessibleName(name);
    await page.getByRole('option', { name, exact: true }).click();
  };
  await find('acknowledgement repeats', 'duplicate ACK');
  // By its name: the menu lists what words mean, and is a dialog, too.
  const words = page.getByRole('dialog', { name: 'Words' });
  const closeWords = async (): Promise<void> => {
    await lab.key('Escape');
    await expect(words).toHaveCount(0);
  };
  await expect(words).toContainText('An ACK that repeats the last acknowledgement number.');
  await closeWords();
  await find('cwnd', 'cwnd');
  await expect(words).toContainText('Congestion window:');
  await closeWords();
  await find('lessons sawtooth slow', 'Slow start and the sawtooth');
  await expect.poll(() => lab.link()).toMatch(/^#lesson\/sawtooth/);
});

test('a phone has all lanes, one row at a time; the row of the cause opens with the answer', async ({
  lab,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await watchFirstFrame(page);
  await asked(lab);
  // A phone draws no path, so it does not explain the signs of one.
  await expect(page.locator('[data-part=path-key]')).toBeHidden();
  await agree(page, 3);
  expect(await lab.drawnLanes()).toEqual(['newreno', 'CUBIC', 'westwood+']);
  expect((await controlsOf(page)).controls.length).toBeLessThanOrEqual(14);
  expect(await lab.screen.plotShare()).toBeGreaterThanOrEqual(52);
  await expect(page.locator('[data-row=cwnd]')).toHaveCount(3);
  // The button for another question has room beside the headline alone.
  await page.setViewportSize({ width: 1440, height: 844 });
  await page.getByRole('button', { name: 'Next question' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await lab.screen.answer('Vegas').click();
  await expect.poll(() => lab.timeS(), { timeout: 60_000 }).toBe(500);
  await expect(page.locator('[data-part=proof]')).toBeVisible();
  await expect(page.locator('[data-row=queue-ways]')).toHaveCount(3);
  await expect(
    page.locator('[data-note=queue-ways]').filter({ hasText: 'The ACKs wait here' }),
  ).toBeVisible();
  expect(await lab.screen.plotShare()).toBeGreaterThanOrEqual(44);
  await page.getByRole('button', { name: 'cwnd' }).click();
  await expect(page.locator('[data-row=cwnd]')).toHaveCount(3);
  await expect(page.locator('[data-row=queue-ways]')).toHaveCount(0);
  // No row has a head: what its lines are stands in the heads of the lanes without the answer.
  await expect(page.locator('[data-part=line-key]')).toHaveText(['full link', 'ssthresh']);
});
