import { describe, expect, it } from 'vitest';
import {
  formatClock,
  formatDifference,
  formatFixed,
  formatNumber,
  formatPercent,
  formatQuantity,
  formatSpeed,
  formatSwing,
  NONE,
} from '../src/format.ts';

describe('numbers', () => {
  it('keep their significant digits and every digit before the point', () => {
    expect(formatNumber(1.7149)).toBe('1.71');
    expect(formatNumber(0.004567)).toBe('0.00457');
    expect(formatNumber(61_204)).toBe('61\u202f204');
    expect(formatNumber(1667)).toBe('1667');
    expect(formatNumber(0)).toBe('0');
    expect(formatNumber(1e-5)).toBe('0.00001');
    expect(formatNumber(1e-8)).toBe('10⁻⁸');
    expect(formatNumber(-2.345e-7)).toBe('−2.35\u202f×\u202f10⁻⁷');
  });

  it('have a real minus, never on a zero, and a dash where there is nothing', () => {
    expect(formatFixed(-2.345, 1)).toBe('\u22122.3');
    expect(formatFixed(-0.001, 1)).toBe('0.0');
    expect(formatNumber(null)).toBe(NONE);
    expect(formatNumber(NaN)).toBe(NONE);
    expect(formatNumber(Infinity)).toBe('∞');
  });
});

describe('quantities', () => {
  it('choose the unit that reads best', () => {
    expect(formatQuantity(1.71e6, 'bps')).toBe('1.71 Mbit/s');
    expect(formatQuantity(200e6, 'bps')).toBe('200 Mbit/s');
    expect(formatQuantity(0.25, 's')).toBe('250 ms');
    expect(formatQuantity(1000, 's')).toBe('1000 s');
    expect([1, 1.5, 40].map((count) => formatQuantity(count, 'packets'))).toEqual([
      '1 packet',
      '1.5 packets',
      '40 packets',
    ]);
    expect(formatQuantity(1, 'segments')).toBe('1 segment');
    expect(formatQuantity(0.0005, 's')).toBe('500 µs');
    expect(formatQuantity(42, 'packets')).toBe('42 packets');
    expect(formatQuantity(0, 'bps')).toBe('0 bit/s');
  });

  it('tell time with as many decimals as the run is short', () => {
    expect(formatClock(412.6, 1000)).toBe('412.6 s');
    expect(formatClock(1.25, 20)).toBe('1.250 s');
    // A run that waits for an answer has no duration yet.
    expect(formatClock(0, 0)).toBe('0.0 s');
  });

  it('tell differences with their sign', () => {
    expect(formatDifference(0.0496)).toBe('+5 %');
    expect(formatDifference(-0.2)).toBe('\u221220 %');
    expect(formatDifference(0.0001)).toBe('±0 %');
    expect(formatDifference(0.994)).toBe('+99 %');
    expect(formatDifference(1.084)).toBe('+108 %');
    expect(formatDifference(2.084)).toBe('3.1 ×');
    expect(formatDifference(9.64)).toBe('11 ×');
  });

  it('tell what a value swings between, where it swings', () => {
    expect(formatSwing(0, 38)).toBe('0–38');
    expect(formatSwing(12, 12)).toBe('12');
    expect(formatSwing(1.9e6, 2e6, 1e6)).toBe('1.9–2');
  });

  it('tell shares and speeds', () => {
    expect(formatPercent(0.9307)).toBe('93.1 %');
    expect(formatSpeed(50)).toBe('50 ×');
    expect(formatSpeed(0.05)).toBe('20 × slower');
    expect(formatSpeed(Infinity)).toBe('Max');
  });
});
