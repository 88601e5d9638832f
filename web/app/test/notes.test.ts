import { describe, expect, it } from 'vitest';
import { isCrossed, leaderBox, overlaps, placeNear } from '../src/notes/place.ts';
import type { Ink } from '../src/notes/place.ts';

const plot = { left: 0, top: 0, width: 400, height: 120 };
const text = { width: 120, height: 34 };

/** A trace at a height for every column of pixels. */
const trace = (height: (x: number) => number): Ink[] =>
  Array.from({ length: plot.width }, (_, x) => ({ x, top: height(x), bottom: height(x) }));

describe('a mark of evidence', () => {
  it('stands beside every trace, near what it points at, and in the plot', () => {
    const shapes: readonly ((x: number) => number)[] = [
      () => 110,
      () => 4,
      () => 60,
      (x) => 60 + 15 * Math.sin(x / 15),
      (x) => (x % 80) * 0.9,
      (x) => (x < 200 ? 110 : 10),
    ];
    for (const [at, shape] of shapes.entries()) {
      const inks = trace(shape);
      const anchor = { x: 250, y: shape(250) };
      const box = placeNear(anchor, text, plot, inks, []);
      if (box === null) throw new Error(`there is room beside shape ${String(at)}`);
      expect(isCrossed(box, inks)).toBe(false);
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.left + box.width).toBeLessThanOrEqual(plot.width);
      expect(box.top + box.height).toBeLessThanOrEqual(plot.height);
    }
  });

  it('has a leader line that crosses no other text', () => {
    const low = trace(() => 110);
    const above = { left: 240, top: 60, width: 20, height: 20 };
    const anchor = { x: 250, y: 110 };
    const free = placeNear(anchor, { width: 40, height: 20 }, plot, low, [above]);
    const box = placeNear(anchor, { width: 40, height: 20 }, plot, low, [above], [above]);
    if (free === null || box === null) throw new Error('there is room beside it');
    expect(overlaps(leaderBox(box, anchor), above)).toBe(false);
    // Where the text itself only needs a free place, it may stand behind the other one.
    const high = placeNear(anchor, { width: 390, height: 40 }, plot, low, [above]);
    if (high === null) throw new Error('there is room above it');
    expect(overlaps(leaderBox(high, anchor), above)).toBe(true);
    expect(placeNear(anchor, { width: 390, height: 40 }, plot, low, [above], [above])).toBeNull();
  });

  it('is left out where there is no free place', () => {
    const full = Array.from({ length: plot.width }, (_, x) => ({ x, top: 0, bottom: plot.height }));
    expect(placeNear({ x: 200, y: 60 }, text, plot, full, [])).toBeNull();
    // Each of these reaches over the whole height within the width of a text.
    for (const shape of [(x: number) => 60 + 50 * Math.sin(x / 15), (x: number) => (x % 80) * 1.4])
      expect(placeNear({ x: 250, y: shape(250) }, text, plot, trace(shape), [])).toBeNull();
  });

  it('leaves other texts alone', () => {
    const anchor = { x: 200, y: 110 };
    const inks = trace(() => 110);
    const first = placeNear(anchor, text, plot, inks, []);
    const second = first === null ? null : placeNear(anchor, text, plot, inks, [first]);
    if (first === null || second === null) throw new Error('there is room for two');
    expect(overlaps(first, second)).toBe(false);
  });
});
