import { describe, expect, it } from 'vitest';
import { after, bordersOf, commandOf, momentsOf, nextOf, partOf } from '../src/lessons/lecture/lecture.ts';
import type { RoomState } from '../src/lessons/lecture/lecture.ts';
import { clearanceIn } from './parts.ts';

const step = (kind: 'draw' | 'pick' | null) => ({ predict: kind === null ? null : { kind } }) as never;
const MOMENTS = momentsOf({ steps: [step('draw'), step('pick'), step(null)] });
const START: RoomState = { at: 0, phase: 'asked', cover: 'none' };

describe('a lecture', () => {
  it('is one key a step: question, run, events of a curve, next question; and back the same way', () => {
    expect(MOMENTS.map(({ at, phase }) => `${at} ${phase}`)).toEqual([
      '0 asked',
      '0 shown',
      '0 named',
      '1 asked',
      '1 shown',
      '2 shown',
    ]);
    let state = START;
    for (const moment of MOMENTS.slice(1)) {
      state = after(state, 'next', MOMENTS);
      expect(state).toEqual({ ...moment, cover: 'none' });
    }
    // After the end nothing changes.
    expect(after(state, 'next', MOMENTS)).toBe(state);
    for (const moment of MOMENTS.slice(0, -1).reverse()) {
      state = after(state, 'back', MOMENTS);
      expect(state).toEqual({ ...moment, cover: 'none' });
    }
    expect(after(state, 'back', MOMENTS)).toBe(state);
  });

  it('shows the answers of the class between the question and the run, where there are some', () => {
    const lesson = { steps: [step('draw'), step('pick'), step(null)] };
    const moments = momentsOf(lesson, new Set([1]));
    expect(moments.map(({ at, phase }) => `${at} ${phase}`).slice(2, 6)).toEqual([
      '0 named',
      '1 asked',
      '1 cloud',
      '1 shown',
    ]);
    const cloud = after({ ...START, at: 1 }, 'next', moments);
    expect(cloud.phase).toBe('cloud');
    expect(nextOf(cloud, moments)).toEqual({ at: 1, phase: 'shown' });
    // Other codes are pasted, and none of them answers this step: its run comes next.
    expect(after(cloud, 'next', MOMENTS).phase).toBe('shown');
    expect(nextOf({ at: 2, phase: 'shown', cover: 'none' }, moments)).toBeNull();
  });

  it('goes on unseen under no cover: a key ends it first', () => {
    const black = after(START, 'black', MOMENTS);
    expect(black.cover).toBe('black');
    expect(after(black, 'next', MOMENTS)).toEqual(START);
    expect(after(black, 'black', MOMENTS)).toEqual(START);
    expect(after(black, 'qr', MOMENTS).cover).toBe('qr');
  });

  it('shows the run that refutes a wrong answer', () => {
    expect(after(START, { show: 1 }, MOMENTS)).toEqual({ at: 1, phase: 'shown', cover: 'none' });
  });

  it('takes the keys of a remote', () => {
    const plain = { altKey: false, ctrlKey: false, metaKey: false, repeat: false, target: document.body };
    expect(['PageDown', 'PageUp', 'q', 'B', 'n', 'x'].map((key) => commandOf({ key, ...plain }))).toEqual([
      'next',
      'back',
      'qr',
      'black',
      'notes',
      null,
    ]);
    expect(commandOf({ key: 'PageDown', ...plain, ctrlKey: true })).toBeNull();
    // Held down it does not run through the lesson.
    expect(commandOf({ key: 'PageDown', ...plain, repeat: true })).toBeNull();
  });

  it('leaves the space bar to the button that has the focus', () => {
    const space = { key: ' ', altKey: false, ctrlKey: false, metaKey: false, repeat: false };
    const button = document.createElement('button');
    const link = Object.assign(document.createElement('a'), { href: '#lessons' });
    const within = button.appendChild(document.createElement('span'));
    expect([document.body, button, within, link].map((target) => commandOf({ ...space, target }))).toEqual([
      'next',
      null,
      null,
      null,
    ]);
    expect(commandOf({ ...space, key: 'PageDown', target: button })).toBe('next');
  });
});

describe('the four parts of a slider', () => {
  const slider = { low: 0, high: 10, step: 0.1 };
  it('are its quarters, where the run gives no value or one in the middle of its quarter', () => {
    expect(bordersOf(slider, [])).toEqual([2.5, 5, 7.5]);
    expect(bordersOf(slider, [NaN])).toEqual([2.5, 5, 7.5]);
    expect(bordersOf(slider, [6, 8.8])).toEqual([2.5, 5, 7.5]);
  });

  it('have any two values in the middle half of a part, on any slider', () => {
    // Sliders with coarse and fine steps, and values all over them: the run's, and the textbook's beside it or far from it.
    const of = (high: number, step: number) => ({ low: -high / 3, high, step });
    const sliders = [slider, of(1, 0.01), of(500, 5), of(3, 1), of(4e6, 1e5)];
    for (const one of sliders) {
      const values = Array.from({ length: 41 }, (_, at) => one.low + ((one.high - one.low) * at) / 40);
      for (const run of values)
        for (const textbook of values) {
          const borders = bordersOf(one, [run, textbook]);
          const says = `${run} and ${textbook} in ${one.low} to ${one.high}: ${borders.join(', ')}`;
          expect(
            borders.toSorted((a, b) => a - b),
            says,
          ).toEqual(borders);
          expect(borders[0], says).toBeGreaterThan(one.low);
          expect(borders[2], says).toBeLessThan(one.high);
          for (const value of [run, textbook])
            expect(clearanceIn(value, one, borders), says).toBeGreaterThanOrEqual(0.25);
        }
    }
  });

  it('hold for one answer what comes near the run', () => {
    // 2.4 and 2.6 are the same answer where the run has 2.5.
    const borders = bordersOf(slider, [2.5]);
    expect(partOf(2.4, borders)).toBe(partOf(2.6, borders));
    expect(partOf(2.5, borders)).toBe(borders.filter((border) => border < 2.5).length);
  });

  it('ignore a value that is off the slider', () => {
    expect(bordersOf(slider, [6, 16])).toEqual([2.5, 5, 7.5]);
  });
});
