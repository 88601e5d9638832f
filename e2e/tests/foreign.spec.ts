/** A lesson on another server. */
import { expect, test } from '../support/app.ts';
import { FROM, LESSON } from '../support/foreign.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('opens from its address, says where it is from, and goes on to its steps', async ({ lab, page }) => {
  await page.route(FROM, (route) =>
    route.fulfill({ body: LESSON, headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
  await lab.learn.open(`#lesson?from=${encodeURIComponent(FROM)}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One packet at a time');
  await expect(page.getByRole('note')).toContainText(
    `From ${new URL(FROM).host}, not checked. Its author is responsible for it.`,
  );
  await expect(page.getByText('(www.rfc-editor.org)')).toBeVisible();
  await page.getByText('Little', { exact: true }).click();
  await page.getByRole('button', { name: 'Run it' }).click();
  await expect(page.getByText('It is little.')).toBeVisible();
  await lab.everyone.isSound();
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another step');
  expect(page.url()).toContain(`#lesson?from=${encodeURIComponent(FROM)}&step=2`);
});

test(
  'has no link or button that only the site’s own lessons have, and is no progress of the course',
  ONLY_MATRIX,
  async ({ lab, page }) => {
    await page
      .context()
      .route(FROM, (route) =>
        route.fulfill({ body: LESSON, headers: { 'Access-Control-Allow-Origin': '*' } }),
      );
    await lab.learn.open(`#lesson?from=${encodeURIComponent(FROM)}`);
    await page.getByRole('button', { name: 'I don’t know' }).click();
    await expect(page.getByText('It is little.')).toBeVisible();
    await lab.finished();
    await page.getByText(/^For the teacher/).click();
    await expect(page.getByRole('button', { name: 'Moodle XML' })).toBeVisible();
    await expect(page.locator('a[href^="#teacher/"], a[href*="teach/cloud"]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'SCORM package' })).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('ackscope-lessons'))).toBeNull();
    // It can be lectured, and the hall sees where it is from.
    await page.getByRole('link', { name: 'Lecture: one key a step' }).click();
    await expect.poll(() => lab.lecture.moment()).toBe('1 asked');
    await expect(page.locator('[data-lecture] footer')).toContainText(
      `From ${new URL(FROM).host}, not checked`,
    );
    await lab.learn.press('PageDown');
    await expect.poll(() => lab.lecture.moment()).toBe('1 shown');
    await lab.learn.press('PageDown');
    await expect.poll(() => lab.lecture.moment()).toMatch(/^2 /);
    const notes = await lab.lecture.notes();
    await expect.poll(() => notes.moment()).toMatch(/^2 /);
  },
);

test(
  'stays open after “I don’t know” when its run does not record the curve',
  ONLY_MATRIX,
  async ({ lab, page }) => {
    const drawn = `predict:
  ask: Draw the estimate.
  draw: bwe of newreno
  over: 0..20
  top: 10000000
  unit: bps
`;
    await page.route(FROM, (route) =>
      route.fulfill({
        body: LESSON.replace(/predict:\n(?: .*\n)+/, drawn),
        headers: { 'Access-Control-Allow-Origin': '*' },
      }),
    );
    await lab.learn.open(`#lesson?from=${encodeURIComponent(FROM)}`);
    await expect(lab.learn.board()).toBeVisible();
    await page.getByRole('button', { name: 'I don’t know' }).click();
    await lab.finished();
    await expect(page.getByText('It is little.')).toBeVisible();
    await expect(lab.learn.title()).toHaveText('One packet at a time');
  },
);

test('that cannot be read says why', async ({ page, lab }) => {
  await page.route(FROM, (route) =>
    route.fulfill({
      body: LESSON.replace('It is little.', '<img src="https://spy.example/x.png">'),
      headers: { 'Access-Control-Allow-Origin': '*' },
    }),
  );
  await lab.learn.open('#lessons');
  await page.evaluate((from) => {
    location.hash = `#lesson?from=${encodeURIComponent(from)}`;
  }, FROM);
  await expect(page.getByRole('alert')).toContainText('holds paragraphs and lists, no html');
});

test(
  'has the values of a student’s variant, in every step and after a reload',
  ONLY_MATRIX,
  async ({ lab, page }) => {
    const body = LESSON.replace('title: A', 'vary: { hops.0.rate: [5Mbps, 8Mbps] }\nsalt: s\ntitle: A')
      .replace('See [RFC', 'The link has {value}. See [RFC')
      .replace('## Another step', '## Another step at {value}');
    await page.route(FROM, (route) =>
      route.fulfill({ body, headers: { 'Access-Control-Allow-Origin': '*' } }),
    );
    await lab.learn.open(`#lesson?from=${encodeURIComponent(FROM)}`);
    await expect(page.getByText('The link has 5 Mbit/s.')).toBeVisible();
    const student = page.getByRole('textbox', { name: 'Your student number' });
    // Of SHA-256("s4711") the first bit is set, of "s4713" it is not: the second value and the first one.
    for (const [number, rate] of [
      ['4711', '8 Mbit/s'],
      ['4713', '5 Mbit/s'],
    ] as const) {
      await student.fill(number);
      await student.press('Enter');
      await expect(page.getByText(/^Variant \d+\.$/)).toBeVisible();
      await expect(page.getByText(`The link has ${rate}.`)).toBeVisible();
      await page.getByRole('button', { name: 'I don’t know' }).click();
      await page.getByRole('link', { name: 'Next' }).click();
      await expect(lab.learn.title()).toHaveText(`Another step at ${rate}`);
      await lab.learn.reload();
      await expect(lab.learn.title()).toHaveText(`Another step at ${rate}`);
      expect(page.url()).not.toContain(number);
      await page.getByRole('link', { name: /^Step 1/ }).click();
    }
    await lab.everyone.isSound();

    await page.getByText(/^For the teacher/).click();
    await page.getByRole('textbox', { name: 'Student numbers' }).fill('4711\n4713');
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save variants and solutions' }).click();
    const saved = await coming;
    expect(saved.suggestedFilename()).toBe('lesson-variants.csv');
  },
);

test('is “not checked” until its author has checked it', async ({ lab, page }) => {
  await page.route(FROM, (route) =>
    route.fulfill({ body: LESSON, headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
  await lab.learn.open(`#lesson?from=${encodeURIComponent(FROM)}`);
  const note = page.getByRole('note');
  await expect(note).toContainText('not checked');
  await note.getByRole('button', { name: 'Check' }).click();
  await expect(note).toContainText('Checked: 0 comparisons in 2 runs');
  await expect(note).not.toContainText('not checked');
  await expect(note).toContainText(`From ${new URL(FROM).host}. Its author is responsible for it.`);
});

test('is drawn while it is written, and keeps the last good state beside a mistake', async ({
  lab,
  page,
}) => {
  await lab.learn.open('#lesson?write');
  const preview = page.getByRole('region', { name: 'Preview of the step at the cursor' });
  const text = page.getByRole('textbox', { name: 'Text of the lesson' });
  const title = preview.getByRole('heading', { level: 2 });
  await expect(title).toHaveText('A number to guess');
  await expect(preview.locator('[data-part="answer"]')).toHaveText('The run gives 100 %.');
  await expect(preview.locator('[data-lane]')).toHaveCount(1);
  await text.getByText('## A number to guess').click();
  await text.press('End');
  await text.pressSequentially(' twice');
  await expect(title).toHaveText('A number to guess twice');
  await text.getByText('unit: ratio').click();
  await text.press('End');
  await text.pressSequentially('s');
  await expect(page.getByText('The preview shows the last text that could be read.')).toBeVisible();
  await expect(title).toHaveText('A number to guess twice');
  await lab.everyone.isSound();
  // The mistake leads to its line.
  await text.press('Control+Home');
  await page.getByRole('button', { name: 'Show line 18' }).click();
  await text.press('End');
  await text.press('Backspace');
  await page.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByText('Checked: 2 comparisons in 2 runs, all hold.')).toBeVisible();
  // The next step follows the cursor; another page and back loses nothing.
  await text.press('Control+End');
  await expect(title).toHaveText('A choice');
  await expect(preview.getByText('correct', { exact: true })).toBeVisible();
  await lab.learn.open('#lessons');
  await page.goBack();
  await expect(text).toContainText('## A number to guess twice');
  // A reload keeps it, too. The browser asks before it reloads.
  page.once('dialog', (asked) => void asked.accept());
  await page.reload();
  await expect(text).toContainText('## A number to guess twice');
  await lab.everyone.isSound();
});
