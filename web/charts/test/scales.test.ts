import { describe, expect, it } from 'vitest';
import {
  decadeTicks,
  domainTo,
  edgeAt,
  heightShare,
  laneDomains,
  positionOf,
  rowDomain,
  timeAt,
} from '../src/frame/scales.ts';
import { ticksFor } from '../src/frame/ticks.ts';
import { rowsById } from '../src/rows/index.ts';
import type { LaneData } from '../src/types.ts';
import { columnsOf } from './columns.ts';
import { laneOf } from './lane.ts';

function lane(peak: number, ssthresh: number): LaneData {
  const series: Record<string, ReturnType<typeof columnsOf>> = {
    cwnd: columnsOf([[0, peak]]),
    ssthresh: columnsOf([[0, ssthresh]]),
    queue: columnsOf([[0, 12]]),
  };
  return laneOf(Object.fromEntries(Object.entries(series).map(([name, columns]) => [name, [columns]])));
}

describe('the scale of a row', () => {
  const [cwnd, queue] = rowsById(['cwnd', 'queue']);
  if (!cwnd || !queue) throw new Error('rows are missing');

  it('is the same for all lanes: the highest of them decides', () => {
    expect(rowDomain(cwnd, [lane(44, 10), lane(82, 10)])).toEqual([0, 82 / 0.9]);
  });

  it('of a lesson has the levels of windows and rates, and no buffer that a queue leaves empty', () => {
    const small = [lane(8, 10)];
    expect(rowDomain(cwnd, small)).toEqual(domainTo(8));
    expect(rowDomain(cwnd, small, undefined, 'steady', true)).toEqual(domainTo(42));
    expect(rowDomain(cwnd, [lane(3, 10)], undefined, 'steady', true)).toEqual(domainTo(3));
    const short = [laneOf({ queue: [columnsOf([[0, 6]])] })];
    expect(rowDomain(queue, short, undefined, 'steady', true)).toEqual(domainTo(6));
  });

  it('shows nothing of the clock’s own column while the future is hidden, and all columns before it', () => {
    // 400 columns of two pixels for 100 s: 25.19 s lies late in column 100, which begins at pixel 200.
    const edge = (future: number) => edgeAt(25.19, [0, 100], { width: 800, scale: 2 }, future);
    expect(edge(0)).toBeLessThan(200);
    expect(edge(0)).toBeGreaterThan(198);
    expect(edge(0.3)).toBeCloseTo(201.52, 9);
  });

  it('reaches as far below zero as what is drawn downwards, and to its limit if that is near', () => {
    const [ways] = rowsById(['queue-ways']);
    if (!ways) throw new Error('no row');
    const withBack = (packets: number, capacityPackets: number): LaneData => ({
      ...lane(44, 10),
      capacityPackets: 40,
      back: { capacityPackets, series: () => [columnsOf([[0, packets]])] },
    });
    // Nothing waits on the way back yet: its place is there.
    expect(rowDomain(ways, [withBack(0, 40)])).toEqual([-40 / 0.9, 40 / 0.9]);
    expect(rowDomain(ways, [withBack(9, 1000)])).toEqual([-9 / 0.9, 40 / 0.9]);
    expect(rowDomain(ways, [withBack(0, 1000)])).toEqual([0, 40 / 0.9]);
    expect(rowDomain(ways, [{ ...lane(44, 10), capacityPackets: 40 }])).toEqual([0, 40 / 0.9]);
  });

  it('has room for what is still seen of the run before', () => {
    expect(rowDomain(cwnd, [{ ...lane(3, 10), before: lane(82, 10) }])).toEqual([0, 82 / 0.9]);
  });

  it('leaves out a spike of a moment, unless all of it is asked for', () => {
    const columns = columnsOf([
      [0, 40],
      [500, 125],
      [502, 40],
      ...Array.from({ length: 20 }, (_, at): [number, number] => [510 + at * 20, 40 + at / 10]),
    ]);
    const spiky = [laneOf({ cwnd: [columns] })];
    expect(rowDomain(cwnd, spiky, [0, 1000])[1]).toBeCloseTo(41.9 / 0.9, 1);
    expect(rowDomain(cwnd, spiky, [0, 1000], 'whole')[1]).toBeCloseTo(125 / 0.9);
    // Zoomed in, it is no spike any more, and the scale includes it.
    expect(rowDomain(cwnd, spiky, [499, 503])[1]).toBeCloseTo(125 / 0.9);
  });

  it('does not make room for an infinite or huge ssthresh', () => {
    expect(rowDomain(cwnd, [lane(44, Infinity)])).toEqual(rowDomain(cwnd, [lane(44, 1e6)]));
  });

  it('makes room for a capacity within reach', () => {
    expect(rowDomain(queue, [lane(1, 1)])[1]).toBeGreaterThanOrEqual(40);
  });

  it('leaves out a capacity far above everything that happened', () => {
    const roomy: LaneData = { ...lane(1, 1), capacityPackets: 1000 };
    expect(rowDomain(queue, [roomy])[1]).toBeLessThan(20);
  });

  it('of what only grows holds what is in the window', () => {
    const [sequence] = rowsById(['sequence']);
    if (!sequence) throw new Error('row is missing');
    const growing = columnsOf(Array.from({ length: 101 }, (_, at): [number, number] => [at * 10, at * 1000]));
    const [bottom, top] = rowDomain(sequence, [laneOf({ sent: [growing] })], [500, 520]);
    expect(bottom).toBeCloseTo(50_000 - 80);
    expect(top).toBeCloseTo(52_000 + 80);
  });

  it('of what only grows is as high as in the fastest of several lanes, and a lane alone has all the height', () => {
    const [sequence] = rowsById(['sequence']);
    if (!sequence) throw new Error('row is missing');
    const at = (rate: number): LaneData =>
      laneOf({ sent: [columnsOf(Array.from({ length: 11 }, (_, s): [number, number] => [s, s * rate]))] });
    const [slow, fast] = [at(10), at(100)];
    const shown: [number, number] = [2, 6];
    const both = [rowDomain(sequence, [slow, fast], shown)];
    const [beside] = laneDomains([sequence], both, [slow, fast], slow, shown);
    const [alone] = laneDomains([sequence], both, [slow], slow, shown);
    // 40 segments in four seconds, 400 in the other lane, each with a margin of 4 % on both sides.
    expect(beside?.[0]).toBeCloseTo(20 - 1.6);
    expect((beside?.[1] ?? 0) - (beside?.[0] ?? 0)).toBeCloseTo(400 * 1.08);
    expect(alone?.[0]).toBeCloseTo(20 - 1.6);
    expect(alone?.[1]).toBeCloseTo(60 + 1.6);
  });

  it('is never empty', () => {
    expect(domainTo(0)).toEqual([0, 1]);
    expect(domainTo(NaN)).toEqual([0, 1]);
  });
});

describe('ticks and positions', () => {
  it('count in the unit shown, not in the unit stored', () => {
    expect(ticksFor([0, 2.5e6], [100, 0], 3, 1e6).map((tick) => tick.text)).toEqual(['0', '1', '2']);
  });

  it('are numbers before a run has a length', () => {
    expect(positionOf(0, [0, 0], 300)).toBe(150);
  });

  it('lead there and back', () => {
    expect(timeAt(positionOf(412.6, [0, 1000], 236), [0, 1000], 236)).toBeCloseTo(412.6);
    expect(timeAt(-5, [0, 1000], 236)).toBe(0);
    expect(timeAt(500, [0, 1000], 236)).toBe(1000);
  });
});

describe('the rows', () => {
  it('come from their folder, in their order', () => {
    expect(rowsById(['bwe', 'cwnd', 'queue']).map((row) => row.id)).toEqual(['cwnd', 'queue', 'bwe']);
  });
});

describe('a logarithmic row', () => {
  const [log] = rowsById(['cwnd-log']);
  if (!log) throw new Error('the row is missing');

  it('begins at one packet, since a logarithm has no zero, and holds every lane', () => {
    expect(rowDomain(log, [lane(60, 10), lane(5000, 10)])).toEqual([1, 6000]);
    // Without any known value the scale is still not empty.
    expect(rowDomain(log, [lane(0, 10)])).toEqual([1, 10]);
  });

  it('rises as far from 10 to 100 as from 100 to 1000, and keeps what lies below one on its floor', () => {
    const domain = [1, 10_000] as const;
    expect([10, 100, 1000].map((value) => heightShare(value, domain, true))).toEqual([0.25, 0.5, 0.75]);
    expect(heightShare(0, domain, true)).toBe(0);
    expect(heightShare(2500, domain)).toBeCloseTo(0.25, 3);
  });

  it('is marked at powers of ten, as many as have room', () => {
    const texts = (top: number, count: number): string[] =>
      decadeTicks([1, top], 100, count).map(({ text }) => text);
    expect(texts(6000, 4)).toEqual(['1', '10', '100', '1000']);
    expect(texts(6000, 2)).toEqual(['1', '100']);
    expect(texts(200_000, 4)).toEqual(['1', '100', '10k']);
    expect(decadeTicks([1, 10_000], 100, 4)[2]).toMatchObject({ value: 100, position: 50 });
  });
});
