import { expect, test } from '../support/app.ts';

test('a formula is typeset, follows the hand, says where it holds, and its link brings it back', async ({
  lab,
}) => {
  await lab.theory.open('/gm02-theorem-1?p=0.001&rtt=0.12&rtt_min=0.1&bandwidth=833.3333');
  await expect(lab.theory.title()).toContainText('Theorem 1');
  await expect(lab.theory.equation()).toBeVisible();
  // The vector T2.2 of the theory, by the engine's own code.
  await expect(lab.theory.result('rate')).toHaveText('783 segments/s');
  await expect(lab.theory.conditionThatFails()).toHaveCount(0);
  await lab.theory.set('bandwidth', '100');
  await lab.theory.set('p', '0.01');
  await expect(lab.theory.result('rate')).toHaveText('134.5 segments/s');
  await expect(lab.theory.conditionThatFails()).toContainText('not above the bandwidth');
  await expect.poll(() => lab.link()).toContain('bandwidth=100');
  expect(await lab.accessibilityFaults()).toEqual([]);
  expect(await lab.overflowsSideways()).toBe(false);
});

test('points are simulated beside the curve, and each opens its run', async ({ lab }) => {
  await lab.theory.open('/reno?p=0.01');
  expect(await lab.theory.simulate()).toBe(7);
  const points = await lab.theory.points();
  expect(points[0]).toMatch(/^p 0\.0\d+: [\d.]+ [kM]bit\/s$/);
  expect(await lab.accessibilityFaults()).toEqual([]);
  await lab.theory.openPoint(3);
  await lab.finished();
  expect(lab.link()).toContain('#v1/');
});
