import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { decodeLink } from '@ackscope/model';
import { GALLERY, entryHref } from '@ackscope/model/gallery';
import { readText } from '@ackscope/model/files';
import { lineOf, placedTrace } from '../src/measured/measured.ts';
import { traceOf } from '../src/measured/trace.ts';
import { measuredSet } from '../src/measured/sets.ts';
// The bar loads with the first trace. Imported here, loading does not count as test time.
import '../src/measured/MeasuredBar.tsx';
import { openAt } from './openPage.tsx';

afterEach(() => act(() => placedTrace.set(null)));

describe('a kernel’s windows that come with the page', () => {
  it('are one for each algorithm; Reno’s goes from twice the pipe to half of that', async () => {
    const set = await measuredSet('kernel-10mbit');
    expect(set?.parts.map(({ algorithm }) => algorithm).sort()).toEqual(['bbr', 'cubic-rfc9438', 'sack']);
    const reno = set?.parts.find(({ algorithm }) => algorithm === 'sack')?.trace;
    const settled = [...(reno?.packets ?? [])].filter((_, at) => (reno?.timeS[at] ?? 0) > 20);
    // 10 Mbit/s × 100 ms are 83 packets, and the queue holds 83: the window is halved from 168.
    expect(Math.max(...settled)).toBe(168);
    expect(Math.min(...settled)).toBe(84);
  });

  it('show that marks halve Reno’s window twice in a row, and DCTCP’s by little', async () => {
    const set = await measuredSet('kernel-marks');
    const settled = (id: string) => {
      const trace = set?.parts.find(({ algorithm }) => algorithm === id)?.trace;
      return [...(trace?.packets ?? [])].filter((_, at) => (trace?.timeS[at] ?? 0) > 20);
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
  it('ends where it was measured last, and is unknown before its first sample', async () => {
    const read = await readText('time,cwnd\n1,10\n2,20\n');
    if (!('measured' in read)) throw new Error('no table');
    const trace = traceOf('mine.csv', { measured: read.measured, chosen: 0, packetBytes: null });
    if (trace === null) throw new Error('no curve');
    const line = lineOf({ shiftS: 3, scale: 2 }, trace);
    expect(line.endS).toBe(5);
    expect([3.9, 4.5, 5, 5.1].map((time) => line.columns.at(time))).toEqual([NaN, 20, 40, NaN]);
  });

  it('of a file with several connections is the chosen one, in packets of the size that is set', async () => {
    const { user } = openAt('');
    const flows = 'time,flow,cwnd_bytes\n0,a,5360\n0,b,10720\n1,a,5896\n1,b,11256\n';
    await user.upload(await screen.findByLabelText('Scenario file'), new File([flows], 'mine.csv'));
    const bar = await screen.findByRole('region', { name: 'Measured trace' }, { timeout: 20_000 });
    expect(bar).toHaveTextContent('cwnd from a table, 2 samples; not uploaded');
    const windows = () => [...(placedTrace.get()?.parts[0]?.trace.packets ?? [])];
    // The larger window first; its steps are 536 bytes.
    expect(windows()).toEqual([20, 21]);
    await user.click(within(bar).getByRole('button', { name: /Connection/ }));
    await user.click(await screen.findByRole('option', { name: /^a/ }));
    expect(windows()).toEqual([10, 11]);
    const size = within(bar).getByRole('spinbutton', { name: 'Packet' });
    expect(size).toHaveValue(536);
    await user.clear(size);
    await user.type(size, '268{Enter}');
    expect(windows()).toEqual([20, 22]);
    expect(bar).toHaveTextContent('set by hand');
  });

  it('whose clock the run does not reach begins at 0 s, and the bar says so', async () => {
    const { user } = openAt('');
    const boot = 'time,cwnd\n35789.25,10\n35790.25,11\n';
    await user.upload(await screen.findByLabelText('Scenario file'), new File([boot], 'mine.csv'));
    const bar = await screen.findByRole('region', { name: 'Measured trace' }, { timeout: 20_000 });
    expect(bar).toHaveTextContent(/Its times begin at 35.789\.3 s, which the run does not reach/);
    expect(within(bar).getByRole('spinbutton', { name: 'Shift' })).toHaveValue(-35_789.25);
  });

  it('without names is a window, or by a press the rate of the link', async () => {
    const { user } = openAt('');
    const rates = '10.0 1.2\n10.5 1.3\n10.5 1.5\n';
    await user.upload(await screen.findByLabelText('Scenario file'), new File([rates], 'mine.txt'));
    const bar = await screen.findByRole('region', { name: 'Measured trace' }, { timeout: 20_000 });
    expect(bar).toHaveTextContent('No name tells what the second column is');
    await user.click(within(bar).getByRole('button', { name: 'Use as rate, Mbit/s' }));
    expect(screen.queryByRole('region', { name: 'Measured trace' })).toBeNull();
    await waitFor(() =>
      expect(decodeLink(location.hash.slice(1)).scenario).toMatchObject({
        hops: [
          {
            rate: [
              [0, 1_200_000],
              [0.5, 1_500_000],
            ],
          },
        ],
      }),
    );
  });

  it('that names a rate becomes the rate of the link at once', async () => {
    const { user } = openAt('');
    const rates = 'time_s,throughput_mbps\n0,12.5\n1,13.5\n';
    await user.upload(await screen.findByLabelText('Scenario file'), new File([rates], 'mine.csv'));
    const rate = [
      [0, 12_500_000],
      [1, 13_500_000],
    ];
    await waitFor(
      () => expect(decodeLink(location.hash.slice(1)).scenario).toMatchObject({ hops: [{ rate }] }),
      {
        timeout: 20_000,
      },
    );
  });
});
