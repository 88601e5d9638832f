import { styleOf } from '../src/palette.ts';
import { describe, expect, it } from 'vitest';
import { bandOf } from '../src/draw/band.ts';
import { jainIndex } from '../src/derive/jain.ts';
import { slidingRate } from '../src/derive/rate.ts';
import type { FlowData } from '../src/types.ts';
import { columnsOf } from './columns.ts';

/** A counter that grows by `perS` a second until it stops, a sample every tenth of a second. */
function counter(perS: number, untilS: number, stopS = untilS) {
  return columnsOf(
    Array.from({ length: untilS * 10 + 1 }, (_, at): [number, number] => [
      at / 10,
      Math.min(at / 10, stopS) * perS,
    ]),
  );
}

describe('a rate', () => {
  it('is what a counter grew by in the window before, in bits', () => {
    const rate = slidingRate(counter(100, 20), 12_000, 2, 20);
    expect(rate.at(10)).toBeCloseTo(1.2e6, -3);
    expect(rate.at(1)).toBeCloseTo(1.2e6, -5); // half a window, divided by its own length
  });

  it('falls to zero where nothing more is delivered and no sample says so', () => {
    const stopped = columnsOf([
      [0, 0],
      [1, 100],
    ]);
    const rate = slidingRate(stopped, 12_000, 2, 20);
    expect(rate.at(2)).toBeCloseTo(6e5);
    expect(rate.at(4)).toBe(0);
    expect(rate.at(19)).toBe(0);
  });

  it('is never negative where a connection counts from zero again', () => {
    const again = columnsOf([
      [0, 0],
      [5, 500],
      [6, 0],
      [10, 100],
    ]);
    const rate = slidingRate(again, 12_000, 2, 10);
    expect(Math.min(...[...rate.last].filter((value) => !Number.isNaN(value)))).toBe(0);
  });
});

describe("Jain's index", () => {
  const flow = (index: number, perS: number, active: [number, number][] = [[0, 100]]): FlowData => {
    const delivered = [counter(perS, 100)];
    const series = (name: string) => (name === 'delivered' ? delivered : []);
    const look = styleOf('newreno');
    return {
      index,
      name: String(index),
      packetBits: 12_000,
      look,
      rttS: 0.1,
      active,
      series,
      recorded: series,
    };
  };

  it('is one where all get the same and one nth where one gets everything', () => {
    expect(jainIndex([flow(0, 50), flow(1, 50)], 10, 100, 0).at(50)).toBeCloseTo(1);
    expect(jainIndex([flow(0, 50), flow(1, 0), flow(2, 0), flow(3, 0)], 10, 100, 0).at(50)).toBeCloseTo(0.25);
    // (1 + 3)² / (2 · (1 + 9)) = 0.8
    expect(jainIndex([flow(0, 10), flow(1, 30)], 10, 100, 0).at(50)).toBeCloseTo(0.8);
  });

  it('counts only flows that send, and says nothing of one alone', () => {
    const index = jainIndex([flow(0, 50), flow(1, 50, [[60, 100]])], 10, 100, 0);
    expect(index.at(50)).toBeNaN();
    expect(index.at(80)).toBeCloseTo(1);
  });
});

describe('a band of many flows', () => {
  it('goes from the lowest to the highest, with the mean of what holds', () => {
    const band = bandOf(
      [
        columnsOf([
          [0, 10],
          [50, 40],
        ]),
        columnsOf([[0, 20]]),
      ],
      [0, 100],
      100,
    );
    const at = (column: number) => {
      const index = [...band.x.subarray(0, band.count)].indexOf(column);
      return [band.low[index], band.leave[index], band.high[index]];
    };
    expect(at(10)).toEqual([10, 15, 20]);
    expect(at(50)).toEqual([10, 30, 40]); // the step itself spans both values
    expect(at(90)).toEqual([20, 30, 40]);
  });
});
