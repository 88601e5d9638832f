/** A lesson as a SCORM package in a course system, and as a list for a question bank. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/app.ts';
import { Course, unpack } from '../support/scorm.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

const LESSON = '#lesson/sawtooth?step=4';

/** Keeps four packets in the queue, on any path. On one line: the editor closes no braces of a pasted text. */
const RULE =
  'on avoidance { } on round { if rtt_min > 0 and round_mean_rtt > 0 { cwnd += 0.5 * (4 - cwnd * (1 - rtt_min / round_mean_rtt)) } }';

/** Saves a file of the part “For the teacher”. */
async function saved(page: Page, button: string): Promise<string> {
  await page.getByText(/^For the teacher/).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return (await coming).path();
}

test('a package records answers, the score and where to go on, and asks for nothing', async ({
  lab,
  page,
}) => {
  await lab.learn.open(LESSON);
  const { bytes, manifest, page: sco } = unpack(await saved(page, 'SCORM package'));
  // The whole site; the readers of measured files are 0.4 MB of it.
  expect(bytes.length).toBeLessThanOrEqual(3_500_000);
  expect(manifest).toContain('<title>Slow start and the sawtooth</title>');

  const course = new Course(await page.context().newPage());
  await course.open(sco);
  await course.sco.getByRole('button', { name: 'I don’t know' }).click();
  await expect.poll(async () => (await course.told()).values['cmi.interactions.0.id']).toBe('sawtooth_1');
  const { values } = await course.told();
  expect(values).toMatchObject({
    'cmi.interactions.0.id': 'sawtooth_1',
    'cmi.interactions.0.type': 'fill-in',
    'cmi.interactions.0.result': 'neutral',
    'cmi.core.lesson_status': 'incomplete',
    'cmi.core.lesson_location': '1',
  });
  expect(values['cmi.suspend_data']).toMatch(/^2;[0-9a-f]{8};/);

  // A package is for students: the answers are nowhere in it.
  await expect(course.sco.getByText(/^For the teacher/)).toHaveCount(0);
  for (const fragment of ['#teacher/sawtooth', '#lesson/sawtooth?lecture']) {
    await course.sco.locator('body').evaluate((_, hash) => (location.hash = hash), fragment);
    await expect(course.sco.getByRole('heading', { level: 1 })).toHaveText('This page is for teachers');
    await course.sco.locator('body').evaluate(() => history.back());
    await expect(course.sco.getByRole('heading', { level: 1 })).not.toHaveText('This page is for teachers');
  }

  // The visit goes on in the other pages of the package.
  await course.sco.getByRole('link', { name: 'The map' }).click();
  await expect(course.sco.getByRole('heading', { level: 1 })).toHaveText(
    'Congestion control in twelve units',
  );
  await course.sco.locator('body').evaluate(() => history.back());
  await course.sco.getByRole('link', { name: /^Step 2/ }).click();
  await course.sco.getByRole('button', { name: 'I don’t know' }).click();
  await expect.poll(async () => (await course.told()).values['cmi.interactions.1.id']).toBe('sawtooth_2');
  expect((await course.told()).calls.filter((call) => call === 'begin' || call === 'end')).toEqual(['begin']);

  await course.leave();
  await expect.poll(async () => (await course.told()).calls.filter((call) => call === 'end')).toHaveLength(1);
  expect((await course.told()).values).toMatchObject({
    'cmi.core.exit': 'suspend',
    'cmi.core.session_time': expect.stringMatching(/^\d{4}:\d\d:\d\d\.\d\d$/),
  });
  expect(course.asked).toEqual([]);

  // The next visit counts the first answers, too.
  await course.open(sco);
  await course.sco.getByRole('link', { name: /^Step 3/ }).click();
  await course.sco.getByRole('button', { name: 'I don’t know' }).click();
  await expect.poll(async () => (await course.told()).values['cmi.interactions.2.id']).toBe('sawtooth_3');
  // What was skipped counts nothing.
  expect((await course.told()).values['cmi.core.score.raw']).toBe('0');
  expect(course.asked).toEqual([]);
});

test(
  'a package without a runtime in reach says that it records nothing',
  ONLY_MATRIX,
  async ({ lab, page }) => {
    await lab.learn.open(LESSON);
    const { page: sco } = unpack(await saved(page, 'SCORM package'));
    const course = new Course(await page.context().newPage());
    await course.open(sco, 'other');
    await expect(course.sco.getByRole('alert')).toContainText('not recorded');
  },
);

test('choices and numbers are saved for a question bank, and the part is accessible', async ({
  lab,
  page,
}) => {
  await lab.learn.open('#lesson/rtt-unfairness');
  const coming = page.waitForEvent('download');
  await page.getByText(/^For the teacher/).click();
  await page.getByRole('button', { name: 'Moodle XML' }).click();
  expect((await coming).suggestedFilename()).toBe('rtt-unfairness-moodle.xml');
  await expect(page.getByText('Saved.')).toBeVisible();
  await lab.everyone.isSound();
});

/** What the runs of the questions give, on the slider's thousand parts; a choice by its name. */
const RIGHT = ['One to three', '480', 'On all three', '120', '350'];

const WAYS = [
  ['answers the questions', 'passed', '100'],
  // What was skipped counts nothing: one of six.
  ['skips the questions', 'failed', '17'],
] as const;

for (const [does, status, score] of WAYS)
  test(
    `who ${does} of an exercise and hands in a rule that holds has ${status}`,
    ONLY_MATRIX,
    async ({ lab, page }) => {
      // Six runs, three of them of three lanes.
      test.setTimeout(180_000);
      await lab.learn.open('#lesson/design-your-own');
      const { manifest, page: sco } = unpack(await saved(page, 'SCORM package'));
      expect(manifest).toContain('<adlcp:masteryscore>100</adlcp:masteryscore>');
      const course = new Course(await page.context().newPage());
      await course.open(sco);
      const button = (name: string) => course.sco.getByRole('button', { name });
      const result = async (at: number) =>
        (await course.told()).values[`cmi.interactions.${String(at)}.result`];
      // The hand-in ends the lesson.
      for (const [at, right] of RIGHT.entries()) {
        if (status === 'failed') await button('I don’t know').click();
        else {
          if (/^\d/.test(right)) await course.sco.getByRole('form').getByRole('slider').fill(right);
          else await course.sco.getByText(right, { exact: true }).click();
          await button('Run it').click();
        }
        await expect.poll(() => result(at)).toBe(status === 'failed' ? 'neutral' : 'correct');
        await course.sco.getByRole('link', { name: 'Next' }).click();
      }
      await expect(course.sco.getByText('3 of 6 conditions hold.')).toBeVisible();
      const editor = course.sco.getByRole('textbox', { name: 'Script' });
      await editor.click();
      // A letter is text here, no key for the step before.
      await editor.press('b');
      await editor.press('ControlOrMeta+a');
      await course.type(RULE);
      await expect(course.sco.getByText('All 6 conditions hold.')).toBeVisible();
      await button('Hand in').click();
      await expect
        .poll(async () => (await course.told()).values)
        .toMatchObject({
          'cmi.core.lesson_status': status,
          'cmi.core.score.raw': score,
          'cmi.interactions.5.id': 'design_your_own_6',
          'cmi.interactions.5.type': 'fill-in',
          'cmi.interactions.5.result': 'correct',
          'cmi.interactions.5.student_response': expect.stringContaining('on avoidance'),
        });
      expect(course.asked).toEqual([]);
    },
  );
