import { FATE, PACKET_KIND } from '@ackscope/engine';
import type { PacketLog } from '@ackscope/engine';
import { describe, expect, it } from 'vitest';
import { markShare } from '../src/derive/markShare.ts';
import { paintMoments } from '../src/draw/shades.ts';
import { paintTimeSequence } from '../src/draw/timeSequence.ts';
import { trafficMarks } from '../src/draw/trafficMarks.ts';
import { SvgPen } from '../src/picture/SvgPen.ts';
import { row as alphaRow } from '../src/rows/EcnAlpha.ts';
import { row as marksRow } from '../src/rows/Marks.ts';
import { row as queuesRow } from '../src/rows/QueueLines.ts';
import { columnsOf } from './columns.ts';
import { laneOf } from './lane.ts';

/** A hundred packets pass per second. From 10 s to 20 s each of them is marked, then none. */
const TIMES = Array.from({ length: 1000 }, (_, at) => 10 + at / 100);
const marks = columnsOf(TIMES.map((at, number) => [at, number + 1]));
const passed = columnsOf(TIMES.map((at) => [at, (at - 10) * 100 + 1000]));

describe('the share of marked packets', () => {
  const share = markShare(marks, passed, 2, 30);

  it('is marks per packet that passed, and zero exactly without a mark', () => {
    expect(share.at(5)).toBe(0);
    expect(share.at(18)).toBeCloseTo(1, 1);
    expect(share.at(25)).toBe(0);
  });

  it('counts what passed between the marks', () => {
    const tenfold = columnsOf(TIMES.map((at) => [at, (at - 10) * 1000 + 10_000]));
    expect(markShare(marks, tenfold, 2, 30).at(18)).toBeCloseTo(0.1, 2);
  });

  it('is never above one, though the marked packet counts as passed only afterwards', () => {
    const burst = columnsOf([
      [1, 1],
      [1.001, 2],
    ]);
    const late = columnsOf([
      [1, 1],
      [1.001, 1],
    ]);
    expect(Math.max(...markShare(burst, late, 1, 3).last)).toBe(1);
  });
});

describe('the rows of a queue that marks', () => {
  it('show the share, and the reason where no queue marks', () => {
    const lane = laneOf({ marks: [marks], passed: [passed] }, { durationS: 30, simulatedS: 30 });
    expect(marksRow.layers(lane).map(({ ink, label }) => [ink, label])).toEqual([['lane', 'marked']]);
    expect(marksRow.losses).toBe(true);
    expect(marksRow.layers(laneOf({}))).toEqual([]);
    expect(marksRow.absent).toMatch(/No queue marks/);
  });

  it('draw the two queues of DualPI2 as two', () => {
    const lane = laneOf({ 'queue-l': [marks], 'queue-c': [passed] });
    expect(queuesRow.layers(lane).map(({ ink, label }) => [ink, label])).toEqual([
      ['second', 'classic queue'],
      ['lane', 'L4S queue'],
    ]);
    expect(queuesRow.layers(laneOf({ queue: [marks] }))).toEqual([]);
  });

  it('draw the fraction that DCTCP and Prague act on', () => {
    expect(alphaRow.layers(laneOf({ 'ecn-alpha': [marks] }))).toHaveLength(1);
  });
});

describe('single marks', () => {
  it('are ticks on the floor where they stand by themselves, and none where they would be a bar', () => {
    const painted: number[] = [];
    const context = {
      fillRect: (x: number, y: number, width: number, height: number) => {
        painted.push(x + width / 2);
        expect(y + height).toBe(40);
      },
    } as unknown as CanvasRenderingContext2D;
    // Ten pixels a second: 2 s and 8 s stand alone, three lie within 1 px, two are outside.
    const moments = { timeS: Float64Array.of(-1, 2, 5, 5.05, 5.1, 8, 12), count: 7 };
    paintMoments(context, moments, { width: 100, height: 40, domain: [0, 10] }, 'mark');
    expect(painted).toEqual([20, 80]);
    expect(marksRow.ticks?.(laneOf({ marks: [marks] }))?.count).toBe(1000);
    expect(marksRow.ticks?.(laneOf({}))).toBeNull();
  });

  it('are dots in the diagram of segments, where the segment leaves its queue', () => {
    const log: PacketLog = {
      from_s: 0,
      to_s: 10,
      flow: Uint32Array.of(0, 0, 1),
      sequence: Float64Array.of(5, 6, 6),
      kind: Uint8Array.of(PACKET_KIND.data, PACKET_KIND.data, PACKET_KIND.data),
      place: Uint32Array.of(0, 0, 0),
      enter_s: Float64Array.of(1, 2, 2),
      start_s: Float64Array.of(3, 4, 4),
      depart_s: Float64Array.of(3.1, 4.1, 4.1),
      arrive_s: Float64Array.of(5, 6, 6),
      fate: Uint8Array.of(FATE.delivered, FATE.marked, FATE.marked),
    };
    const pen = new SvgPen();
    const box = { width: 100, height: 100, domain: [0, 10] as const, reach: 100 };
    const inks = { segment: '#001', resent: '#002', ack: '#003', lost: '#004', marked: '#005', text: '#006' };
    paintTimeSequence(pen as unknown as CanvasRenderingContext2D, log, 0, box, [0, 10], inks);
    const dots = pen.text().match(/<path[^>]*#005[^>]*>/g) ?? [];
    expect(dots).toHaveLength(1);
    // One circle of radius 4.2 around (40, 40), drawn from its right side. Flow 1's mark is not
    // part of this diagram.
    expect(dots[0]?.match(/M[\d.]+ [\d.]+/g)).toEqual(['M44.2 40', 'M35.8 40']);
  });
});

describe('the overview', () => {
  it('has a line along the floor where the queue marks, and none where it cannot', () => {
    const painted: [string, number][] = [];
    const context = {
      fillStyle: '',
      clearRect: () => undefined,
      fillRect(this: { fillStyle: string }, x: number) {
        painted.push([this.fillStyle, x]);
      },
    } as unknown as CanvasRenderingContext2D;
    const cuts = { count: 1, timeS: Float64Array.of(50), kind: new Uint8Array(1) };
    const inks = { band: 'band', danger: 'danger', mark: 'mark' };
    const line = { marks: cuts, endS: null, colour: 'lane' };
    trafficMarks(context, { width: 100, height: 20 }, [0, 100], [], [{ ...line, queueMarks: marks }], inks);
    expect(painted.filter(([ink]) => ink === 'lane')).toHaveLength(1);
    // From 10 s to 20 s, one mark per pixel.
    const xs = painted.filter(([ink]) => ink === 'mark').map(([, x]) => x);
    expect([Math.min(...xs), Math.max(...xs), xs.length]).toEqual([10, 20, 11]);
    painted.length = 0;
    trafficMarks(context, { width: 100, height: 20 }, [0, 100], [], [{ ...line, queueMarks: null }], inks);
    expect(painted.map(([ink]) => ink)).toEqual(['lane']);
  });
});
