import { describe, expect, it } from 'vitest';
import type { Formula, FormulaParameter } from '@ackscope/engine';
import { counterpart, defaultsOf, readTheory, samplesOf, theoryHref } from '../src/theory.ts';

const parameter = (
  name: string,
  usual: number,
  change: Partial<FormulaParameter> = {},
): FormulaParameter => ({
  name,
  label: name,
  symbol: name,
  unit: '',
  default: usual,
  min: 0,
  max: 1e6,
  plot_from: 0.01,
  plot_to: 1,
  logarithmic: false,
  whole: false,
  help: '',
  ...change,
});

const RENO: Formula = {
  id: 'reno',
  name: 'Reno',
  summary: '',
  latex: '',
  parameters: [
    parameter('p', 0.01, { max: 1, plot_from: 1e-7, plot_to: 0.1, logarithmic: true }),
    parameter('rtt', 0.1, { unit: 's', plot_from: 0.01, plot_to: 0.5 }),
    parameter('segments_per_ack', 1, { whole: true, plot_from: 1, plot_to: 4 }),
    parameter('packet_bytes', 1500, { whole: true, plot_from: 40, plot_to: 9000 }),
  ],
  outputs: [
    { name: 'rate', label: 'rate', symbol: 'r', unit: 'segments/s', help: '' },
    { name: 'window', label: 'window', symbol: 'W', unit: 'segments', help: '' },
    { name: 'rate_bps', label: 'rate in bit/s', symbol: 'r', unit: 'bit/s', help: '' },
  ],
  axis: 'p',
  assumptions: [],
  conditions: [],
  source: '',
  corrections: [],
};
const BIC: Formula = { ...RENO, id: 'bic', parameters: [...RENO.parameters, parameter('s_max', 32)] };
const FILTER: Formula = { ...RENO, id: 'westwood-filter-step' };
const FORMULAS = [RENO, BIC, FILTER];

describe('the address', () => {
  it('says what differs from the formula’s own values, and is read back', () => {
    const usual = defaultsOf(RENO);
    expect(usual).toMatchObject({ x: 'p', y: 'rate_bps' });
    expect(theoryHref(usual, RENO)).toBe('#theory/reno');
    const plot = {
      ...usual,
      values: { ...usual.values, p: 0.0002, packet_bytes: 576 },
      x: 'rtt',
      y: 'window',
    };
    const href = theoryHref(plot, RENO);
    expect(href).toBe('#theory/reno?p=0.0002&packet_bytes=576&x=rtt&y=window');
    const [, query = ''] = href.split('?');
    expect(readTheory('reno', query, FORMULAS)).toEqual({ formula: RENO, plot, problems: [] });
  });

  it('leaves out and tells what is damaged', () => {
    const read = readTheory(
      'reno',
      'p=7&rtt=soon&segments_per_ack=1.5&x=z&colour=red&packet_bytes=40',
      FORMULAS,
    );
    expect(read?.plot).toEqual({
      ...defaultsOf(RENO),
      values: { ...defaultsOf(RENO).values, packet_bytes: 40 },
    });
    expect(read?.problems).toHaveLength(5);
    expect(read?.problems[0]).toContain('0 to 1');
    expect(readTheory('no-such', 'p=0.5', FORMULAS)).toMatchObject({
      formula: { id: 'reno' },
      plot: { values: { p: 0.01 } },
      problems: ['There is no formula “no-such”.'],
    });
    expect(readTheory(null, '', [])).toBeNull();
  });
});

describe('samples', () => {
  it('stand at equal ratios or equal steps from end to end, whole numbers once each', () => {
    const p = samplesOf(parameter('p', 0.01, { plot_from: 1e-4, plot_to: 1e-2, logarithmic: true }), 3);
    expect(p.map((value) => Number(value.toPrecision(12)))).toEqual([1e-4, 1e-3, 1e-2]);
    expect(samplesOf(parameter('rtt', 0.1, { plot_from: 0, plot_to: 1 }), 5)).toEqual([
      0, 0.25, 0.5, 0.75, 1,
    ]);
    expect(samplesOf(parameter('n', 1, { plot_from: 1, plot_to: 4, whole: true }))).toEqual([1, 2, 3, 4]);
  });
});

describe('the simulation beside a formula', () => {
  const rate = (p: number): number => Math.sqrt(2 / p) / 0.1;

  it('is one flow over a link that only random losses slow down', () => {
    const plot = { ...defaultsOf(RENO), values: { ...defaultsOf(RENO).values, segments_per_ack: 2 } };
    const beside = counterpart(plot, RENO, rate);
    if (typeof beside === 'string') throw new Error(beside);
    expect(beside.x.length).toBeGreaterThan(3);
    const scenario = beside.request.scenario as {
      duration: number;
      hops: { rate: number }[];
      flows: { algorithm: string; delayed_ack: boolean }[];
      measure: number[][];
    };
    expect(scenario.flows[0]).toMatchObject({ algorithm: 'sack', delayed_ack: true });
    const [least = 0] = beside.x;
    const fastestBps = rate(least) * 12_000;
    expect(scenario.hops[0]?.rate).toBeGreaterThan(4 * fastestBps);
    // Enough losses where they are rarest, but not more segments than one press may cost.
    expect(least * rate(least) * scenario.duration).toBeGreaterThan(40);
    expect(rate(least) * scenario.duration).toBeLessThan(200_000);
    expect(beside.request.points).toHaveLength(beside.x.length);
    expect(beside.toY(24_000, least)).toBe(24_000);
    const window = counterpart({ ...plot, y: 'window' }, RENO, rate);
    if (typeof window === 'string') throw new Error(window);
    // Two packets a second at 100 ms are a fifth of a packet in flight.
    expect(window.toY(24_000, least)).toBeCloseTo(0.2);
  });

  it('or the reason why there is none', () => {
    expect(counterpart(defaultsOf(FILTER), FILTER, rate)).toContain('No simulation');
    expect(counterpart({ ...defaultsOf(RENO), x: 'packet_bytes' }, RENO, rate)).toContain('over p or RTT');
    const moved = { ...defaultsOf(BIC), values: { ...defaultsOf(BIC).values, s_max: 8 } };
    expect(counterpart(moved, BIC, rate)).toContain('s max: set it to 32');
    const rare = { ...defaultsOf(RENO), values: { ...defaultsOf(RENO).values, p: 1e-7 }, x: 'rtt' };
    expect(counterpart(rare, RENO, () => 100)).toContain('too long');
  });
});
