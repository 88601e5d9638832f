import { expect, test } from '../support/app.ts';

test('the address bar follows the knobs, and reloading gives the same run', async ({ lab }) => {
  await lab.open();
  await lab.finished();
  const firstLink = lab.link();
  await lab.turn('Buffer', '10');
  await lab.finished();
  await expect.poll(() => lab.link()).not.toBe(firstLink);
  const lanes = await lab.laneLabels();
  const results = await Promise.all(lanes.map((lane) => lab.results(lane)));

  await lab.reload();
  await lab.finished();
  await expect(lab.knob('Buffer')).toHaveValue('10');
  expect(await Promise.all(lanes.map((lane) => lab.results(lane)))).toEqual(results);
});

test('a link opened elsewhere gives the same run', async ({ lab }) => {
  await lab.open();
  const firstLink = lab.link();
  await lab.turn('Seed', '7');
  await lab.finished();
  await expect.poll(() => lab.link()).not.toBe(firstLink);
  const lanes = await lab.laneLabels();
  const results = await Promise.all(lanes.map((lane) => lab.results(lane)));

  const elsewhere = await lab.openElsewhere();
  await elsewhere.finished();
  await expect(elsewhere.knob('Seed')).toHaveValue('7');
  expect(await Promise.all(lanes.map((lane) => elsewhere.results(lane)))).toEqual(results);
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
