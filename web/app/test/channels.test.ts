import { describe, expect, it } from 'vitest';
import { CHANNEL_NAMES, channelRow, rowDomain } from '@ackscope/charts';
import type { LaneData, TraceColumns } from '@ackscope/charts';
import type { ExpressionReport } from '@ackscope/engine';
import { columnsOf } from '../../charts/test/columns.ts';
import { laneOf } from '../../charts/test/lane.ts';
import { realAnalysis, realEvaluate } from '../../engine/test/real-engine.ts';

const analysis = realAnalysis();
const evaluate = realEvaluate();
const read = (text: string): ExpressionReport =>
  JSON.parse(analysis.expression('rows', text)) as ExpressionReport;

function valuesOf(text: string, lane: LaneData): TraceColumns {
  const report = read(text);
  expect(report.errors).toEqual([]);
  const [layer] = channelRow('math-1', text, report, evaluate).layers(lane);
  if (layer === undefined) throw new Error(`${text} shows nothing`);
  return layer.columns;
}

/** The window grows, and the RTT is unknown before 1 s. */
const lane = laneOf({
  cwnd: [
    columnsOf([
      [0, 10],
      [2, 20],
      [4, 5],
    ]),
  ],
  rtt: [
    columnsOf([
      [1, 0.5],
      [3, 0.25],
      [5, 0.4],
    ]),
  ],
  ssthresh: [
    columnsOf([
      [0, Infinity],
      [4, 6],
    ]),
  ],
  queue: [columnsOf([[0, 8]])],
  flight: [columnsOf([[0, 8]])],
  bwe: [columnsOf([[0, 1_200_000]])],
  // Delivers a hundred segments a second.
  delivered: [columnsOf(Array.from({ length: 2001 }, (_, at) => [at / 2, 50 * at] as const))],
});

describe('a channel', () => {
  it('takes a value whenever one of its rows changes', () => {
    const rate = valuesOf('cwnd / rtt', lane);
    expect([...rate.timeS]).toEqual([1, 2, 3, 4, 5]);
    expect([...rate.last]).toEqual([20, 40, 80, 20, 12.5]);
    // Before the first RTT sample the value is unknown.
    expect(rate.at(0.5)).toBeNaN();
    expect(rate.at(3.5)).toBe(80);
    expect(rate.peak).toBe(80);
  });

  it('computes what a script computes', () => {
    const at = (text: string, timeS: number) => valuesOf(text, lane).at(timeS);
    // 1.2 Mbit/s are 100 segments of 12 000 bits a second.
    expect(at('bwe * rtt_min - cwnd', 2)).toBeCloseTo(100 * 0.5 - 20, 5);
    expect(at('bwe * rtt_min', 5)).toBeCloseTo(25, 5);
    expect(at('queue / rate', 1)).toBeCloseTo(8 / (2e6 / 12_000), 5);
    expect(at('rtt - base_rtt', 3)).toBeCloseTo(0, 5);
    expect(at('segment_size * rate / 1Mbps', 0)).toBeCloseTo(2, 5);
    expect(at('goodput * 10 ms', 900)).toBeCloseTo(1, 1);
    expect(at('max(cwnd, 12) > 15 and not (cwnd < 3) ? 1 : -2 ^ 2', 2)).toBe(1);
    expect(at('cwnd > 15 ? 1 : -2 ^ 2', 4)).toBe(-4);
    expect(at('clamp(cwnd, 6, 8) + smooth(1, 3, 0.5)', 4)).toBe(8);
    expect(at('round(-2.5) + sign(cwnd) + sqrt(16) + cbrt(27)', 0)).toBe(-3 + 1 + 4 + 3);
    // As in a script: a quotient by zero is zero, and a non-finite result keeps the old value.
    expect(at('cwnd / (cwnd - 20)', 2)).toBe(0);
    expect(valuesOf('ssthresh', lane).at(3)).toBeNaN();
    expect(at('now / 1s', 250)).toBeCloseTo(250, 0);
  });

  it('has no value while what it compares, divides by zero or chooses by is unknown', () => {
    // The first cwnd is at 0 s, the first RTT at 1 s.
    for (const text of ['rtt > 400 ms and cwnd > 1', 'rtt / (cwnd - 10)', 'rtt > 1 s ? cwnd : 2'])
      expect(valuesOf(text, lane).timeS[0], text).toBe(1);
    // The RTT is selected only later, so it need not be known here.
    expect(valuesOf('cwnd > 15 ? rtt / 1 s : 3', lane).at(0)).toBe(3);
    // The initial ssthresh is infinite, which is a known value.
    expect(valuesOf('cwnd < ssthresh', lane).at(0)).toBe(1);
  });

  it('warns of a division by zero, with the first time at which it happens', () => {
    const warning = (text: string) => channelRow('math-1', text, read(text), evaluate).warning?.(lane);
    // cwnd is 10 at 0 s, 20 at 2 s and 5 at 4 s; the RTT is unknown before 1 s.
    expect(warning('cwnd / (cwnd - 20)')).toBe('division by 0 at 2 s gives 0');
    expect(warning('rtt / (cwnd - 10)')).toBe('division by 0 at 1 s gives 0');
    expect(warning('cwnd == 20 ? 0 : cwnd / (cwnd - 20)')).toBe('');
    expect(warning('cwnd / rtt')).toBe('');
  });

  it('has room below zero on its scale', () => {
    const [low, high] = rowDomain(channelRow('math-1', 'x', read('10 - cwnd'), evaluate), [lane]);
    expect(low).toBeLessThan(-10);
    expect(high).toBeGreaterThan(5);
  });

  it('knows every name that the engine allows', () => {
    const names = read('').names.map(({ word }) => word);
    expect([...names].sort()).toEqual([...CHANNEL_NAMES].sort());
    for (const name of names) expect(valuesOf(name, lane).count).toBeGreaterThan(0);
  });

  it('shows nothing where a lane lacks a row', () => {
    const row = channelRow('math-1', 'bwe', read('bwe'), evaluate);
    expect(row.layers(laneOf({}))).toEqual([]);
  });
});
