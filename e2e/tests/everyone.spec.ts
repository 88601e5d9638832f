import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('all keys stand on one sheet, and turn to another lane', async ({ lab, page }) => {
  await lab.open('#v1/gm04-table1?t=100');
  await lab.finished();
  await lab.key('?');
  await expect(lab.everyone.keySheet()).toContainText('Play or pause');
  await lab.everyone.isSound('dialog');
  await lab.key('Escape');
  await expect(lab.everyone.keySheet()).toHaveCount(0);
  for (const [key, name] of [
    ['1', 'New Reno'],
    ['3', 'Westwood+'],
    ['2', 'Vegas'],
  ] as const) {
    await lab.key(key);
    await expect(page.locator('[data-lane][data-focus]')).toHaveAttribute('aria-label', name);
  }
});

test('colours that were chosen stay, until the system is to choose again', ONLY_MATRIX, async ({ lab }) => {
  await lab.open();
  const light = await lab.everyone.background();
  await lab.everyone.chooseColours('Dark');
  await expect.poll(() => lab.everyone.background()).not.toBe(light);
  const dark = await lab.everyone.background();
  await lab.reload();
  expect(await lab.everyone.background()).toBe(dark);
  await lab.everyone.chooseColours('System');
  await expect.poll(() => lab.everyone.background()).toBe(light);
});

test('who wants less motion finds the finished run, and nothing moves', async ({ lab }) => {
  await lab.everyone.wantsLessMotion();
  await lab.open();
  await lab.finished();
  await expect.poll(() => lab.timeS()).toBe(1000);
  await expect(lab.transport('Play')).toBeVisible();
});

test('the results are spoken once the run is done', async ({ lab }) => {
  await lab.open();
  await lab.finished();
  for (const name of ['New Reno', 'Vegas', 'Westwood+'])
    await expect(lab.everyone.spoken()).toContainText(`${name}: goodput`);
});

test(
  'a stretch of the schedule is dragged, or moved by keys, and the run follows',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/gm04-table1?t=100');
    await lab.hand.openSettings();
    const begins = lab.everyone.end('reverse, period 1 starts');
    await expect(begins).toHaveAttribute('aria-valuenow', '250');
    const before = await lab.traceHash();
    await lab.everyone.dragEnd('reverse, period 1 starts', 0.1);
    await expect.poll(async () => Number(await begins.getAttribute('aria-valuenow'))).toBeLessThan(150);
    let dragged = before;
    await expect.poll(async () => (dragged = await lab.traceHash())).not.toBe(before);
    await begins.press('Shift+ArrowRight');
    await expect.poll(() => lab.traceHash()).not.toBe(dragged);
  },
);

test('a scenario that falls on the page is run; anything else is refused with a message, and the run stays', async ({
  lab,
}) => {
  await lab.open();
  const hash = await lab.traceHash();
  await lab.everyone.drop('notes.json', '{"hops": 3}');
  await expect(lab.notice().first()).toContainText('notes.json: the scenario needs "version"');
  expect(await lab.traceHash()).toBe(hash);
  const scenario = {
    version: 1,
    duration: '20s',
    hops: [{ rate: '4Mbps', delay: '20ms' }],
    flows: [{ name: 'main', algorithm: 'cubic', compared: true }],
    compare: ['cubic', 'bic'],
  };
  await lab.everyone.drop('mine.json', JSON.stringify(scenario));
  await expect.poll(() => lab.laneLabels()).toEqual(['cubic', 'bic']);
  await lab.finished();
});
