import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { between } from '../src/derive/between.ts';
import { lanesSvg } from '../src/picture/lanesSvg.ts';
import { rowsById } from '../src/rows/index.ts';
import { columnsOf } from './columns.ts';
import { laneOf } from './lane.ts';

describe('what lies between two moments', () => {
  // 2 from 0 s on, 8 from 10 s on, 5 from 30 s on.
  const steps = columnsOf([
    [0, 2],
    [10, 8],
    [30, 5],
  ]);

  it('weighs each value by how long it holds, and takes in what held before', () => {
    // 5 s of 2, 20 s of 8, 5 s of 5: 10 + 160 + 25.
    const found = between(steps, 5, 35);
    expect(found.integral).toBeCloseTo(195, 9);
    expect(found.mean).toBeCloseTo(6.5, 9);
    expect([found.least, found.most, found.knownS]).toEqual([2, 8, 30]);
  });

  it('does not count extremes outside: of the bin before only what still holds', () => {
    const bin = { ...steps, min: Float32Array.of(0, 1, 5), max: Float32Array.of(9, 11, 5) };
    // From 12 s on, only the last value of the bin at 10 s still holds.
    expect(between(bin, 12, 40)).toMatchObject({ least: 5, most: 8 });
    expect(between(bin, 10, 40)).toMatchObject({ least: 1, most: 11 });
  });

  it('knows nothing before the first sample, and the value where both are one moment', () => {
    expect(between(columnsOf([[10, 4]]), 0, 20)).toMatchObject({ mean: 4, integral: 40, knownS: 10 });
    expect(between(columnsOf([[10, 4]]), 0, 5)).toMatchObject({ mean: NaN, integral: NaN, knownS: 0 });
    expect(between(steps, 15, 15)).toMatchObject({ mean: 8, least: 8, most: 8, integral: 0 });
  });

  it('leaves out what is infinite, as ssthresh at the start', () => {
    const found = between(
      columnsOf([
        [0, Infinity],
        [10, 40],
      ]),
      0,
      20,
    );
    expect(found).toMatchObject({ mean: 40, most: 40, integral: 400, knownS: 10 });
  });
});

describe('cursors', () => {
  beforeEach(() => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  });
  afterEach(() => {
    cleanup();
    vi.restoreAllMocks();
  });

  it('stand in a saved picture at their times and levels, in their own row only', () => {
    const cwnd = columnsOf([
      [0, 1],
      [10, 30],
    ]);
    const svg = lanesSvg({
      title: 'A run',
      footer: [],
      lanes: [{ data: laneOf({ cwnd: [cwnd], queue: [cwnd] }), bands: [] }],
      overlay: false,
      rows: rowsById(['cwnd', 'queue']),
      domains: [
        [0, 40],
        [0, 40],
      ],
      timeDomain: [0, 20],
      timeTicks: [],
      // One level and cursor B lie outside the visible range.
      cursors: { timeS: [5, 25], row: 'queue', levels: [10, 80] },
      themeKey: 'light',
    });
    const { container } = render(<div dangerouslySetInnerHTML={{ __html: svg }} />);
    const texts = [...container.querySelectorAll('text')].map((text) => text.textContent);
    expect(texts).toContain('A');
    expect(texts).not.toContain('B');
    expect(texts.filter((text) => text === '10 packets')).toHaveLength(1);
    expect(texts).not.toContain('80 packets');
    // The plot is 560 px wide: 5 of 20 s is a quarter of it, once in each row.
    const lines = [...container.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '');
    expect(lines.filter((line) => line.startsWith('M140.0 0V') && line !== 'M140.0 0V0')).toHaveLength(2);
  });
});
