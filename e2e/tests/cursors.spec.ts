import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('cursors begin around a tooth and measure it in every lane', ONLY_MATRIX, async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=142&zoom=60..160');
  await lab.finished();
  await lab.key('c');
  await expect(lab.instruments.panel('Cursors')).toBeVisible();
  await expect(lab.instruments.lines('A')).toHaveCount(3);
  await expect(lab.instruments.lines('level 1')).toHaveCount(3);
  // New Reno without other traffic: a tooth takes 32 s (docs/validation.md) and halves the window.
  const apart = Number.parseFloat(await lab.instruments.reads('apart'));
  expect(apart).toBeGreaterThan(30);
  expect(apart).toBeLessThan(34);
  const of = (part: string) => lab.instruments.measured('newreno', part);
  const [least, mean, most] = [await of('least'), await of('mean'), await of('most')];
  expect(most / least).toBeGreaterThan(1.9);
  expect(mean).toBeGreaterThan(least);
  expect(mean).toBeLessThan(most);
  expect((await of('integral')) / (mean * apart)).toBeCloseTo(1, 1);
  // Vegas keeps its window constant.
  expect(await lab.instruments.measured('vegas', 'least')).toBe(
    await lab.instruments.measured('vegas', 'most'),
  );
  await lab.everyone.isSound();
});

test('cursors are dragged and typed, follow the row, and are in the link', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=142&zoom=60..160&cursors=80..100,cwnd,40..80');
  await lab.finished();
  await expect.poll(() => lab.instruments.reads('apart')).toBe('20 s');
  expect(await lab.instruments.reads('frequency')).toBe('50 mHz');
  expect(await lab.instruments.reads('levels')).toBe('40 packets');
  expect(await lab.instruments.reads('slope')).toBe('2 packets/s');
  await lab.instruments.drag('B', 80, 0);
  await expect.poll(async () => Number.parseFloat(await lab.instruments.reads('apart'))).toBeGreaterThan(35);
  await lab.instruments.drag('level 2', 0, 60);
  await expect.poll(async () => Number.parseFloat(await lab.instruments.reads('levels'))).toBeLessThan(35);
  // The clock did not move: dragging a cursor is not a press on the chart.
  expect(await lab.timeS()).toBe(142);
  await lab.instruments.field('Cursor B, seconds').fill('90');
  await expect.poll(() => lab.instruments.reads('apart')).toBe('10 s');
  await lab.instruments.field('Cursor A, seconds').press('ArrowUp');
  await expect.poll(() => lab.link()).toMatch(/cursors=80\.1\.\.90,cwnd,/);
  await lab.reload();
  await lab.finished();
  await expect.poll(() => lab.instruments.reads('apart')).toBe('9.9 s');
  await lab.instruments.open();
  await lab.instruments.button(/^Cursors/).click();
  await expect(lab.instruments.panel('Cursors')).toBeHidden();
  await expect(lab.instruments.lines('A')).toHaveCount(0);
  await expect.poll(() => lab.link()).not.toContain('cursors=');
});

test('cursors say nothing of a hidden future', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=90&zoom=60..160&cursors=80..150,cwnd&future=hidden');
  await lab.finished();
  // From 80 to 90 s the window only grows; the cut is at 108 s.
  const [least, most] = [
    await lab.instruments.measured('newreno', 'least'),
    await lab.instruments.measured('newreno', 'most'),
  ];
  expect(most / least).toBeLessThan(1.4);
  await lab.key('h');
  await expect.poll(() => lab.instruments.measured('newreno', 'most')).toBeGreaterThan(most);
});

test('cursors after the clock measure nothing while a question is open', async ({ lab, page }) => {
  await lab.open('#v1/today-sawtooth?future=asked&zoom=20..60&cursors=20..60,queue,1..2');
  await lab.finished();
  const cells = page.locator('[data-measured] td');
  await expect(cells).not.toHaveCount(0);
  for (const text of await cells.allTextContents()) expect(text).toBe('–');
  // The curves as text end at the clock, too: of these twenty to sixty seconds none is played.
  await lab.key('t');
  await expect(page.getByRole('dialog')).toContainText('the future is hidden');
  await expect(page.getByRole('table', { name: /: curves$/ })).toHaveCount(0);
});
