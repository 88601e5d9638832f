import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { capture, transfer } from '../../web/model/test/files/captures.ts';
import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

/** The window of Linux's Reno over 10 Mbit/s and 100 ms with a buffer of 83 packets. */
const KERNEL = readFileSync(
  new URL('../../web/app/src/measured/kernel-10mbit/sack.csv', import.meta.url),
  'utf8',
);
/** A capture of a real kernel's sender over loopback. */
const CAPTURE = readFileSync(new URL('../../web/model/test/files/captures/loopback.pcap', import.meta.url));

test('a window measured in a kernel is laid over the lanes, moved, scaled and taken off', async ({ lab }) => {
  await lab.open('#v1/sawtooth');
  await lab.finished();
  const before = await lab.measured.highestTick();
  await lab.measured.openFile('linux-reno.csv', KERNEL);
  await expect(lab.measured.bar()).toContainText('600 samples');
  await lab.everyone.isSound();
  expect(await lab.overflowsSideways()).toBe(false);
  await lab.measured.set('Shift', '-5');
  await lab.measured.set('Scale', '10');
  // The axis grows for the scaled trace: ten times the kernel's 400 packets of slow start.
  expect(await lab.measured.highestTick()).toBeGreaterThan(2 * before);
  await lab.measured.takeOff();
  expect(await lab.measured.highestTick()).toBe(before);
});

test(
  'a file that is no trace is refused with the line, and what is on the screen stays',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/sawtooth');
    await lab.finished();
    await lab.measured.openFile('mine.csv', 'time,cwnd\n0,10\n1,ten\n');
    await expect(lab.measured.alert()).toContainText('Line 3: expected a number in column 2 (cwnd)');
    await expect(lab.measured.bar()).toHaveCount(0);
  },
);

test('a capture of packets is laid over the lanes as what was under way', async ({ lab }) => {
  await lab.open('#v1/sawtooth');
  await lab.finished();
  await lab.measured.openFile('loopback.pcap', CAPTURE);
  await expect(lab.measured.bar()).toContainText('data in flight from a capture, 127.0.0.1');
});

test(
  'of a capture as Wireshark writes it a connection is chosen, and the packet size corrected',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/sawtooth');
    await lab.finished();
    const other = transfer({ flights: 3 }).map((sent) => ({ ...sent, port: 1112 }));
    const both = capture([...other, ...transfer()], { file: 'pcapng' });
    // The name tells nothing; the content does.
    await lab.measured.openFile('mine.json', Buffer.from(gzipSync(both)));
    const bar = lab.measured.bar();
    await expect(bar).toContainText('the MSS of the SYN');
    await lab.measured.choose('10.0.0.9:2222 → 10.0.0.7:1112');
    await expect(bar).toContainText('data in flight from a capture');
    await lab.measured.set('Packet', '146');
    await expect(bar).toContainText('set by hand');
    await lab.everyone.isSound();
    expect(await lab.overflowsSideways()).toBe(false);
  },
);

test(
  'one click in the gallery lays a kernel’s windows over the same run here',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.openGallery();
    await lab
      .card('Reno, CUBIC and BBR against a real kernel')
      .getByRole('link', { name: 'Reno, CUBIC and BBR' })
      .click();
    await lab.finished();
    await expect(lab.measured.bar()).toContainText('Linux 6.18');
    expect(lab.link()).toContain('measured=kernel-10mbit');
    await lab.everyone.isSound();
  },
);
