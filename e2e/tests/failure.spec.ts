import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

/** Long enough to interrupt, short enough to start without a question. */
const LONG = '#v1/gm04-table1?duration=80000s&hops.0.rate=400kbps';

test('a trap in the engine is reported on its lane, and the lab goes on with the next scenario', async ({
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

test(
  'a trap while a scenario is read is reported, the last run stays, and the next scenario is read',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open();
    const hash = await lab.traceHash();
    await lab.machine.trapReader();
    await lab.turn('Bottleneck rate', '3');
    await lab.refused();
    await expect(lab.notice()).toContainText('stopped unexpectedly while reading the scenario: unreachable');
    // The zoom still works: the workers that hold the run are not the one that reads scenarios.
    await expect(lab.machine.stoppedLanes()).toHaveCount(0);
    await lab.isDrawn(lab.lane('newreno'));
    await lab.turn('Bottleneck rate', '1');
    const next = await lab.traceHash();
    expect(next).not.toBe(hash);
    // The address is updated later than the screen.
    await expect.poll(() => lab.link()).toContain('hops.0.rate=1Mbps');
    expect(next).toBe(await (await lab.openElsewhere()).traceHash());
  },
);

test(
  'a lane whose engine never returns is ended with the reason, and the next link computes',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open();
    const hash = await lab.traceHash();
    await lab.open(LONG);
    await lab.isRunning();
    await lab.machine.hangSimulators();
    await expect(lab.machine.stoppedLanes().first()).toContainText(
      'it did not respond for 3 s and was stopped',
    );
    await lab.open();
    expect(await lab.traceHash()).toBe(hash);
    await expect(lab.machine.stoppedLanes()).toHaveCount(0);
  },
);

test(
  'a scenario that is read for ever is reported, the last run stays, and the next one is read',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open();
    const hash = await lab.traceHash();
    await lab.machine.hangReader();
    await lab.turn('Bottleneck rate', '3');
    await lab.refused();
    await expect(lab.notice()).toContainText('while reading the scenario: it did not respond for 10 s');
    await expect(lab.machine.stoppedLanes()).toHaveCount(0);
    await lab.isDrawn(lab.lane('newreno'));
    await lab.turn('Bottleneck rate', '1');
    expect(await lab.traceHash()).not.toBe(hash);
  },
);

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
