import { readFileSync, statSync } from 'node:fs';
import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test(
  'an experiment saved as one page runs from a disk, and in a frame without an origin, from a server too',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/sawtooth?t=20');
    await lab.turn('Buffer', '10');
    const hash = await lab.traceHash();
    const saved = await lab.saveAsPage();
    // docs/publishing.md says how large the file is.
    const guide = readFileSync(new URL('../../docs/publishing.md', import.meta.url), 'utf8');
    const saidMb = Number(/HTML file of about ([\d.]+) MB/.exec(guide)?.[1]);
    expect(Math.abs(statSync(saved).size / 1e6 / saidMb - 1)).toBeLessThan(0.1);
    const alone = await lab.openFile(saved);
    expect(await alone.traceHash()).toBe(hash);
    expect(await alone.timeS()).toBe(20);
    await alone.reads('Buffer', '10 packets');
    for (const from of ['text', 'server'] as const)
      expect(await lab.runsInSandbox(saved, from), from).toBe(hash);
  },
);
