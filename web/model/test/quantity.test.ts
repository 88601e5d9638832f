import { UNIT_FACTORS } from '@ackscope/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCapacity, readQuantity, writeBytes, writeRate, writeTime } from '../src/quantity.ts';

describe('quantities', () => {
  it('are read in every unit that the engine has', () => {
    for (const [unit, factor] of Object.entries(UNIT_FACTORS.time))
      expect(readQuantity(`2${unit}`, 'time')).toBeCloseTo(2 * factor, 12);
    for (const [unit, factor] of Object.entries(UNIT_FACTORS.rate))
      expect(readQuantity(`1.5 ${unit}`, 'rate')).toBe(1.5 * factor);
    for (const [unit, factor] of Object.entries(UNIT_FACTORS.size))
      expect(readCapacity(`3${unit}`)).toEqual({ amount: 3 * factor, unit: 'B' });
    expect(readCapacity('40pkt')).toEqual({ amount: 40, unit: 'pkt' });
    expect(readCapacity('1bdp')).toEqual({ amount: 1, unit: 'bdp' });
    expect(readCapacity(20)).toEqual({ amount: 20, unit: 'pkt' });
  });

  it('of another kind are none', () => {
    expect(readQuantity('2Mbps', 'time')).toBeNull();
    expect(readQuantity('2s', 'plain')).toBeNull();
    expect(readQuantity('2toString', 'time')).toBeNull();
    expect(readQuantity('constructor', 'time')).toBeNull();
    expect(readQuantity('', 'rate')).toBeNull();
    expect(readCapacity('2ms')).toBeNull();
    expect(readCapacity([1])).toBeNull();
  });

  it('are written in the largest unit that leaves at least one', () => {
    expect([0, 0.25, 2, 1e-3, 4e-5, 5e-9].map(writeTime)).toEqual([
      '0s',
      '250ms',
      '2s',
      '1ms',
      '40us',
      '5ns',
    ]);
    expect([0, 999, 2e6, 1.5e9].map(writeRate)).toEqual(['0bps', '999bps', '2Mbps', '1.5Gbps']);
    expect([0, 12.4, 1500, 3e6].map(writeBytes)).toEqual(['0B', '12B', '1.5kB', '3MB']);
  });

  it('are the same after writing and reading, to six digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e6, noNaN: true }), (timeS) => {
        const back = readQuantity(writeTime(timeS), 'time') ?? NaN;
        expect(Math.abs(back - timeS)).toBeLessThanOrEqual(1e-5 * timeS);
      }),
    );
  });
});
