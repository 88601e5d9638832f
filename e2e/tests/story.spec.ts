import { WHY } from '../support/quiet.ts';
import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

const LOSS = '#v1/gm04-table1?t=75.8&lane=newreno&story=75.842252';

test('a link tells how one lost packet is noticed and repaired, step by step', async ({ lab, page }) => {
  await lab.open(LOSS);
  await lab.finished();
  await expect(lab.screen.finding('sentence')).toHaveText(
    /^Packet 11.778 finds the buffer full\. 0\.45\ss later the third duplicate ACK tells New Reno; after 0\.49\ss more/,
  );
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps).toHaveText([
    /Buffer full: 40 of 40 wait/,
    /Three later packets arrive/,
    /Duplicate ACKs 1, 2, 3/,
    /Sent again.*window 84 → 42/,
    /0\.25 s nothing new/,
    /The gap is closed.*85 packets/,
  ]);
  // Every label has a place, and none covers another.
  await expect(page.locator('[data-step][data-placed]')).toHaveCount(6);
  const boxes = await steps.evaluateAll((items) =>
    items.map((item) => {
      const { left, right, top, bottom } = item.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  for (const [at, a] of boxes.entries())
    for (const b of boxes.slice(at + 1))
      expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true);
  await steps.getByRole('button', { name: /Sent again/ }).click();
  await expect.poll(() => lab.timeS()).toBeCloseTo(76.2936, 3);
  await lab.everyone.isSound();
});

test('by keys: through the steps, to the next loss, to another lane, and out', async ({ lab, page }) => {
  await lab.open(LOSS);
  await lab.finished();
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps).toHaveCount(6);
  await lab.key('ArrowRight');
  await expect.poll(() => lab.timeS()).toBeCloseTo(75.842252, 5);
  await lab.key('ArrowRight');
  await expect.poll(() => lab.timeS()).toBeGreaterThan(76.1);
  const tab = page.locator('[data-tab=newreno]');
  await expect(tab).toContainText('lost packet 45 of 92');
  await lab.key('PageDown');
  await expect(tab).toContainText('lost packet 46 of 92');
  await lab.key('2');
  await expect(page.locator('[data-tab=vegas]')).toContainText('no lost packet');
  await expect(lab.screen.finding('sentence')).toContainText('The ACK is back');
  await lab.key('Escape');
  await expect(steps).toHaveCount(0);
  await expect.poll(() => lab.link()).not.toContain('story=');
});

test(
  'in sight of single packets a story is offered, and a picture of it has its steps',
  ONLY_MATRIX,
  async ({ lab, page }) => {
    await lab.open('#v1/gm04-table1?t=76&lane=newreno&zoom=75.4..77');
    await lab.finished();
    await page.getByRole('button', { name: 'The story of one packet' }).click();
    await expect(page.locator('[data-step][data-placed]')).toHaveCount(6);
    await lab.files.open();
    const picture = (await lab.files.save('Charts', 'SVG')).bytes.toString('utf8');
    expect(picture).toContain('Packet 11');
    for (const step of ['Buffer full: 40 of 40 wait', 'Three later packets arrive', 'The gap is closed'])
      expect(picture).toContain(step);
  },
);

test(
  '“Why?” leads to the story of a packet; on a phone the steps are a list',
  ONLY_MATRIX,
  async ({ lab, page }) => {
    await lab.everyone.wantsLessMotion();
    await lab.open('#v1/sawtooth?hops.0.queue.capacity=5&t=50');
    await lab.finished();
    await page.getByRole('button', { name: WHY }).click();
    await page.getByRole('button', { name: 'The story of one packet' }).click();
    await expect(lab.screen.finding('sentence')).toContainText('finds the buffer full');
    await page.setViewportSize({ width: 390, height: 844 });
    const lines = lab.screen.finding('sentence').evaluate((title) => {
      const range = document.createRange();
      range.selectNodeContents(title);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(await lines).toBeLessThanOrEqual(3);
    const first = page.locator('[data-step="1"]');
    await expect(first).toBeVisible();
    const ladder = await page.locator('[data-plot=story]').boundingBox();
    expect((await first.boundingBox())?.y).toBeGreaterThan((ladder?.y ?? 0) + (ladder?.height ?? 0));
  },
);
