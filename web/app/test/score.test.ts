import { expect, it } from 'vitest';
import { readScore } from '@ackscope/model/score';
import type { CellScore } from '@ackscope/engine';
import { partOf, spreadOf, wayOf } from '../src/score/bars.ts';
import { pathRows } from '../src/score/given.ts';
import { plotOf } from '../src/score/plot.ts';
import { RECORDED } from '../src/score/recorded.ts';
import { formatHalf } from '../src/score/scoreTexts.ts';

it('half an interval is written in the unit of its mean', () => {
  // In µs, 107 µs beside 58.6 ms would need a conversion before the two can be compared.
  expect(formatHalf(107e-6, 58.6e-3, 's')).toBe('0.11 ms');
  expect(formatHalf(0.26e6, 1.29e6, 'bps')).toBe('0.26 Mbit/s');
  expect(formatHalf(0.00091, 0.0251, 'ratio')).toBe('0.091 %');
  expect(formatHalf(0.36, 0.68, '')).toBe('0.36');
});

it('a bar is goodput, delay or fairness, and green where it is better than New Reno’s', () => {
  const mean = (value: number) => ({ mean: value, half_width: null, count: 1 });
  const cell = (share: number, delayS: number, jain: number | null, friendliness: number | null = null) =>
    ({
      goodput_share: mean(share),
      p95_delay_s: mean(delayS),
      jain_index: jain === null ? null : mean(jain),
      friendliness: friendliness === null ? null : mean(friendliness),
    }) as CellScore;
  const [own, reference] = [cell(0.5, 0.0632, null), cell(0.4, 0.02, 0.9)];
  expect(partOf('goodput', own)).toBe(0.5);
  // √(1 ms × 4 s) = 63.2 ms is in the middle of a logarithmic bar.
  expect(partOf('delay', own)).toBeCloseTo(0.5, 3);
  expect(partOf('delay', cell(1, 0.0001, 1))).toBe(0);
  expect(partOf('fairness', own)).toBeNull();
  expect(wayOf('goodput', own, reference)).toEqual({ way: 'up', tint: 0.5 });
  expect(wayOf('delay', own, reference)).toEqual({ way: 'down', tint: 1 });
  expect(wayOf('delay', reference, own).way).toBe('up');
  expect(wayOf('fairness', own, reference).way).toBe('none');
  // Less than 5 % is no difference.
  expect(wayOf('goodput', cell(0.417, 1, 1), reference).way).toBe('none');
  expect(wayOf('goodput', own, null).way).toBe('none');
  // What a flow gains from a rival is neither good nor bad; its delay is.
  const rival = cell(0.8, 0.01, 0.9, 4);
  expect(wayOf('goodput', rival, reference).way).toBe('none');
  expect(wayOf('delay', rival, reference).way).toBe('up');
});

it('the line in a bar is the 95 % interval of its mean, on the bar’s scale', () => {
  const cell = (mean: number, half: number | null) =>
    ({
      goodput_share: { mean, half_width: half, count: 5 },
      p95_delay_s: { mean, half_width: half, count: 5 },
      jain_index: null,
    }) as CellScore;
  expect(spreadOf('goodput', cell(0.5, 0.25))).toEqual([0.25, 0.75]);
  // A bar ends at the fair share.
  expect(spreadOf('goodput', cell(0.9, 0.2))).toEqual([0.7, 1]);
  // 63.2 ms is in the middle of the logarithmic scale; an interval that reaches below 1 ms begins there.
  expect(spreadOf('delay', cell(0.0316, 0.0316))?.[1]).toBeCloseTo(0.5, 2);
  expect(spreadOf('delay', cell(0.0316, 0.0316))?.[0]).toBe(0);
  expect(spreadOf('goodput', cell(0.5, null))).toBeNull();
  expect(spreadOf('goodput', cell(0.5, 0))).toBeNull();
  expect(spreadOf('goodput', cell(0.5, 0.005))).toBeNull();
});

it('the head says the rate, RTT, buffer, loss and flows of each path', () => {
  const main = { name: 'main', compared: true, algorithm: 'newreno', rtt: '60ms' };
  const hop = { rate: '12Mbps', delay: '20ms', queue: { capacity: '60pkt' } };
  const rows = pathRows(
    [
      { hops: [hop], flows: [main, { name: 'other', algorithm: 'cubic-rfc9438', rtt: '60ms' }] },
      {
        hops: [
          {
            ...hop,
            queue: { kind: 'pie', capacity: '1bdp' },
            rate: [
              ['0s', '4Mbps'],
              ['20s', '1.5Mbps'],
              ['40s', '3Mbps'],
            ],
          },
        ],
        flows: [{ ...main, count: 2, rtt: ['60ms', '180ms'] }],
      },
      {
        hops: [{ ...hop, loss: { kind: 'bernoulli', probability: 0.001 } }],
        flows: [main, { name: 'reverse', algorithm: 'newreno', count: 4, direction: 'backward' }],
      },
    ],
    [
      { id: 'cubic-rfc9438', name: 'CUBIC (RFC 9438)' },
      { id: 'newreno', name: 'New Reno' },
    ] as never,
  );
  const cells = Object.fromEntries(
    rows.map(({ name, cells }) => [name, cells.map((cell) => cell.replaceAll('\u00a0', ' '))]),
  );
  expect(cells).toEqual({
    'Link, Mbit/s': ['12', '1.5 to 4', '12'],
    'RTT, ms': ['60', '60, 180', '60'],
    // A schedule has no single BDP.
    'Buffer, packets': ['60', '–, PIE', '60'],
    'Random loss': ['0 %', '0 %', '0.1 %'],
    Flows: ['1 + 1 CUBIC (RFC 9438)', '2', '1 + 4 New Reno back'],
  });
  expect(pathRows([], []).map(({ name }) => name)).toEqual(Object.keys(cells));
});

it('an unknown algorithm in an address is reported, and the others are scored', () => {
  const read = (item: string) =>
    readScore(item, '', { scripts: { 'my-own': 'script' } }, ['newreno', 'vegas']);
  expect(read('vegas,flying,my-own')).toEqual({
    setup: { algorithms: ['vegas', 'my-own'], scripts: { 'my-own': 'script' } },
    problems: ['There is no algorithm “flying”.'],
  });
  expect(read('flying').setup.algorithms).toEqual(['newreno']);
  expect(read('vegas').problems).toEqual([]);
  // As a league's address has it.
  expect(readScore('vegas', 'scripts.badger=x', {}, ['vegas']).problems).toEqual([
    '“scripts.badger” is not a setting of a report card.',
  ]);
});

it('every point of the plot has its name, with a line where there is no room beside it', () => {
  const rows = RECORDED?.algorithms.flatMap((row) =>
    row.goodput_share === null || row.p95_delay_s === null
      ? []
      : { id: row.algorithm, name: row.algorithm, share: row.goodput_share, delayS: row.p95_delay_s },
  );
  const { points } = plotOf(rows ?? []);
  expect(points).toHaveLength(24);
  expect(points.filter(({ label }) => label === null)).toEqual([]);
  expect(points.filter(({ label }) => label?.leader !== undefined).length).toBeGreaterThan(0);
});
