import type { GalleryEntry, GalleryKey, LaneResults } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import {
  differences,
  drawnPanels,
  entryHref,
  figureOf,
  GALLERY,
  measured,
  recordedFigure,
  recordedPanels,
  runsOf,
} from '../src/gallery.ts';
import type { GalleryResult } from '../src/gallery.ts';
import { decodeLink } from '../src/link/codec.ts';
import { getPath } from '../src/path.ts';

/** Two axes: a panel draws one and fixes the other; quick forms have fewer points and seeds. */
const SWEEP: GalleryEntry = {
  id: 'a-sweep',
  paper: 'GM04',
  label: 'Figure 1',
  title: 'A sweep',
  question: '?',
  kind: 'sweep',
  scenario: { version: 1, seed: 7, duration: '100s', hops: [{ rate: '2Mbps', loss: { kind: 'none' } }] },
  quick: { version: 1, seed: 7, duration: '10s', hops: [{ rate: '2Mbps', loss: { kind: 'none' } }] },
  seeds: [3, 2],
  short: '2 of 3 seeds',
  lanes: 'algorithm',
  windows: [
    ['early', 0, 50],
    ['late', 50, 100],
  ],
  quick_windows: [
    ['early', 0, 5],
    ['late', 5, 10],
  ],
  axes: [
    {
      name: 'rate',
      unit: 'bit/s',
      points: [1e6, 2e6, 4e6].map((value) => ({
        value,
        set: { 'hops.0.rate': value },
        quick: value !== 2e6,
      })),
    },
    {
      name: 'delay',
      unit: 's',
      points: [0.01, 0.1].map((value) => ({ value, set: { 'hops.0.delay': value }, quick: true })),
    },
  ],
  recorded: {
    version: '0.1.0',
    seeds: 3,
    cells: {
      goodput: [
        { keys: ['reno', 1e6, 0.1, 'late'], mean: 11, half_width: 2 },
        { keys: ['reno', 1e6, 0.01, 'late'], mean: 9, half_width: null },
        { keys: ['reno', 4e6, 0.1, 'late'], mean: 20, half_width: null },
      ],
    },
  },
  together: [{ at: { rate: 4e6, delay: 0.1 }, set: { 'hops.0.queue.capacity': 33 } }],
  metrics: [
    {
      id: 'goodput',
      about: 'goodput',
      unit: 'bit/s',
      keys: ['algorithm', 'rate', 'delay', 'window'],
      of: ['main'],
      number: 'goodput_bps',
      across: 'sum',
      window: null,
    },
    {
      id: 'ratio',
      about: 'computed',
      unit: '',
      keys: ['rate'],
      of: [],
      number: null,
      across: 'sum',
      window: null,
    },
  ],
  values: [
    {
      metric: 'goodput',
      keys: ['reno', 4e6, 0.1, 'late'],
      paper: 3e6,
      qualifier: 'exact',
      ns2: 3.1e6,
      kernel: null,
    },
    {
      metric: 'goodput',
      keys: ['reno', 4e6, 0.01, 'late'],
      paper: 9e6,
      qualifier: 'exact',
      ns2: null,
      kernel: null,
    },
  ],
  claims: [],
  plot: [
    {
      figure: 'Figure 1',
      kind: 'line',
      x: 'rate',
      y: 'goodput',
      series: 'algorithm',
      fixed: { delay: 0.1, window: 'late' },
      log_x: false,
      beside: null,
    },
    {
      figure: 'Figure 2',
      kind: 'line',
      x: 'rate',
      y: 'ratio',
      series: null,
      fixed: {},
      log_x: false,
      beside: null,
    },
    {
      figure: 'Figure 3',
      kind: 'trace',
      x: '',
      y: 'cwnd',
      series: null,
      fixed: {},
      log_x: false,
      beside: null,
    },
  ],
};
const [PANEL = null] = SWEEP.plot;
if (PANEL === null) throw new Error('no panel');

const flow = (name: string, goodputsBps: number[]) => ({
  name,
  flow_name: name,
  index: 0,
  algorithm: 'reno',
  direction: 'forward' as const,
  windows: goodputsBps.map((goodput_bps) => ({
    from_s: 0,
    to_s: 1,
    goodput_bps,
    throughput_bps: goodput_bps,
    goodput_sender_bps: goodput_bps,
    retransmission_ratio: null,
    retransmission_ratio_of_distinct: null,
    loss_event_rate: null,
    spurious_retransmissions: 0,
    retransmissions: 0,
    mean_rtt_s: null,
    mean_queueing_s: null,
    fast_retransmits: 0,
    timeouts: 0,
    last_sequence: 0,
  })),
});

function results(...flows: [group: string, goodputsBps: number[]][]): LaneResults {
  return {
    label: 'reno',
    flows: flows.map(([name, goodputsBps]) => flow(name, goodputsBps)),
    groups: [],
    directions: [],
    hops: [],
    engine: { events: 0, packet_hops: 0, delivered_segments: 0, wall_s: 0, trace_hash: '' },
  };
}

describe('the runs of a panel', () => {
  it('are all points of what it draws, its own value of what it fixes, seeds innermost', () => {
    const runs = runsOf(SWEEP, PANEL, 'full');
    expect(runs.map((run) => [run.at.get('rate'), run.at.get('delay'), run.seed])).toEqual(
      [1e6, 2e6, 4e6].flatMap((rate) => [7, 8, 9].map((seed) => [rate, 0.1, seed])),
    );
    const [, , third] = runs;
    expect(getPath(third?.scenario, 'hops.0.rate')).toBe(1e6);
    expect(getPath(third?.scenario, 'hops.0.delay')).toBe(0.1);
    expect(third?.scenario['seed']).toBe(9);
  });

  it('change what a combination of points changes besides, and nothing elsewhere', () => {
    const buffers = runsOf(SWEEP, PANEL, 'full').map((run) => getPath(run.scenario, 'hops.0.queue.capacity'));
    expect(buffers).toEqual([...Array<undefined>(6), 33, 33, 33]);
  });

  it('are fewer and shorter in the quick form', () => {
    const runs = runsOf(SWEEP, PANEL, 'quick');
    expect(runs.map((run) => [run.at.get('rate'), run.seed])).toEqual([
      [1e6, 7],
      [1e6, 8],
      [4e6, 7],
      [4e6, 8],
    ]);
    expect(runs[0]?.scenario['duration']).toBe('10s');
  });

  it('open in the lab as they are', () => {
    const run = runsOf(SWEEP, PANEL, 'full')[8];
    const link = decodeLink(entryHref(SWEEP, run) ?? '');
    expect(link.problems).toEqual([]);
    expect(link.scenario).toEqual(run?.scenario);
  });
});

describe('a claim that fails', () => {
  it('names the variants in which it holds, where the entry gives no reason', () => {
    const entry = GALLERY.find(({ id }) => id === 'kgm08-fig12');
    const claim = entry?.claims.find(({ id }) => id === 'bic-55');
    expect(claim).toMatchObject({ holds: false, why: 'It holds in a variant: random send times.' });
  });
});

describe('a metric', () => {
  const [metric] = SWEEP.metrics;
  const keys: GalleryKey[] = ['reno', 4e6, 0.1, 'late'];
  if (metric === undefined) throw new Error('no metric');
  const of = (change: Partial<typeof metric>, lane: LaneResults) =>
    measured(SWEEP, { ...metric, ...change }, keys, lane, 'full');
  const two = results(['main', [1, 3]], ['main', [5, 7]], ['cross', [100, 100]]);

  it('adds the flows of its group in its window', () => {
    expect(of({}, two)).toBe(10);
  });

  it('takes the smallest, the largest, the mean or the fairness of them', () => {
    expect(of({ across: 'min' }, two)).toBe(3);
    expect(of({ across: 'max' }, two)).toBe(7);
    expect(of({ across: 'mean' }, two)).toBe(5);
    // (3 + 7)² / (2 · (9 + 49))
    expect(of({ across: 'jain' }, two)).toBeCloseTo(100 / 116);
  });

  it('is null where there is no such flow, and where it is computed from others', () => {
    expect(of({ of: ['nobody'] }, two)).toBeNull();
    expect(of({ number: null }, two)).toBeNull();
  });

  it('takes words with a dollar from its keys', () => {
    const named = { keys: ['flow', 'window'], of: ['$flow'] };
    expect(measured(SWEEP, { ...metric, ...named }, ['cross', 'early'], two, 'full')).toBe(100);
  });
});

describe('a figure', () => {
  const runs = runsOf(SWEEP, PANEL, 'full');
  const come: GalleryResult[] = runs.map((run, at) => ({
    run,
    lane: 'reno',
    results: results(['main', [0, 10 + at]]),
  }));

  it('has the repetitions of each point, lane by lane', () => {
    const figure = figureOf(SWEEP, PANEL, come, 'full');
    expect(figure?.lines).toEqual([
      {
        key: 'reno',
        points: [
          { x: 1e6, values: [10, 11, 12] },
          { x: 2e6, values: [13, 14, 15] },
          { x: 4e6, values: [16, 17, 18] },
        ],
      },
    ]);
  });

  it('has the published numbers of its own points only', () => {
    expect(figureOf(SWEEP, PANEL, come, 'full')?.marks).toEqual([
      { source: 'paper', line: 'reno', x: 4e6, y: 3e6 },
      { source: 'ns2', line: 'reno', x: 4e6, y: 3.1e6 },
    ]);
  });

  it('is there as it was recorded, with the marks of its points', () => {
    expect(recordedPanels(SWEEP)).toEqual([PANEL]);
    const recorded = recordedFigure(SWEEP, PANEL);
    expect(recorded?.lines).toEqual([
      {
        key: 'reno',
        points: [
          { x: 1e6, mean: 11, halfWidth: 2 },
          { x: 4e6, mean: 20, halfWidth: null },
        ],
      },
    ]);
    expect(recorded?.marks).toHaveLength(2);
    if (recorded === null) throw new Error('nothing recorded');
    // The last point is 17 instead of 20.
    expect(differences(recorded, figureOf(SWEEP, PANEL, come, 'full'))).toEqual({
      differing: 1,
      of: 2,
      most: expect.closeTo(0.15, 6) as number,
    });
  });

  it('is drawn where it is measured, not where it is computed or over time', () => {
    expect(drawnPanels(SWEEP)).toEqual([PANEL]);
  });
});

it('every entry of the gallery that runs can be opened in the lab, and its link is whole', () => {
  const running = GALLERY.filter((entry) => entry.scenario !== null);
  expect(running.length).toBeGreaterThan(0);
  for (const entry of running) {
    const link = entryHref(entry);
    expect(link, entry.id).not.toBeNull();
    expect(decodeLink(link ?? '').problems, entry.id).toEqual([]);
  }
});
