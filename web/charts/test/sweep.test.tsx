import { fireEvent, render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { estimate } from '../src/sweep/interval.ts';
import { xScale, yScale } from '../src/sweep/scales.ts';
import { SweepDrawing } from '../src/sweep/SweepPlot.tsx';
import type { SweepFigure, SweepX } from '../src/sweep/types.ts';
import { styleOf } from '../src/palette.ts';

function figure(xs: readonly SweepX[], log = false): SweepFigure {
  return {
    x: { label: 'loss', unit: '', log },
    y: { label: 'goodput', unit: 'bps', log: false },
    lines: [
      {
        id: 'reno',
        name: 'Reno',
        style: styleOf('reno'),
        points: xs.map((x, at) => ({
          x,
          mean: 1e6 * (at + 1),
          interval: [0.5e6 * (at + 1), 1.5e6 * (at + 1)],
        })),
      },
    ],
    marks: [{ source: 'paper', line: 'reno', x: xs[0] ?? 0, y: 6e6 }],
    curves: [{ name: 'theory', line: null, points: [[0.001, 1e6]] }],
  };
}

describe('repetitions', () => {
  it('become a mean and its 95 % interval by Student', () => {
    const { mean, interval } = estimate([1, 2, 3]);
    expect(mean).toBe(2);
    // s = 1, n = 3: 4.303 / √3 = 2.484.
    expect(interval?.[0]).toBeCloseTo(2 - 2.484, 3);
    expect(interval?.[1]).toBeCloseTo(2 + 2.484, 3);
  });

  it('are as sure as Student’s t says, however many there are', () => {
    const half = (n: number): number => {
      const values = Array.from({ length: n }, (_, at) => at % 2);
      const { mean, interval } = estimate(values);
      const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
      return ((interval?.[1] ?? NaN) - mean) / Math.sqrt(squares / (n - 1) / n);
    };
    // Tables for 13 and 29 degrees of freedom; beyond 120 its quantile, which is slightly too wide.
    expect(half(14)).toBeCloseTo(2.1604, 4);
    expect(half(30)).toBeCloseTo(2.0452, 4);
    expect(half(1000)).toBeCloseTo(1.9799, 4);
  });

  it('have no interval where there is but one', () => {
    expect(estimate([5])).toEqual({ mean: 5, interval: null });
  });
});

describe('scales of a sweep', () => {
  it('put powers of ten at equal distances', () => {
    const scale = xScale(figure([0.001, 0.01, 0.1], true), 200);
    expect(scale.ticks.map((tick) => [tick.text, tick.position])).toEqual([
      ['0.001', 0],
      ['0.01', 100],
      ['0.1', 200],
    ]);
  });

  it('write many powers of ten as powers, all of them', () => {
    const scale = xScale(figure([1e-4, 1], true), 280);
    expect(scale.ticks.map((tick) => tick.text)).toEqual(['10⁻⁴', '10⁻³', '10⁻²', '10⁻¹', '1']);
  });

  it('write no number between powers as one', () => {
    const wide = { ...figure([1e-7, 0.1], true), marks: [], curves: [] };
    expect(xScale(wide, 3000).ticks.map((tick) => tick.text)).toEqual([
      '10⁻⁷',
      '10⁻⁶',
      '10⁻⁵',
      '10⁻⁴',
      '10⁻³',
      '10⁻²',
      '10⁻¹',
    ]);
  });

  it('put 2 and 5 between powers of ten where there is room', () => {
    const scale = xScale({ ...figure([10, 200], true), marks: [], curves: [] }, 560);
    expect(scale.ticks.map((tick) => tick.text)).toEqual(['10', '20', '50', '100', '200']);
  });

  it('put names side by side', () => {
    const scale = xScale(figure(['a', 'b']), 200);
    expect(scale.isNamed).toBe(true);
    expect(scale.position('b')).toBeGreaterThan(scale.position('a'));
  });

  it('hold intervals and marks, and begin at zero, in a unit that reads well', () => {
    const scale = yScale(figure([1, 2]), 100);
    expect(scale.unit).toBe('Mbit/s');
    expect(scale.position(0)).toBe(100);
    expect(scale.position(6e6)).toBeGreaterThan(0);
    expect(scale.ticks.map((tick) => tick.text)).toContain('5');
  });
});

it('an axis of powers is not stretched by an interval that ends near zero', () => {
  const steep: SweepFigure = { ...figure([1, 2]), y: { label: 'goodput', unit: 'bps', log: true } };
  const lines = steep.lines.map((line) => ({
    ...line,
    points: line.points.map((point) => ({ ...point, interval: [1, 3e6] as const })),
  }));
  const scale = yScale({ ...steep, lines, marks: [] }, 400);
  // The axis starts a little below half of the lowest mean: 0.42 to 3.6 Mbit/s.
  expect(scale.ticks.map((tick) => tick.text)).toEqual(['0.5', '1', '2']);
});

it('leaves a point hollow while repetitions are to come', () => {
  const [line] = figure([1, 2]).lines;
  if (line === undefined) throw new Error('no line');
  const points = line.points.map((point, at) => ({ ...point, isPartial: at === 1 }));
  const { container } = render(
    <SweepDrawing
      figure={{ ...figure([1, 2]), lines: [{ ...line, points }] }}
      width={400}
      height={200}
      small={false}
    />,
  );
  expect(container.querySelectorAll('[data-partial=true] circle')).toHaveLength(1);
});

it('draws a line with its interval, the theory, and what others found as rings', () => {
  const { container } = render(
    <SweepDrawing figure={figure([0.001, 0.002])} width={400} height={200} small={false} />,
  );
  const [ring] = container.querySelectorAll('circle[r="4.5"]');
  expect(ring).toBeDefined();
  // The paper's 6 Mbit/s are at the first point, above our 1 Mbit/s.
  const dots = [...container.querySelectorAll('circle[r="3"]')];
  expect(dots).toHaveLength(2);
  expect(ring?.getAttribute('cx')).toBe(dots[0]?.getAttribute('cx'));
  expect(Number(ring?.getAttribute('cy'))).toBeLessThan(Number(dots[0]?.getAttribute('cy')));
  expect(container.textContent).toContain('goodput, Mbit/s');
});

describe('a point that is pressed', () => {
  it('is the nearest one, if there is one near', () => {
    const picked: unknown[] = [];
    const { container } = render(
      <SweepDrawing
        figure={figure([0, 10, 20])}
        width={268}
        height={252}
        small={false}
        onPick={(x, line) => picked.push([x, line])}
      />,
    );
    const svg = container.querySelector('svg');
    const dots = [...container.querySelectorAll('circle')];
    if (svg === null) throw new Error('nothing was drawn');
    const x = Number(dots[1]?.getAttribute('cx')) + 54;
    const y = Number(dots[1]?.getAttribute('cy')) + 12;
    fireEvent.click(svg, { clientX: x + 5, clientY: y - 5 });
    expect(picked).toEqual([[10, 'reno']]);
    fireEvent.click(svg, { clientX: x, clientY: y + 60 });
    expect(picked).toHaveLength(1);
  });
});
