import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('a formula is typeset, follows the hand, says where it holds, and its link brings it back', async ({
  lab,
}) => {
  await lab.theory.open('/gm02-theorem-1?p=0.001&rtt=0.12&rtt_min=0.1&bandwidth=833.3333');
  await expect(lab.theory.title()).toContainText('Theorem 1');
  await expect(lab.theory.equation()).toBeVisible();
  // The test vector T2.2 of the theory, computed by the engine's own code.
  await expect(lab.theory.result('rate')).toHaveText('783 segments/s');
  await expect(lab.theory.conditionThatFails()).toHaveCount(0);
  await lab.theory.set('bandwidth', '100');
  await lab.theory.set('loss probability', '0.01');
  await expect(lab.theory.result('rate')).toHaveText('134.5 segments/s');
  await expect(lab.theory.conditionThatFails()).toContainText('not above the bandwidth');
  await expect.poll(() => lab.link()).toContain('bandwidth=100');
  await lab.everyone.isSound();
  expect(await lab.overflowsSideways()).toBe(false);
});

test('points are simulated beside the curve, and each opens its run', async ({ lab }) => {
  await lab.theory.open('/reno?p=0.01');
  // Reno's other formulas are drawn and named beside it, and where its window is too small.
  await expect(lab.theory.beside()).toHaveText([/^Reno, steady/, /√1\.5/, /Padhye.*RTO 1 s/]);
  await expect(lab.theory.outside()).toHaveCount(1);
  expect(await lab.theory.simulate()).toBe(7);
  const points = await lab.theory.points();
  expect(points[0]).toMatch(/^loss probability 0\.0\d+: [\d.]+ [kM]bit\/s$/);
  await lab.everyone.isSound();
  await lab.theory.openPoint(3);
  await lab.finished();
  expect(lab.link()).toContain('#v1/');
});

test(
  'equations are drawn with the font that comes with the page, and a root covers its whole fraction',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.theory.open('/reno');
    await expect(lab.theory.equation()).toBeVisible();
    await expect.poll(() => lab.theory.fonts()).toEqual(['STIX Two Math, ours']);
    expect(await lab.theory.radicalShare()).toBeGreaterThan(0.9);
  },
);

test(
  'a long equation is set smaller where there is less room, and the curve has the screen',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.theory.open('/gm02-theorem-1');
    await expect(lab.theory.equation()).toBeVisible();
    await expect.poll(() => lab.theory.isWhole()).toBe(true);
    expect(await lab.theory.curveShare()).toBeGreaterThan(0.35);
    await lab.hand.hasWidth(1024, 768);
    await expect.poll(() => lab.theory.isWhole()).toBe(true);
    // On a phone in landscape orientation the page shows the formula, not the list of all formulas.
    await lab.hand.hasWidth(844, 390);
    await expect(lab.theory.equation()).toBeInViewport();
  },
);
