import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { GALLERY, entryHref } from '@ackscope/model/gallery';
import { readMeasured } from '@ackscope/model/measured';
import { placedTrace, lineOf } from '../src/lab/measured.ts';
import { measuredSet } from '../src/measured/sets.ts';
// The bar loads with the first trace. Imported here, loading does not count as test time.
import '../src/panels/MeasuredBar.tsx';
import { openAt } from './openPage.tsx';

afterEach(() => act(() => placedTrace.set(null)));

describe('a kernel’s windows that come with the page', () => {
  it('are one for each algorithm; Reno’s goes from twice the pipe to half of that', async () => {
    const set = await measuredSet('kernel-10mbit');
    expect(set?.parts.map(({ algorithm }) => algorithm).sort()).toEqual(['bbr', 'cubic-rfc9438', 'sack']);
    const reno = set?.parts.find(({ algorithm }) => algorithm === 'sack')?.trace;
    const settled = [...(reno?.cwndPackets ?? [])].filter((_, at) => (reno?.timeS[at] ?? 0) > 20);
    // 10 Mbit/s × 100 ms are 83 packets, and the queue holds 83: the window is halved from 168.
    expect(Math.max(...settled)).toBe(168);
    expect(Math.min(...settled)).toBe(84);
  });

  it('show that marks halve Reno’s window twice in a row, and DCTCP’s by little', async () => {
    const set = await measuredSet('kernel-marks');
    const settled = (id: string) => {
      const trace = set?.parts.find(({ algorithm }) => algorithm === id)?.trace;
      return [...(trace?.cwndPackets ?? [])].filter((_, at) => (trace?.timeS[at] ?? 0) > 20);
    };
    // 83 packets in the pipe, one in transmission and 20 in the queue. Two halvings leave 26.
    expect([Math.min(...settled('sack')), Math.max(...settled('sack'))]).toEqual([26, 105]);
    expect(Math.min(...settled('dctcp'))).toBeGreaterThan(90);
  });

  it('are laid over the run that the gallery links, and that link says so until they are taken off', async () => {
    const entry = GALLERY.find(({ id }) => id === 'kernel-10mbit');
    const link = entry === undefined ? null : entryHref(entry);
    expect(link).toMatch(/[?&]measured=kernel-10mbit$/);
    const { user } = openAt(link ?? '');
    const bar = await screen.findByRole('region', { name: 'Measured trace' }, { timeout: 20_000 });
    expect(bar).toHaveTextContent('Linux 6.18');
    expect(bar).toHaveTextContent('1802 samples');
    expect(bar).not.toHaveTextContent('not uploaded');
    await user.click(within(bar).getByRole('button', { name: 'Remove' }));
    expect(screen.queryByRole('region', { name: 'Measured trace' })).toBeNull();
    await waitFor(() => expect(location.hash).not.toContain('measured='));
  });
});

describe('a window measured elsewhere', () => {
  it('ends where it was measured last, and is unknown before its first sample', () => {
    const read = readMeasured('mine.csv', 'time,cwnd\n1,10\n2,20\n');
    if ('problem' in read) throw new Error(read.problem);
    const line = lineOf({ shiftS: 3, scale: 2 }, read.trace);
    expect(line.endS).toBe(5);
    expect([3.9, 4.5, 5, 5.1].map((time) => line.columns.at(time))).toEqual([NaN, 20, 40, NaN]);
  });
});
