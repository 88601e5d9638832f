import { expect, test } from '../support/app.ts';

/** Long enough to be under way when something happens to it, short enough to need no question. */
const LONG = '#v1/gm04-table1?duration=80000s&hops.0.rate=400kbps';

test('a trap in the engine is told on its lane, and the lab goes on with the next scenario', async ({
  lab,
}) => {
  await lab.open();
  const hash = await lab.traceHash();
  await lab.open(LONG);
  await lab.isRunning();
  await lab.machine.trapSimulators();
  await expect(lab.machine.stoppedLanes().first()).toContainText('unreachable');
  await lab.open();
  expect(await lab.traceHash()).toBe(hash);
  await expect(lab.machine.stoppedLanes()).toHaveCount(0);
});

test('lanes whose worker dies begin again in another, and come to the same end', async ({ lab }) => {
  await lab.open();
  await lab.finished();
  await lab.open('#v1/gm04-table1?duration=8000s');
  await lab.isRunning();
  await lab.machine.kill();
  const hash = await lab.traceHash();
  await expect(lab.machine.stoppedLanes()).toHaveCount(0);
  const undisturbed = await lab.openElsewhere();
  expect(hash).toBe(await undisturbed.traceHash());
});
