import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test(
  'a link to 24 hours at full rate says what it costs, and waits for an answer',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/gm04-table1?duration=86400s');
    await expect(lab.longRun()).toContainText(/packets in all lanes and \d+ MB of memory: about \d/);
    await lab.press('Run it');
    await lab.isRunning();
    await lab.timePasses(0);
    await expect(lab.longRun()).toBeHidden();
  },
);

test('a turned knob asks the same, and can be taken back', ONLY_MATRIX, async ({ lab }) => {
  await lab.open('#v1/gm04-table1?duration=5000s&compare=bbr,bbr3');
  const hash = await lab.traceHash();
  await lab.turn('Bottleneck rate', '400');
  await expect(lab.longRun()).toContainText('The last run stays');
  await lab.everyone.isSound();
  await lab.press('Undo the change');
  await expect(lab.longRun()).toBeHidden();
  expect(await lab.traceHash()).toBe(hash);
});

test('24 hours of a slow link and 10 000 flows run in the page', ONLY_MATRIX, async ({ lab }) => {
  await lab.open('#v1/gm04-table1?duration=86400s&hops.0.rate=64kbps&compare=newreno');
  await lab.traceHash();
  await lab.open('#v1/gm04-table1?duration=4s&flows.reverse.count=10000&compare=newreno');
  await lab.traceHash();
});

test('a run that no page could do is refused with the number', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?duration=86400s&hops.0.rate=100Gbps');
  await expect(lab.notice()).toContainText(/packets: about .* of computing/);
  await expect(lab.notice()).toContainText(/A page runs up to 40\s000\s000\s000/);
});

test('a link to a long sweep says what all its runs cost together, and waits for an answer', async ({
  lab,
}) => {
  await lab.sweep.open('sawtooth', ['hops.0.queue.capacity=5..100:40:whole'], 200);
  await expect(lab.sweep.longSweep()).toContainText(/packets in all runs.*: about \d.* on this machine/);
  await lab.sweep.is('asking');
  await lab.everyone.isSound();
  await lab.sweep.agree();
  await lab.sweep.hasRuns();
});

test('a sweep that no page could do is refused with the number, and one too large to plan before it is planned', async ({
  lab,
}) => {
  await lab.sweep.open('sawtooth?duration=140000000s', ['hops.0.queue.capacity=5,6'], 1000);
  await lab.sweep.is('failed');
  await expect(lab.notice()).toContainText(/packets: about .* years of computing\. A page runs up to/);
  await lab.sweep.open('sawtooth', ['hops.0.queue.capacity=5..100004:100000:whole'], 50);
  await lab.sweep.is('failed');
  await expect(lab.sweep.refusal()).toContainText('100000 points');
});
