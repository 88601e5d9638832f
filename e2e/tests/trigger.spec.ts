import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('a trigger lays every loss over the others, and heads say how they ended', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=379.2&charts=overlay');
  await lab.finished();
  await lab.key('g');
  await expect(lab.instruments.panel('Trigger')).toBeVisible();
  await expect.poll(() => lab.instruments.found()).toHaveLength(3);
  const [newreno = '', vegas, westwood = ''] = await lab.instruments.found();
  expect(newreno).toMatch(/^\d+ of \d+ loss events end in a timeout, \d+ not shown$/);
  expect(westwood).toMatch(/^\d+ of \d+ loss events end in a timeout, \d+ not shown$/);
  expect(vegas).toBe('no loss event');
  // Pixels brighter than a single trace: many traces pass through them.
  await expect.poll(async () => (await lab.instruments.glow('cwnd')).faint).toBeGreaterThan(1000);
  expect((await lab.instruments.glow('cwnd')).bright).toBeGreaterThan(300);
  await lab.everyone.isSound();
  // With other traffic the trigger finds fewer losses.
  const all = Number(/of (\d+)/.exec(newreno)?.[1]);
  await lab.instruments.choose('When', 'in other traffic');
  await expect
    .poll(async () => Number(/of (\d+)/.exec((await lab.instruments.found())[0] ?? '')?.[1]))
    .toBeLessThan(all);
  await lab.instruments.field('Shown after, seconds').fill('5');
  await expect.poll(() => lab.link()).toMatch(/trigger=loss,all,traffic,-5\.\.5/);
  await lab.reload();
  await expect.poll(async () => (await lab.instruments.found())[1]).toBe('no loss event');
  await lab.key('g');
  await expect(lab.instruments.panel('Trigger')).toBeHidden();
  await expect.poll(() => lab.link()).not.toContain('trigger=');
});

test(
  'a trigger on a level counts crossings, and its moments stand in the tables',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/gm04-table1?t=200&trigger=level,all,cwnd:rise:60');
    await lab.finished();
    await expect.poll(async () => (await lab.instruments.found())[0]).toMatch(/^\d+ crossings/);
    const crossings = Number.parseInt((await lab.instruments.found())[0] ?? '', 10);
    expect(crossings).toBeGreaterThan(5);
    expect((await lab.instruments.found())[1]).toBe('no crossing');
    await lab.key('t');
    await expect(lab.instruments.moments(`New Reno: ${String(crossings)} crossings`)).toHaveCount(crossings);
  },
);

test(
  'normal adds the light of what the clock passes, and takes it away again',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/gm04-table1?t=150&trigger=loss,normal');
    await lab.finished();
    await expect.poll(async () => (await lab.instruments.glow('cwnd')).faint).toBeGreaterThan(100);
    const before = await lab.instruments.glow('cwnd');
    await lab.hand.scrubTo(600);
    await expect
      .poll(async () => (await lab.instruments.glow('cwnd')).faint)
      .toBeGreaterThan(1.5 * before.faint);
    await lab.hand.scrubTo(150);
    await expect.poll(() => lab.instruments.glow('cwnd')).toEqual(before);
  },
);

test('single plays to the next loss and stands there', ONLY_MATRIX, async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=90&trigger=loss,single');
  await lab.finished();
  await expect.poll(() => lab.instruments.found()).toHaveLength(3);
  await lab.press('Play');
  // New Reno's next loss is at 108 s, Westwood+'s at 118 s.
  await expect.poll(() => lab.timeS()).toBeGreaterThan(105);
  await expect(lab.instruments.button('Play', 'Playback')).toBeVisible();
  const timeS = await lab.timeS();
  expect(timeS).toBeLessThan(112);
});

test('a trigger finds nothing in a hidden future', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=60&trigger=loss,all&future=hidden');
  await lab.finished();
  const count = async () => Number(/of (\d+)/.exec((await lab.instruments.found())[0] ?? '')?.[1]);
  await expect.poll(count).toBeLessThan(5);
  const before = await count();
  await lab.hand.scrubTo(200);
  await expect.poll(count).toBeGreaterThan(before);
});
