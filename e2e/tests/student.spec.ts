/** The site for students: no page of it holds a solution. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/app.ts';
import { MATRIX, ONLY_MATRIX } from '../support/matrix.ts';
import { PAGE_URL } from '../support/servers.ts';

const docs = (folder: string): string[] =>
  readdirSync(`${import.meta.dirname}/../../docs/${folder}`).map((name) =>
    readFileSync(`${import.meta.dirname}/../../docs/${folder}/${name}`, 'utf8'),
  );

/** Beginnings of what only teachers read: the notes of all lessons, answers of exams, what students believe. */
const SECRETS = [
  ...docs('lessons').flatMap(
    (text) => text.split('## For the teacher\n')[1]?.match(/(?<=\*\* )[^*\n]{40}/g) ?? [],
  ),
  ...docs('units').flatMap((text) => text.match(/(?<=^ +(?:answer|- they): ")[^"]{16,60}/gm) ?? []),
];

async function open(page: Page, fragment: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${process.env[PAGE_URL] ?? ''}?student${fragment}`);
  await expect(page.locator('main')).toBeVisible();
}

async function holdsNoSolution(page: Page, fragment: string): Promise<void> {
  const words = (await page.locator('body').textContent()) ?? '';
  expect(
    SECRETS.filter((secret) => words.includes(secret)),
    fragment,
  ).toEqual([]);
  await expect(page.getByText(/^For the teacher/), fragment).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Moodle XML|GIFT|SCORM package/ }), fragment).toHaveCount(0);
}

/** Pages that hold solutions, each by an address that a student can guess or find. */
const CLOSED = [
  '#teacher',
  '#teacher/sawtooth',
  '#lesson/sawtooth?lecture',
  '#lesson/sawtooth?step=2&notes',
  '#teach/cloud?lesson=sawtooth&step=1&codes=00G2-47AC-FHMP-SWYS',
  '#teach/worksheet',
];

test('a page that holds solutions is not there for students, and a lesson has no part for the teacher', async ({
  page,
}) => {
  // They are what the teachers' pages say: here they are found.
  await page.goto(`${process.env[PAGE_URL] ?? ''}#teacher`);
  await expect(page.getByRole('article')).toHaveCount(12);
  const told = (await page.locator('main').textContent()) ?? '';
  expect(SECRETS.filter((secret) => told.includes(secret)).length).toBeGreaterThan(20);
  for (const fragment of MATRIX ? CLOSED : CLOSED.slice(0, 3)) {
    await open(page, fragment);
    await expect(page.getByRole('heading', { level: 1 }), fragment).toHaveText('This page is for teachers');
    await holdsNoSolution(page, fragment);
  }
  await page.getByRole('link', { name: 'All lessons' }).click();
  await expect(page.getByRole('link', { name: 'For teachers' })).toHaveCount(0);
  expect(page.url()).toContain('?student#lessons');
  await open(page, '#lesson/rtt-unfairness?step=4');
  await page.getByRole('button', { name: 'I don’t know' }).click();
  // All is answered here, so that the notes would stand below.
  await expect(page.getByText('More evenly, and with a much shorter queue.')).toBeVisible();
  await holdsNoSolution(page, 'rtt-unfairness');
});

test('no link of the site for students leads to a solution', ONLY_MATRIX, async ({ page }) => {
  test.setTimeout(900_000);
  const found = ['#lessons'];
  for (const fragment of found) {
    await open(page, fragment);
    await holdsNoSolution(page, fragment);
    await expect(page.getByRole('heading', { name: 'This page is for teachers' }), fragment).toHaveCount(0);
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) =>
        all.flatMap((link) =>
          link instanceof HTMLAnchorElement && link.origin === location.origin
            ? [[link.search, link.hash]]
            : [],
        ),
      );
    for (const [search, hash = ''] of links) {
      expect(search, `${fragment} to ${hash}`).toBe('?student');
      // Of each kind of page all lessons and a few others: the gallery alone has hundreds.
      const kind = hash.split(/[/?]/)[0] ?? '';
      const known = found.filter((one) => one.startsWith(kind)).length;
      if (!found.includes(hash) && known < (kind === '#lesson' ? 80 : 4)) found.push(hash);
    }
  }
  expect(found.filter((fragment) => fragment.startsWith('#lesson/')).length).toBeGreaterThan(17);
});

test('a widget of the site for students leads to the site for students', async ({ page }) => {
  for (const part of ['?student', '']) {
    await page.goto('about:blank');
    await page.goto(`${process.env[PAGE_URL] ?? ''}embed.html${part}#v1/sawtooth?compare=newreno`);
    const link = page.getByRole('link', { name: 'Open in Ackscope' });
    const home = `${process.env[PAGE_URL] ?? ''}${part}#v1/sawtooth`;
    await expect.poll(async () => (await link.getAttribute('href'))?.startsWith(home)).toBe(true);
  }
});
