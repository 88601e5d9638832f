import { describe, expect, it } from 'vitest';
import { alignedLane, alignedRow, everyNth } from '../src/derive/aligned.ts';
import { beamOn } from '../src/draw/density.ts';
import { rowsById } from '../src/rows/index.ts';
import { columnsOf } from './columns.ts';
import { laneOf } from './lane.ts';

/** Three teeth of 40 at the event. The first and third fall to half, the second to 10. */
const teeth = columnsOf([
  [0, 40],
  [10, 20],
  [19, 40],
  [20, 10],
  [29, 40],
  [30, 20],
]);

describe('occurrences over one another', () => {
  it('glow by how often the beam was there', () => {
    const box = { domain: [0, 50] as const };
    const [width, height] = [40, 50];
    const light = new Float32Array(width * height);
    const shine = beamOn(light, box, [-1, 1], width, height);
    for (const momentS of [10, 20, 30]) shine(teeth, momentS, 1);
    /** The brightness right of the event, at a value. */
    const at = (value: number) => light[(height - 1 - value) * width + 35] ?? 0;
    expect(at(20)).toBeCloseTo(2, 5);
    expect(at(10)).toBeCloseTo(1, 5);
    expect(at(35)).toBe(0);
    // Left of the event all three are at 40.
    expect(light[(height - 1 - 40) * width + 5]).toBeCloseTo(3, 5);
    // The beam moves faster across a fall of thirty than along a level line: it is fainter there.
    const fall = Math.max(...[25, 30].map((value) => light[(height - 1 - value) * width + 20] ?? 0));
    expect(fall).toBeGreaterThan(0);
    expect(fall).toBeLessThan(1.5);
  });

  it('are thinned out without another choice for each that comes', () => {
    const items = Array.from({ length: 1000 }, (_, at) => at);
    const chosen = everyNth(items, 300);
    expect(chosen).toHaveLength(250);
    // All traces that were chosen before stay chosen.
    expect(everyNth([...items, 1000, 1001, 1002, 1003, 1004], 300).slice(0, 250)).toEqual(chosen);
    expect(everyNth(items, 1000)).toBe(items);
  });

  it('keep one scale while they come', () => {
    const [cwnd] = rowsById(['cwnd']);
    if (cwnd === undefined) throw new Error('no row');
    const lane = alignedLane(laneOf({ cwnd: [teeth] }), 1);
    // Only the second tooth has arrived, but the others, at 20, already set the scale.
    const row = alignedRow(
      cwnd,
      () => [20],
      [0.2, 1],
      true,
      () => [10, 20, 30],
    );
    const [layer] = row.layers(lane);
    expect(layer?.columns.at(0.5)).toBe(10);
    expect(layer?.members?.[0]?.peak).toBe(20);
  });

  it('have a median, and a scale with room for all of them', () => {
    const [cwnd] = rowsById(['cwnd']);
    if (cwnd === undefined) throw new Error('no row');
    const lane = alignedLane(laneOf({ cwnd: [teeth] }), 1);
    const row = alignedRow(cwnd, () => [10, 20, 30], [-1, 1], false);
    const [layer] = row.layers(lane);
    expect(layer?.columns.at(-0.5)).toBe(40);
    expect(layer?.columns.at(0.5)).toBe(20);
    expect(Math.max(...(layer?.members?.[0]?.max ?? []))).toBe(40);
    // Shows only the latest, the second tooth.
    const last = alignedRow(cwnd, () => [10, 20], [-1, 1], true);
    expect(last.layers(lane)[0]?.columns.at(0.5)).toBe(10);
    expect(last.layers(lane)[0]?.occurrences?.moments).toEqual([10, 20]);
  });
});
