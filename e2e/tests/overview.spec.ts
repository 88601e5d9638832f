import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('the edges of the overview zoom, its middle moves, and keys do the same', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=379.2');
  await lab.finished();
  await lab.brush(0, 0.25);
  await expect.poll(() => lab.link()).toMatch(/zoom=2[45]\d(\.\d+)?\.\.1000/);
  await lab.brush(1, 0.75);
  await expect.poll(() => lab.link()).toMatch(/zoom=2[45]\d(\.\d+)?\.\.7[45]\d/);
  await lab.brush(0.5, 0.6);
  await expect.poll(() => lab.link()).toMatch(/zoom=3[45]\d(\.\d+)?\.\.8[45]\d/);
  const edge = lab.instruments.edge('Range start');
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.press('ArrowRight');
  // One step is a fiftieth of the 500 s shown.
  await expect.poll(async () => Number(await edge.getAttribute('aria-valuenow')) - before).toBeCloseTo(10, 0);
});

test('more than three lanes are compared in one chart, until they are put side by side', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=379.2&compare=newreno,vegas,westwood+,cubic');
  await lab.finished();
  await expect(lab.overlay()).toBeVisible();
  await lab.isDrawn(lab.overlay());
  expect(lab.link()).not.toContain('charts=');
  await lab.key('o');
  await expect(lab.overlay()).toBeHidden();
  await expect.poll(() => lab.drawnLanes()).toHaveLength(4);
  await expect.poll(() => lab.link()).toContain('charts=lanes');
});

test('a phase plot draws nothing behind the clock while the future is hidden', async ({ lab }) => {
  await lab.open('#v1/two-flows?t=0&charts=phase&future=hidden');
  await lab.finished();
  const plane = lab.instruments.planes().first();
  await expect.poll(() => lab.instruments.inkIn(plane)).toBeLessThan(200);
  await lab.key('h');
  await expect.poll(() => lab.instruments.inkIn(plane)).toBeGreaterThan(1000);
});

test('on a phone phase plots are large enough to read, one under the other', ONLY_MATRIX, async ({ lab }) => {
  await lab.hand.hasWidth(390, 844);
  await lab.open('#v1/two-flows?t=60&charts=phase');
  await lab.finished();
  const planes = lab.instruments.planes();
  await expect(planes).toHaveCount(3);
  const boxes = await Promise.all((await planes.all()).map((plane) => plane.boundingBox()));
  for (const box of boxes) {
    expect(box?.width).toBeGreaterThan(220);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(390);
  }
});

test(
  'lanes that have come to other segment numbers have a floor of their own',
  ONLY_MATRIX,
  async ({ lab }) => {
    // At 348 s New Reno and Vegas are thousands of segments apart.
    await lab.open('#v1/gm04-table1?t=347.9&zoom=347.5..349&rows=sequence');
    await lab.finished();
    // With one common lower bound, each lane would take a hundredth of the height.
    for (const lane of ['newreno', 'westwood+'])
      await expect.poll(() => lab.instruments.heightOf(lane, 'sequence')).toBeGreaterThan(0.3);
  },
);
