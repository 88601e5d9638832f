/**
 * Adds the row of docs/adding-a-chart.md as the guide says. If a step no longer works, this file
 * does not compile. If the guide shows a different file, a test here fails. Only tests use this
 * row.
 */
import { expect, it } from 'vitest';
import guide from '../../../docs/adding-a-chart.md?raw';
import { ROWS } from '../src/rows/index.ts';
import { columnsOf } from './columns.ts';
import { row } from './example/WindowUse.ts';
import file from './example/WindowUse.ts?raw';
import { laneOf } from './lane.ts';

it('one file makes a row: its layers follow what was recorded, its reference the path', () => {
  const lane = laneOf({ cwnd: [columnsOf([[0, 10]])], flight: [columnsOf([[0, 8]])] });
  expect(row.layers(lane).map(({ label, style }) => [label, style])).toEqual([
    ['cwnd', 'step-dashed'],
    ['in flight', 'line'],
  ]);
  // 2 Mbit/s × 250 ms / 12 000 bit
  expect(row.reference(lane)?.value).toBeCloseTo(41.67, 2);
  expect(row.layers(laneOf({}))).toEqual([]);
});

it('has an id and a place of its own among the rows', () => {
  expect(ROWS.filter(({ id, order }) => id === row.id || order === row.order)).toEqual([]);
});

it('is what the guide shows', () => {
  expect(guide).toContain(file.replaceAll("'../../src/types.ts'", "'../types.ts'"));
});
