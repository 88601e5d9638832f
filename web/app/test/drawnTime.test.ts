// @vitest-environment node
/** A saved picture tells no more than the screen. */
import { expect, it } from 'vitest';
import { createLabStore } from '@ackscope/model';
import { drawnTime } from '../src/export/usePicture.ts';

it('a picture of a hidden future ends at the clock', () => {
  const { view, run, clock } = createLabStore().getState();
  const at = (timeS: number, hidesFuture: boolean, timeRange: [number, number] | null = null) =>
    drawnTime({
      view: { ...view, hidesFuture, timeRange },
      run: { ...run, durationS: 200 },
      clock: { ...clock, timeS },
    });
  expect(at(50, false)).toEqual([0, 200]);
  expect(at(50, true)).toEqual([0, 50]);
  expect(at(50, true, [40, 60])).toEqual([40, 50]);
  expect(at(90, true, [40, 60])).toEqual([40, 60]);
  // Before the first moment there is nothing to draw.
  const [fromS, toS] = at(0, true);
  expect(fromS).toBe(0);
  expect(toS).toBeLessThan(0.001);
});
