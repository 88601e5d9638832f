import { expect, it } from 'vitest';
import type { TimeRange } from '@ackscope/model';
import { between } from '../src/instruments/glide.ts';

const PAIRS: readonly (readonly [TimeRange, TimeRange])[] = [
  [
    [19.5, 20],
    [0, 40],
  ],
  [
    [0, 40],
    [19.95, 20.05],
  ],
  // As wide as before: it only moves.
  [
    [1, 3],
    [7, 9],
  ],
];

it('a move begins and ends where it should', () => {
  for (const [from, to] of PAIRS) {
    for (const [share, want] of [
      [0, from],
      [1, to],
    ] as const) {
      const got = between(from, to, share);
      expect(got[0]).toBeCloseTo(want[0], 9);
      expect(got[1]).toBeCloseTo(want[1], 9);
    }
  }
});

it('equal steps widen by equal factors, and one moment keeps its place', () => {
  const [from, to] = [
    [19.55, 20.05],
    [0, 40],
  ] as const;
  const shares = [0, 0.25, 0.5, 0.75, 1];
  const ranges = shares.map((share) => between(from, to, share));
  const widths = ranges.map(([a, b]) => b - a);
  for (const at of [1, 2, 3]) {
    const factor = (widths[at + 1] ?? 0) / (widths[at] ?? 0);
    expect(factor).toBeCloseTo(80 ** 0.25, 9);
  }
  // (19.55 − x) / 0.5 = (0 − x) / 40, so x = 19.797 s.
  const still = (19.55 * 40) / 39.5;
  const places = ranges.map(([a, b]) => (still - a) / (b - a));
  for (const place of places) expect(place).toBeCloseTo(still / 40, 9);
});
