import { expect, test } from '../support/app.ts';

test('the address bar follows the knobs, and reloading gives the same run', async ({ lab }) => {
  await lab.open();
  const firstHash = await lab.traceHash();
  const firstLink = lab.link();
  await lab.turn('Buffer', '10');
  await expect.poll(() => lab.link()).not.toBe(firstLink);
  await expect.poll(() => lab.traceHash()).not.toBe(firstHash);
  const hash = await lab.traceHash();

  await lab.reload();
  expect(await lab.traceHash()).toBe(hash);
  await expect(lab.knob('Buffer')).toHaveValue('10');
});

test('a link opened elsewhere gives the same run', async ({ lab }) => {
  await lab.open();
  const firstHash = await lab.traceHash();
  const firstLink = lab.link();
  await lab.turn('Seed', '7');
  await expect.poll(() => lab.link()).not.toBe(firstLink);
  await expect.poll(() => lab.traceHash()).not.toBe(firstHash);

  const elsewhere = await lab.openElsewhere();
  expect(await elsewhere.traceHash()).toBe(await lab.traceHash());
  await expect(elsewhere.knob('Seed')).toHaveValue('7');
});

for (const [what, link] of [
  ['that is no link', '#hello-there'],
  ['of a version to come', '#v99/abcdef'],
  ['that was cut off in the middle', '#v1/zq'],
] as const) {
  test(`a link ${what} opens with a message and a scenario that runs`, async ({ lab }) => {
    await lab.open(link);
    await expect(lab.notice()).toBeVisible();
    await lab.finished();
    expect(await lab.laneLabels()).toHaveLength(3);
  });
}
