import { describe, expect, it } from 'vitest';
import { DEFAULT_PRESET } from '@ackscope/model';
import type { SweepPlan } from '@ackscope/engine';
import type { JsonObject } from '@ackscope/model';
import { cellKey, numbersOf } from '@ackscope/model/sweep';
import { firstAxis, axisPositionsOf, readAxis, writeAxis } from '../src/sweep/axis.ts';
import { pathLine } from '../src/scenario/pathWords.ts';
import { sweepPaths } from '../src/sweep/paths.ts';
import { axesOf, lineFigure } from '../src/sweep/figure.ts';
import { durationWords, metricWords, ownerWords, placeWords } from '../src/sweep/sweepTexts.ts';

describe('what can be swept', () => {
  const lossy: JsonObject = {
    ...DEFAULT_PRESET.scenario,
    hops: [
      { rate: '2Mbps', delay: '10ms', loss: { kind: 'bernoulli', probability: 0.01 } },
      { name: 'air', rate: '1Mbps', delay: '5ms', queue: { kind: 'red', capacity: '20pkt' } },
    ],
    flows: [{ name: 'main', algorithm: 'westwood+', rtt: '250ms', compared: true }],
  };
  const paths = sweepPaths(lossy, { hop: { queue: { kind: 'drop-tail' } } });
  const of = (path: string) => paths.find((item) => item.path === path);

  it('is every number of the schema, hop by hop and flow by flow, with its range', () => {
    expect(of('hops.0.rate')).toMatchObject({ owner: 'Hop 1', dimension: 'rate', value: '2Mbps' });
    expect(of('hops.0.loss.probability')).toMatchObject({
      name: 'Loss probability',
      min: 0,
      max: 1,
      value: 0.01,
    });
    expect(of('hops.1.queue.max_p')).toMatchObject({ owner: 'Hop 2', dimension: 'number' });
    expect(of('flows.main.rtt')).toMatchObject({ owner: 'main', dimension: 'time' });
    expect(of('flows.main.count')).toMatchObject({ isWhole: true });
    expect(of('duration')).toMatchObject({ owner: 'The run' });
    expect(paths.some(({ path }) => path.startsWith('flows.main.parameters.'))).toBe(true);
  });

  it('is not what this queue or this loss does not have', () => {
    expect(of('hops.0.queue.max_p')).toBeUndefined();
    expect(of('hops.1.loss.probability')).toBeUndefined();
    expect(of('seed')).toBeUndefined();
    expect(new Set(paths.map(({ path }) => path)).size).toBe(paths.length);
  });

  it('begins around what is there', () => {
    const first = (path: string) => {
      const found = of(path);
      if (found === undefined) throw new Error(path);
      return writeAxis(firstAxis(found));
    };
    expect(first('hops.0.rate')).toBe('hops.0.rate=0.5..8Mbps:5:log');
    expect(first('flows.main.rtt')).toBe('flows.main.rtt=63..1000ms:5:log');
    expect(first('hops.1.queue.capacity')).toBe('hops.1.queue.capacity=5..80pkt:5:log:whole');
    expect(first('hops.0.loss.probability')).toBe('hops.0.loss.probability=0.0001..0.1:7:log');
    expect(first('flows.main.count')).toBe('flows.main.count=1..10:5:whole');
  });
});

describe('upwards', () => {
  const plan = (values: readonly number[]): SweepPlan => ({
    points: values.map((value) => ({
      set: { 'hops.0.loss.probability': value },
      scenario: {},
      lanes: [{ label: 'newreno', algorithm: 'newreno', cost: 1, memory_bytes: 1 }],
    })),
    seeds: [1, 2],
    is_tried: true,
    jobs: [],
  });
  const drawn = (means: readonly number[], metric: string, upwards: 'log' | 'linear' | null = null) => {
    const number = { key: 'k', metric, source: 'main', fromS: 0, toS: 10 };
    const measure = {
      source: 'main',
      metric,
      from_s: 0,
      to_s: 10,
      count: 1,
      min: 0,
      max: 0,
      half_width: null,
    };
    const cells = new Map(
      means.map((mean, at) => [
        cellKey(at, 0),
        { set: {}, lane: 'newreno', measures: [{ ...measure, mean }] },
      ]),
    );
    const [own] = numbersOf({ cells, figureValues: new Map() });
    if (own === undefined) throw new Error('nothing is measured');
    const axes = axesOf(plan(means), ['hops.0.loss.probability=0.001..0.1:3:log'], (path) => path);
    const [axis] = axes;
    if (axis === undefined) throw new Error('no axis');
    const state = { cells, figureValues: new Map<string, number[]>() };
    return lineFigure(plan(means), axis, state, { ...number, ...own }, null, ({ label }) => label, upwards);
  };

  it('are powers where a quantity spans decades, unless somebody wants it otherwise', () => {
    expect(drawn([1e5, 3e6], 'total_goodput_bps').y.log).toBe(true);
    expect(drawn([1e5, 2.9e6], 'total_goodput_bps').y.log).toBe(false);
    expect(drawn([0, 3e6], 'total_goodput_bps').y.log).toBe(false);
    expect(drawn([0.01, 0.9], 'utilisation').y.log).toBe(false);
    expect(drawn([1e5, 3e6], 'total_goodput_bps', 'linear').y.log).toBe(false);
    expect(drawn([1e5, 2e5], 'total_goodput_bps', 'log').y.log).toBe(true);
  });

  it('show a point as unfinished while seeds are missing', () => {
    expect(drawn([1e5, 3e6], 'total_goodput_bps').lines[0]?.points.map(({ isPartial }) => isPartial)).toEqual(
      [true, true],
    );
  });
});

describe('an axis', () => {
  it.each([
    'hops.0.rate=0.5..8Mbps:5:log',
    'hops.0.loss.probability=1e-4..0.1:7',
    'flows.main.count=1..10:10:whole',
    'hops.0.queue.capacity=10pkt,1bdp',
    'flows.main.active=[[0,1]],[]',
  ])('%s is read and written', (text) => {
    expect(writeAxis(readAxis(text)).replace('0.0001', '1e-4')).toBe(text);
  });

  it('of quantities in one dimension has numbers, of anything else names', () => {
    expect(axisPositionsOf(['500kbps', '2Mbps'])).toEqual({ x: [5e5, 2e6], unit: 'bps', note: '' });
    expect(axisPositionsOf(['10pkt', '20pkt'])).toEqual({ x: [10, 20], unit: 'packets', note: '' });
    expect(axisPositionsOf(['0.5bdp', '1bdp'])).toEqual({ x: [0.5, 1], unit: '', note: 'BDP' });
    expect(axisPositionsOf([0, 0.1])).toEqual({ x: [0, 0.1], unit: '', note: '' });
    expect(axisPositionsOf(['10pkt', '1bdp']).x).toEqual(['10pkt', '1bdp']);
    expect(axisPositionsOf([true, 'red']).x).toEqual(['true', 'red']);
  });
});

it('numbers are named for people, with the unit at the end of their names', () => {
  expect(metricWords('total_goodput_bps')).toEqual({ name: 'goodput', unit: 'bps' });
  expect(metricWords('p95_queueing_delay_s')).toEqual({ name: 'p95 queueing delay', unit: 's' });
  expect(metricWords('mean_queue_packets')).toEqual({ name: 'mean queue', unit: 'packets' });
  expect(metricWords('drop_ratio').unit).toBe('ratio');
  expect(metricWords('jain_index')).toEqual({ name: 'Jain index', unit: '' });
  const number = { key: '', metric: 'utilisation', source: 'hop-0 forward', fromS: 0, toS: 250 };
  expect(placeWords(number, false)).toBe('hop 1 forward');
  expect(placeWords({ ...number, source: 'main' }, true)).toBe('“main”, 0–250 s');
  expect(placeWords({ ...number, source: 'main · flow 2' }, false)).toBe('flow 2 of “main”');
  expect(placeWords({ ...number, source: 'all backward' }, false)).toBe('all flows backward');
  // The one group that lanes compare needs no name.
  const scenario = {
    flows: [
      { name: 'main', compared: true },
      { name: 'reverse', count: 10 },
    ],
  };
  expect(placeWords({ ...number, source: 'main' }, false, scenario)).toBe('the compared flow');
  expect(placeWords({ ...number, source: 'reverse' }, false, scenario)).toBe('“reverse”');
  expect(['main', 'reverse', 'Hop 1', 'The run'].map((owner) => ownerWords(owner, scenario))).toEqual([
    'the compared flow',
    'reverse',
    'hop 1',
    'the run',
  ]);
  const several = { flows: [{ name: 'main', compared: true, count: 2 }] };
  expect(placeWords({ ...number, source: 'main' }, false, several)).toBe('the compared flows');
  expect([0.2, 59.4, 130, 7300].map(durationWords)).toEqual(['1 s', '59 s', '2 min 10 s', '2 h 1 min']);
});

it('a sweep names the BDP of its path, and what varies as a range', () => {
  const at = (capacity: string): JsonObject => ({
    hops: [{ rate: '2Mbps', delay: '10ms', queue: { capacity } }],
    flows: [{ name: 'main', compared: true, rtt: '250ms' }],
  });
  // 2 Mbit/s × 250 ms / 12 kbit = 41.7 packets.
  expect(pathLine([at('10pkt'), at('40pkt'), at('160pkt')])).toBe(
    'link 2 Mbit/s · RTT 250 ms · BDP 41.7 packets · buffer 10 to 160 packets',
  );
  const lossy = {
    ...at('1bdp'),
    hops: [{ rate: '2Mbps', loss: { kind: 'bernoulli', probability: 0.01 } }, {}],
  };
  expect(pathLine([lossy])).toBe(
    'first of 2 hops: link 2 Mbit/s · RTT 250 ms · BDP 41.7 packets · random loss 1 %',
  );
  expect(pathLine([{}])).toBe('');
});
