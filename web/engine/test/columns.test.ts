import { describe, expect, it } from 'vitest';
import { buffersOf, unpackChunk } from '../src/columns.ts';
import type { PackedChunk } from '../src/wasm.ts';

const packed = (index: number[], bins: number): PackedChunk => ({
  index: Uint32Array.from(index),
  time_s: Float64Array.from({ length: bins }, (_, i) => i),
  min: Float32Array.from({ length: bins }, (_, i) => i - 0.5),
  max: Float32Array.from({ length: bins }, (_, i) => i + 0.5),
  last: Float32Array.from({ length: bins }, (_, i) => 10 * i),
  event_time_s: Float64Array.of(1.5),
  event_rule: Uint16Array.of(3),
  event_source: Uint32Array.of(0),
  event_terms: new Float64Array(8),
  event_counts: new Float64Array(3),
  free: () => undefined,
});

describe('a packed chunk', () => {
  it('is cut into one series after the other, in the order of the index', () => {
    const chunk = unpackChunk(9, packed([4, 100, 2, 0, 7, 3], 5));
    expect(chunk.time_s).toBe(9);
    expect(chunk.series.map(({ id, from }) => [id, from])).toEqual([
      [4, 100],
      [0, 7],
    ]);
    expect([...(chunk.series[0]?.time_s ?? [])]).toEqual([0, 1]);
    expect([...(chunk.series[1]?.last ?? [])]).toEqual([20, 30, 40]);
  });

  it('keeps a series that has no new bins', () => {
    const chunk = unpackChunk(1, packed([2, 8, 0, 5, 0, 1], 1));
    expect(chunk.series.map(({ id, last }) => [id, last.length])).toEqual([
      [2, 0],
      [5, 1],
    ]);
  });

  it.each([
    ['more bins than the index counts', [0, 0, 1], 2],
    ['fewer bins than the index counts', [0, 0, 3], 2],
    ['an index that ends within a series', [0, 0], 0],
  ])('with %s is refused', (_, index, bins) => {
    expect(() => unpackChunk(1, packed(index, bins))).toThrow(RangeError);
  });

  it('moves to the page with each buffer named once, and arrives whole', () => {
    const chunk = unpackChunk(1, packed([0, 0, 2, 1, 0, 3], 5));
    const buffers = buffersOf(chunk);
    expect(buffers).toHaveLength(9);
    const arrived = structuredClone(chunk, { transfer: buffers });
    expect([...(arrived.series[1]?.last ?? [])]).toEqual([20, 30, 40]);
    expect(arrived.events.rule[0]).toBe(3);
    expect(chunk.series[1]?.last.length).toBe(0); // moved, not copied
  });
});
