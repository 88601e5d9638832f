import { describe, expect, it } from 'vitest';
import { looksLikeRateTrace, readRateTrace } from '../src/rateTrace.ts';

const read = (text: string) => readRateTrace(text.split('\n'));

describe('a rate trace in mahimahi’s form', () => {
  it('is known by its first lines', () => {
    expect(looksLikeRateTrace('0\n0\n3\n')).toBe(true);
    expect(looksLikeRateTrace('12\r\n24\r\n')).toBe(true);
    expect(looksLikeRateTrace('time,cwnd\n0,10\n')).toBe(false);
    expect(looksLikeRateTrace('0 10\n1 20\n')).toBe(false);
    expect(looksLikeRateTrace('{"version":1}')).toBe(false);
  });

  it('is a list of instants, several of them in one millisecond', () => {
    expect(read('0\n3\n3\n\n10\n')).toEqual({ opportunitiesMs: [0, 3, 3, 10] });
  });

  it('is refused with the line that is wrong', () => {
    expect(read('1\n2\n1.5\n')).toEqual({ problem: 'Line 3: only whole milliseconds are allowed.' });
    expect(read('5\n4\n')).toEqual({ problem: 'Line 2: the times must not decrease.' });
  });
});
