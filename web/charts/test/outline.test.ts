import { describe, expect, it } from 'vitest';
import { outlineOf } from '../src/draw/outline.ts';
import { edgeLine, envelopeLine, stepLine } from '../src/draw/lines.ts';
import { columnsOf } from './columns.ts';

function table(samples: readonly (readonly [number, number])[], domain: [number, number], width: number) {
  const outline = outlineOf(columnsOf(samples), domain, width);
  return Array.from({ length: outline.count }, (_, at) => ({
    x: outline.x[at],
    enter: outline.enter[at],
    low: outline.low[at],
    high: outline.high[at],
    leave: outline.leave[at],
  }));
}

describe('the outline of a series', () => {
  it('keeps a dip that is narrower than a pixel', () => {
    // A timeout: the window is 1 for 10 ms in a second that is one pixel wide.
    const drawn = table(
      [
        [0, 40],
        [3.2, 1],
        [3.21, 39],
      ],
      [0, 10],
      10,
    );
    expect(drawn).toContainEqual({ x: 3, enter: 40, low: 1, high: 39, leave: 39 });
  });

  it('enters each column at the value that held before it, so that steps join', () => {
    const drawn = table(
      [
        [0, 10],
        [2, 20],
        [7, 5],
      ],
      [0, 10],
      10,
    );
    expect(drawn.map((column) => [column.x, column.enter, column.leave])).toEqual([
      [0, 10, 10],
      [2, 10, 20],
      [7, 20, 5],
    ]);
  });

  it('begins a zoomed window with the value that holds at its left edge', () => {
    const drawn = table(
      [
        [0, 10],
        [2, 20],
        [7, 5],
      ],
      [4, 6],
      10,
    );
    expect(drawn).toEqual([{ x: 0, enter: 20, low: 20, high: 20, leave: 20 }]);
  });

  it('does not draw what lies beyond the window or before the first sample', () => {
    expect(
      table(
        [
          [5, 1],
          [6, 2],
        ],
        [0, 4],
        10,
      ),
    ).toEqual([]);
  });

  it('never needs more columns than there are pixels, however many samples there are', () => {
    const samples = Array.from({ length: 50_000 }, (_, at) => [at / 50, at % 97] as const);
    const outline = outlineOf(columnsOf(samples), [0, 1000], 236);
    expect(outline.count).toBeLessThanOrEqual(237);
    const highest = Math.max(...outline.high.subarray(0, outline.count));
    expect(highest).toBe(96);
  });

  it('puts each column once, so that the last samples find room, however times round', () => {
    // 240 steps of 0.06 s in columns of 0.15 s: products and sums round differently, and eight columns stood twice.
    const samples = Array.from({ length: 1001 }, (_, at) => [at * 0.06, at] as const);
    const outline = outlineOf(columnsOf(samples), [0, 60], 400);
    const x = [...outline.x.subarray(0, outline.count)];
    expect(new Set(x).size).toBe(x.length);
    expect([x.at(-1), outline.leave[outline.count - 1]]).toEqual([400, 1000]);
  });

  it('leaves a gap where a series has no number, and does not bridge it', () => {
    // Jain’s index has none while fewer than two flows send.
    const gaps = columnsOf([
      [0, NaN],
      [2, 1],
      [4, NaN],
      [7, 3],
    ]);
    const outline = outlineOf(gaps, [0, 10], 10);
    expect([...outline.x.subarray(0, outline.count)]).toEqual([2, 4, 7]);
    expect([...outline.leave.subarray(0, outline.count)]).toEqual([1, NaN, 3]);
    expect([...outline.enter.subarray(0, outline.count)]).toEqual([1, 1, 3]);
    const moves: number[] = [];
    const pen = { moveTo: (x: number) => moves.push(x), lineTo: () => undefined };
    for (const line of [envelopeLine, stepLine]) line(pen, outline, 10, (value) => value);
    edgeLine(pen, outline, outline.high, 10, (value) => value);
    expect(moves).toEqual([2.5, 7.5, 2.5, 7.5, 2.5, 7.5]);
  });
});
