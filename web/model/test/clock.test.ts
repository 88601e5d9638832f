import { describe, expect, it } from 'vitest';
import { advanced, SPEEDS, speedFor } from '../src/slices/clock.ts';

describe('the clock', () => {
  const clock = { timeS: 100, playing: true, speed: 50, loop: false };

  it('runs at its speed but never ahead of what is computed', () => {
    expect(advanced(clock, 0.1, 1000, 1000, false).timeS).toBe(105);
    expect(advanced(clock, 0.1, 102, 1000, false).timeS).toBe(102);
  });

  it('does not jump back when a new run begins behind it', () => {
    expect(advanced(clock, 0.1, 0, 1000, false)).toBe(clock);
  });

  it('stops at the end, and only there', () => {
    expect(advanced({ ...clock, timeS: 999 }, 0.1, 1000, 1000, true)).toMatchObject({
      timeS: 1000,
      playing: false,
    });
    expect(advanced({ ...clock, timeS: 1000 }, 0.1, 1000, 1000, false).playing).toBe(true);
  });

  it('goes round within what is shown, once that is computed', () => {
    const loop = { ...clock, timeS: 199, loop: true };
    expect(advanced(loop, 0.1, 1000, 1000, true, [150, 200])).toMatchObject({ timeS: 150, playing: true });
    expect(advanced({ ...loop, timeS: 999 }, 0.1, 1000, 1000, true)).toMatchObject({
      timeS: 0,
      playing: true,
    });
    // The next part is not simulated yet, so the clock waits at the edge.
    expect(advanced(loop, 0.1, 199.5, 1000, false, [150, 200]).timeS).toBe(199.5);
    // A clock beyond the window was set there on purpose, so it goes on.
    expect(advanced({ ...loop, timeS: 300 }, 0.1, 1000, 1000, true, [150, 200]).timeS).toBe(305);
  });

  it('takes about twenty seconds for a run of any length', () => {
    for (const durationS of [20, 120, 200, 400, 1000, 2000]) {
      const speed = speedFor(durationS);
      expect(SPEEDS).toContain(speed);
      expect(durationS / speed).toBeGreaterThan(9);
      expect(durationS / speed).toBeLessThan(45);
    }
  });
});
