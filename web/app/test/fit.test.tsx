import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Engine, Fit, FitSoFar } from '@ackscope/engine';
import { fitTable, readText } from '@ackscope/model/files';
import type { Curve } from '@ackscope/model/files';
import { placedTrace } from '../src/measured/measured.ts';
import { lawWords, nearWords, parametersOf, whyNot } from '../src/measured/fitTexts.ts';
// The bar loads with the first trace. Imported here, loading does not count as test time.
import '../src/measured/MeasuredBar.tsx';
import { fakeEngine } from './fakeEngine.ts';
import { openAt } from './openPage.tsx';

afterEach(() => act(() => placedTrace.set(null)));

const REPORT: Fit = {
  version: '0.0.0',
  engine_fingerprint: 'f',
  answer: 'fit',
  reason: '',
  unexplained: [],
  scenario: {
    version: 1,
    duration: '30s',
    hops: [{ rate: '10Mbps', delay: '25ms', queue: { capacity: '83pkt' } }],
    flows: [{ name: 'main', algorithm: 'newreno', rtt: '100ms' }],
    compare: ['newreno'],
    measure: [['0s', '30s']],
  },
  begins_s: 10,
  parameters: {
    rate_bps: { value: 1.03e7, low: 9.34e6, high: 1.08e7 },
    base_rtt_s: { value: 0.1, low: 0.0966, high: 0.103 },
    buffer_packets: { value: 85, low: 77.1, high: null },
    loss: { value: 0, low: 0, high: 3.7e-5 },
  },
  laws: [['newreno', 'sack'], ['cubic']],
  company: 'alone',
  distance: 0.4,
  own_spread: 0.2,
  over_time: {
    every_s: 0.25,
    measured: [10, 20, null, 40],
    low: [9, 18, null, 20],
    high: [10, 21, null, 30],
    outside: [3],
  },
  seconds: 30,
  runs: 700,
};
const nameOf = (id: string): string => id.toUpperCase();

async function curveOf(text: string): Promise<Curve> {
  const read = await readText(text);
  const curve = 'measured' in read ? read.measured.curves[0] : undefined;
  if (curve === undefined) throw new Error('no table');
  return curve;
}

/** So many samples from 5 s on, ten a second. */
const table = (count: number): string =>
  `time_s,cwnd_packets,srtt_ms,acked_bytes\n${Array.from({ length: count }, (_, at) => `${String(5 + at / 10)},${String(10 + at)},100.4,${String(14_480 * at)}`).join('\n')}\n`;

it('the table has what the reader found, in the units of the engine', async () => {
  const made = await fitTable(await curveOf(table(30)), null);
  expect([made.zeroS, made.samples]).toEqual([5, 30]);
  const [header, ...rows] = made.text.split('\n');
  expect(header).toBe('time_s,cwnd_packets,srtt_ms,acked_packets');
  const [first, second] = rows.map((row) => row.split(',').map(Number));
  expect(first).toEqual([0, 10, expect.closeTo(100.4, 9), 0]);
  expect(second).toEqual([expect.closeTo(0.1, 9), 11, expect.closeTo(100.4, 9), 10]);
  expect((await fitTable(await curveOf(table(9000)), null)).samples).toBe(3000);
});

it('a packet size set by hand holds in the table; a capture from the midst begins with whole flights', async () => {
  const text =
    'time_s,cwnd_bytes\n' + Array.from({ length: 40 }, (_, at) => `${String(at / 10)},14480\n`).join('');
  const capture: Curve = { ...(await curveOf(text)), quantity: 'data in flight', isFromStart: false };
  const made = await fitTable(capture, null);
  expect([made.zeroS, made.samples]).toEqual([1, 30]);
  expect(made.text.split('\n').slice(0, 2)).toEqual(['time_s,inflight_packets', '0,10']);
  const byHand = await fitTable(capture, 724);
  expect(byHand.text.split('\n')[1]).toBe('0,20');
});

it('a short curve has no network to be found', async () => {
  const { user } = openAt('', fakeEngine());
  await user.upload(await screen.findByLabelText('Scenario file'), new File([table(19)], 'short.csv'));
  const bar = within(await screen.findByRole('region', { name: 'Measured trace' }, { timeout: 20_000 }));
  expect(await bar.findByText(/19 samples/)).toBeVisible();
  // Its table was asked for before this one.
  await waitFor(async () => expect((await fitTable(await curveOf(table(19)), null)).samples).toBe(19));
  expect(bar.queryByRole('button', { name: 'Find the network' })).toBeNull();
});

it('says each number with its interval, groups of algorithms, and why there is no network', () => {
  expect(parametersOf(REPORT)).toEqual([
    ['Rate', '10.3 Mbit/s', '9.3–10.8'],
    ['Base RTT', '100 ms', '97–103'],
    ['Buffer', '85 packets', '77 or more'],
    ['Random loss', 'none', 'up to 0.0037 %'],
  ]);
  expect(lawWords(REPORT, nameOf)).toBe(
    'The algorithm is NEWRENO or SACK: the curve does not tell them apart.',
  );
  expect(lawWords({ ...REPORT, laws: [['bbr']], company: 'beside newreno' }, nameOf)).toBe(
    'The algorithm is BBR, beside a flow of NEWRENO.',
  );
  expect(whyNot({ ...REPORT, unexplained: ['the least RTT changes by 300 %'] })).toBe(
    'In the curve the least RTT changes by 300 %: no network of mine does that.',
  );
  expect(whyNot({ ...REPORT, distance: 2.31 })).toContain('2.3 tolerances away');
  const near = { law: 'bic', rate_bps: 1e7, base_rtt_s: 0.1, buffer_packets: 83.2, loss: 0.001, distance: 2 };
  expect(nearWords(near, nameOf)).toBe(
    'BIC with 10 Mbit/s, a base RTT of 100 ms, a buffer of 83 packets, 0.1 % random loss',
  );
});

it('a press searches, tells the nearest on the way, is cancelled, and ends with a network for the lab', async () => {
  interface Asked {
    table: string;
    options: NonNullable<Parameters<Engine['fit']>[2]>;
    end: (report: Fit) => void;
  }
  const asked: Asked[] = [];
  const fit: Engine['fit'] = (text, _, options = {}) =>
    new Promise((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new Error('taken back')));
      asked.push({ table: text, options, end: resolve });
    });
  const { user } = openAt('', { ...fakeEngine(), fit });
  await user.upload(await screen.findByLabelText('Scenario file'), new File([table(30)], 'mine.csv'));
  const bar = within(await screen.findByRole('region', { name: 'Measured trace' }, { timeout: 20_000 }));
  await user.click(await bar.findByRole('button', { name: 'Find the network' }));
  const running = () => asked.find(({ options }) => options.signal?.aborted === false);
  await waitFor(() => expect(running()).toBeDefined());
  expect(running()?.table).toMatch(/^time_s,cwnd_packets/);
  const near = { law: 'newreno', rate_bps: 1e7, base_rtt_s: 0.1, buffer_packets: 83, loss: 0, distance: 2 };
  const news: FitSoFar = { stage: 'refine', runs: 200, near };
  running()?.options.onProgress?.(200, JSON.stringify(news));
  expect(await bar.findByText(/Nearest so far: New Reno with 10 Mbit\/s/)).toBeVisible();
  // While a lane plays it rests, and says so.
  const { rests } = running()?.options ?? {};
  expect(rests?.get()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Play' }));
  expect(rests?.get()).toBe(true);
  expect(bar.getByText('Waits while the run plays')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  expect(rests?.get()).toBe(false);
  await user.click(bar.getByRole('button', { name: 'Cancel' }));
  expect(bar.getByRole('status')).toHaveTextContent('Cancelled after 200 runs');
  await waitFor(() => expect(running()).toBeUndefined());
  await user.click(bar.getByRole('button', { name: 'Find the network' }));
  await waitFor(() => expect(running()).toBeDefined());
  running()?.end(REPORT);
  expect(await bar.findByText('10.3 Mbit/s')).toBeVisible();
  expect(bar.getByRole('status')).toHaveTextContent('A network gives this curve');
  // The window over time: what none of the runs has is said and drawn.
  expect(bar.getByText(/^Window, 0 to 40 packets, 1 s: .* Unexplained: 25 % of the time\.$/)).toBeVisible();
  const drawn = bar.getByRole('img', { name: /for 25 % of the time no run of this network has it/ });
  expect(drawn.querySelectorAll('line')).toHaveLength(1);
  expect(drawn.querySelector('polyline')?.getAttribute('points')?.split(' ')).toHaveLength(3);
  await user.click(bar.getByRole('button', { name: 'Open it in the lab' }));
  // The file begins at 5 s, and its network is on its way for 10 s then.
  expect(placedTrace.get()?.shiftS).toBe(5);
  await waitFor(() => expect(location.hash).toMatch(/^#v1\//));
  expect(bar.getByText(/stays on this machine/)).toBeVisible();
});
