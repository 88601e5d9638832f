import { expect, test } from '../support/app.ts';

test('an experiment saved as one page runs from a disk, and in a frame without an origin, from a server too', async ({
  lab,
}) => {
  await lab.open('#v1/sawtooth?t=20');
  await lab.turn('Buffer', '10');
  const hash = await lab.traceHash();
  const saved = await lab.saveAsPage();
  const alone = await lab.openFile(saved);
  expect(await alone.traceHash()).toBe(hash);
  expect(await alone.timeS()).toBe(20);
  await expect(alone.knob('Buffer')).toHaveValue('10');
  for (const from of ['text', 'server'] as const)
    expect(await lab.runsInSandbox(saved, from), from).toBe(hash);
});
