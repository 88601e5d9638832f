/** A lesson before a hall: one key a step, two windows, a code that a phone reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '../support/app.ts';
import { cases, ONLY_MATRIX } from '../support/matrix.ts';

test.describe.configure({ mode: 'parallel' });

test('PageDown goes through question, run, events and the next step, and PageUp hides the run again', async ({
  lab,
}) => {
  await lab.everyone.wantsLessMotion();
  await lab.hand.hasWidth(1920, 1080);
  await lab.learn.open('#lesson/sawtooth?lecture');
  await expect(lab.learn.title()).toHaveText('Draw the window over the first four seconds.');
  expect(await lab.lecture.moment()).toBe('1 asked');
  await lab.finished();
  expect(await lab.lecture.words()).not.toMatch(/\b(?:252|126|84)\b/);
  await lab.learn.press('PageDown');
  await expect.poll(() => lab.lecture.moment()).toBe('1 shown');
  await expect(lab.learn.callouts()).toHaveCount(0);
  await lab.learn.press('PageDown');
  await expect(lab.learn.callouts().first()).toContainText('335: a loss is detected');
  await lab.learn.press('PageUp');
  await lab.learn.press('PageUp');
  await expect.poll(() => lab.lecture.moment()).toBe('1 asked');
  expect(await lab.lecture.words()).not.toMatch(/\b(?:252|126|84)\b/);
  for (let key = 0; key < 3; key += 1) await lab.learn.press('PageDown');
  await expect.poll(() => lab.lecture.moment()).toBe('2 asked');
});

test(
  'a hall can read it: plots, letters and the code, which says the address of the step',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.everyone.wantsLessMotion();
    for (const [width, height] of [
      [1920, 1080],
      [1280, 720],
    ] as const) {
      await lab.hand.hasWidth(width, height);
      await lab.learn.open('#lesson/sawtooth?step=2&lecture');
      const scale = width / 1920;
      const { plots, question, axes, least } = await lab.lecture.sizes();
      expect(plots).toBeGreaterThan(0.6);
      expect(question / scale).toBeGreaterThanOrEqual(40);
      expect(axes / scale).toBeGreaterThanOrEqual(24);
      expect(least / scale).toBeGreaterThanOrEqual(20);
      await lab.learn.press('q');
      const code = await lab.lecture.code();
      expect(code.modules).toBeGreaterThan(0.4);
      expect(code.text).toMatch(/\?student#lesson\/sawtooth\?step=2$/);
      await lab.learn.press('q');
    }
    // Over a run, too: nothing of it shines through.
    await lab.learn.open('#lesson/sawtooth?step=4&lecture');
    await expect(lab.learn.title()).toBeVisible();
    await lab.learn.press('PageDown');
    await lab.finished();
    await expect(lab.learn.lanes()).toHaveCount(1);
    await lab.learn.press('q');
    expect((await lab.lecture.code()).text).toMatch(/#lesson\/sawtooth\?step=4$/);
    await lab.learn.press('q');
    await lab.learn.press('b');
    expect(await lab.lecture.cover()).toBe('black');
    expect(await lab.lecture.shining()).toEqual([]);
  },
);

test('a question of two lines stands clear of the edge and of the plot', ONLY_MATRIX, async ({ lab }) => {
  await lab.everyone.wantsLessMotion();
  await lab.hand.hasWidth(1024, 768);
  await lab.learn.open('#lesson/invent-westwood?step=2&lecture');
  await expect(lab.learn.title()).toBeVisible();
  const { above, below, lines } = await lab.lecture.question();
  expect(lines).toBe(2);
  expect(above).toBeGreaterThanOrEqual(8);
  expect(below).toBeGreaterThanOrEqual(8);
  expect(await lab.lecture.cutOff()).toEqual([]);
});

test('the space bar on a button of the notes goes on by one moment', ONLY_MATRIX, async ({ lab }) => {
  await lab.everyone.wantsLessMotion();
  await lab.learn.open('#lesson/sawtooth?lecture');
  await expect(lab.learn.title()).toBeVisible();
  const notes = await lab.lecture.notes();
  await expect.poll(() => notes.moment()).toBe('1 asked');
  await notes.goOn();
  await expect.poll(() => notes.moment()).toBe('1 shown');
  await notes.press('Space');
  // Commands arrive in their order: with this one, all of the space bar have arrived.
  await notes.press('b');
  await expect.poll(() => notes.cover()).toBe('black');
  expect(await notes.moment()).toBe('1 named');
});

test('a reload of the room goes on at its step, with the question', async ({ lab }) => {
  await lab.everyone.wantsLessMotion();
  await lab.learn.open('#lesson/sawtooth?lecture');
  await expect(lab.learn.title()).toBeVisible();
  for (let key = 0; key < 4; key += 1) await lab.learn.press('PageDown');
  await expect.poll(() => lab.lecture.moment()).toBe('2 shown');
  await lab.learn.reload();
  expect(lab.link()).toBe('#lesson/sawtooth?step=2&lecture');
  await expect.poll(() => lab.lecture.moment()).toBe('2 asked');
});

test('the notes in a second window lead the room, and follow it', async ({ lab }) => {
  await lab.everyone.wantsLessMotion();
  await lab.learn.open('#lesson/sawtooth?lecture');
  await expect(lab.learn.title()).toBeVisible();
  const notes = await lab.lecture.notes();
  await expect.poll(() => notes.moment()).toBe('1 asked');
  await lab.learn.press('PageDown');
  await expect.poll(() => notes.moment()).toBe('1 shown');
  await notes.press('PageDown');
  await expect.poll(() => lab.lecture.moment()).toBe('1 named');
  await notes.showRun('A tenth of the buffer');
  await expect.poll(() => lab.lecture.moment()).toBe('4 shown');
});

test('what a question takes as given stands below it: in the lesson, before the hall and in the notes', async ({
  lab,
  page,
}) => {
  await lab.everyone.wantsLessMotion();
  const given = 'Link 10 Mbit/s · RTT 100 ms · buffer 8 packets · New Reno';
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [844, 390],
  ] as const) {
    await lab.hand.hasWidth(width, height);
    // Only the first step's text says them: a phone comes to this one by the code.
    await lab.learn.open('#lesson/sawtooth?step=4');
    await expect(page.getByText(given)).toBeInViewport({ ratio: 1 });
  }
  await lab.hand.hasWidth(1920, 1080);
  await lab.learn.open('#lesson/sawtooth?step=4&lecture');
  await expect(page.getByText(given)).toBeInViewport({ ratio: 1 });
  expect((await lab.lecture.sizes()).plots).toBeGreaterThan(0.6);
  const notes = await lab.lecture.notes();
  await expect(notes.said(given)).toBeVisible();
});

test('all that is measured is in sight of a hall, once', ONLY_MATRIX, async ({ lab, page }) => {
  await lab.everyone.wantsLessMotion();
  await lab.hand.hasWidth(1920, 1080);
  // Three rows; three lanes; a part of the run; two queues; phase plots.
  for (const step of [
    'how-large-a-buffer?step=2',
    'slow-start?step=3',
    'sawtooth?step=3',
    'l4s?step=3',
    'why-a-sawtooth?step=3',
  ]) {
    await lab.learn.open(`#lesson/${step}&lecture`);
    await expect(lab.learn.title()).toBeVisible();
    await lab.learn.press('PageDown');
    await lab.finished();
    for (const results of await page.locator('[data-part=results]').all())
      await expect(results).toBeInViewport({ ratio: 1 });
    await expect(page.locator('[data-part^=so-far]').filter({ visible: true })).toHaveCount(0);
    const plots = page.locator('[data-lecture] [data-plot]').first();
    expect(await plots.evaluate((area) => area.scrollHeight - area.clientHeight), step).toBeLessThanOrEqual(
      1,
    );
  }
});

const HALLS = [
  [1920, 1080],
  [1024, 768],
] as const;
const STEPS = readdirSync(`${import.meta.dirname}/../../docs/lessons`).flatMap((name) => {
  const text = readFileSync(`${import.meta.dirname}/../../docs/lessons/${name}`, 'utf8');
  return (text.match(/^```lab$/gm) ?? []).map((_, at) => `${name.replace('.md', '')}?step=${at + 1}`);
});
const ALL = STEPS.flatMap((step) => HALLS.map((hall) => ({ step, hall })));

for (const { step, hall } of cases(
  ALL,
  // Three lanes with a sentence of given each, on the smaller screen.
  ({ step: one, hall: [width] }) => one === 'design-your-own?step=2' && width === 1024,
))
  test(`nothing is cut off before a hall of ${hall.join('×')}: ${step}`, async ({ lab }) => {
    await lab.everyone.wantsLessMotion();
    const [width, height] = hall;
    await lab.hand.hasWidth(width, height);
    await lab.learn.open(`#lesson/${step}&lecture`);
    await expect(lab.learn.title()).toBeVisible();
    await lab.finished();
    const at = step.split('=')[1];
    const seen: string[] = [];
    for (let moment = await lab.lecture.moment(); moment.startsWith(`${at} `);) {
      // What is shown settles with the next frames.
      await expect.poll(() => lab.lecture.cutWords(), moment).toEqual([]);
      seen.push(moment);
      await lab.learn.press('PageDown');
      const next = await lab.lecture.moment();
      if (next === moment) break;
      moment = next;
    }
    expect(seen).toContain(`${at} shown`);
  });

test(
  'the answers of the class stand between the question and the run, also after a reload',
  ONLY_MATRIX,
  async ({ lab, page }) => {
    await lab.everyone.wantsLessMotion();
    await lab.hand.hasWidth(1920, 1080);
    // A line, a level one, and a number for step 3.
    const codes = ['00G2-47AC-FHMP-SWYS', '00GH-HHHH-HHHH-HHHJ', '10G0-0001-BRZZ-W00M'];
    await lab.learn.open('#lesson/sawtooth?lecture');
    await expect(lab.learn.title()).toBeVisible();
    const notes = await lab.lecture.notes();
    await expect.poll(() => notes.moment()).toBe('1 asked');
    await notes.paste(codes.join('\n'));
    await expect(notes.said('2 of them answer this step.')).toBeVisible();
    await lab.learn.press('PageDown');
    await expect.poll(() => lab.lecture.moment()).toBe('1 cloud');
    await expect(page.locator('[data-drawing]')).toHaveCount(2);
    await expect(page.locator('[data-run]')).toHaveCount(0);
    expect(await page.locator('[data-lecture]').innerText()).not.toMatch(/\b(?:252|126|84)\b/);
    const { plots, axes } = await lab.lecture.sizes();
    expect(plots).toBeGreaterThan(0.6);
    expect(axes).toBeGreaterThanOrEqual(24);
    await lab.learn.press('PageDown');
    await expect.poll(() => lab.lecture.moment()).toBe('1 shown');
    await expect(page.locator('[data-drawing]')).toHaveCount(0);
    await lab.learn.reload();
    await expect.poll(() => lab.lecture.moment()).toBe('1 asked');
    await lab.learn.press('PageDown');
    await expect.poll(() => lab.lecture.moment()).toBe('1 cloud');
  },
);

test('a phone shows the whole of it: question, plot, shapes, keys as buttons', async ({ lab, page }) => {
  await lab.everyone.wantsLessMotion();
  for (const [width, height] of [
    [390, 844],
    [320, 568],
  ] as const) {
    await lab.hand.hasWidth(width, height);
    for (const step of [1, 3]) {
      await lab.learn.open(`#lesson/sawtooth?step=${step}&lecture`);
      await expect(lab.learn.title()).toBeVisible();
      expect(await lab.lecture.cutOff()).toEqual([]);
    }
  }
  await page.getByRole('button', { name: 'PgDn' }).click();
  await expect.poll(() => lab.lecture.moment()).toBe('3 shown');
});
