import { readFileSync } from 'node:fs';
import { expect, test } from '../support/app.ts';

/** Reno of a Linux kernel over 10 Mbit/s and 100 ms with 83 packets of buffer. */
const KERNEL = readFileSync(new URL('../../web/model/test/traces/linux-reno.csv', import.meta.url), 'utf8');

test('a window measured in a kernel is laid over the lanes, moved, scaled and taken off', async ({ lab }) => {
  await lab.open('#v1/sawtooth');
  await lab.finished();
  const before = await lab.measured.highestTick();
  await lab.measured.openFile('linux-reno.csv', KERNEL);
  await expect(lab.measured.bar()).toContainText('600 samples');
  expect(await lab.accessibilityFaults()).toEqual([]);
  await lab.measured.set('Shift', '-5');
  await lab.measured.set('Scale', '10');
  // The axis makes room for ten times the kernel's 400 packets of slow start.
  expect(await lab.measured.highestTick()).toBeGreaterThan(2 * before);
  await lab.measured.takeOff();
  expect(await lab.measured.highestTick()).toBe(before);
});

test('a file that is no trace is refused with the line, and what is on the screen stays', async ({ lab }) => {
  await lab.open('#v1/sawtooth');
  await lab.finished();
  await lab.measured.openFile('mine.csv', 'time,cwnd\n0,10\n1,ten\n');
  await expect(lab.measured.alert()).toContainText('Line 3: expected is a number in column 2 (cwnd)');
  await expect(lab.measured.bar()).toHaveCount(0);
});
