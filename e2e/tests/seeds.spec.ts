import { expect, test } from '../support/app.ts';

test('runs of other seeds glow over one another, counted, in the link and in the tables', async ({ lab }) => {
  await lab.open('#v1/random-loss?t=30&charts=overlay');
  await lab.finished();
  await lab.key('g');
  await lab.instruments.choose('Event', 'Seeds');
  await expect.poll(() => lab.link()).toContain('trigger=seeds,all');
  const panel = lab.instruments.panel('Trigger');
  await expect(panel).toContainText(/^.*\b16 seeds\. Strong colour: many runs are here\./);
  const found = await lab.instruments.found();
  expect(found.length).toBeGreaterThan(1);
  expect(new Set(found)).toEqual(new Set(['16 seeds']));
  // Sixteen runs with random loss differ, so most lit pixels are faint.
  await expect.poll(async () => (await lab.instruments.glow('cwnd')).faint).toBeGreaterThan(2000);
  await lab.everyone.isSound();
  await lab.press('Text and tables');
  await expect(lab.instruments.moments(/: 16 seeds$/)).toHaveCount(16);
  const acknowledged = await lab.instruments.moments(/: 16 seeds$/).allTextContents();
  expect(new Set(acknowledged).size, 'each seed is a run of its own').toBe(16);
  await lab.key('Escape');
  // A saved picture shows the same sixteen runs.
  await lab.files.open();
  const picture = (await lab.files.save('Charts', 'SVG')).bytes.toString('utf8');
  expect(picture).toContain(': 16 seeds.');
  await lab.reload();
  await expect(panel).toContainText(/\b16 seeds\. Strong colour/);
  // With the future hidden, the moments after the clock are hidden too.
  await lab.key('h');
  await expect.poll(() => lab.instruments.found()).toEqual(found.map(() => 'no seed'));
});
