import { expect, test } from '../support/app.ts';

test('a newcomer sees three algorithms move on one clock', async ({ lab }) => {
  await lab.open();
  const lanes = await lab.laneLabels();
  expect(lanes).toHaveLength(3);

  await lab.timePasses(0);
  const before = await Promise.all(lanes.map((lane) => lab.ink(lane)));
  const beforeS = await lab.timeS();
  await lab.timePasses(beforeS + 1);
  await expect
    .poll(async () => {
      const now = await Promise.all(lanes.map((lane) => lab.ink(lane)));
      return now.map((ink, lane) => ink !== before[lane]);
    })
    .toEqual([true, true, true]);
});

test('the run comes to its end with results under every lane', async ({ lab }) => {
  await lab.open();
  await lab.finished();
  for (const lane of await lab.laneLabels()) expect(await lab.results(lane)).toMatch(/\d\.\d+/);
});

test('turning a knob computes everything again', async ({ lab }) => {
  await lab.open();
  await lab.finished();
  const lanes = await lab.laneLabels();
  const before = await Promise.all(lanes.map((lane) => lab.results(lane)));

  await lab.turn('Rate', '1');
  await expect
    .poll(async () => {
      const now = await Promise.all(lanes.map((lane) => lab.results(lane)));
      return now.map((text, lane) => text !== before[lane]);
    })
    .toEqual([true, true, true]);
  await lab.finished();
});
