import { describe, expect, it } from 'vitest';
import { after, bordersOf, commandOf, momentsOf, nextOf, partOf } from '../src/lessons/lecture/lecture.ts';
import type { RoomState } from '../src/lessons/lecture/lecture.ts';

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
  it('are its quarters, and move away from a value that lies on a border', () => {
    expect(bordersOf(slider, 6)).toEqual([2.5, 5, 7.5]);
    for (const value of [2.5, 2.45, 2.6, 5, 7.4, 0.01, 9.99]) {
      const borders = bordersOf(slider, value);
      for (const border of borders)
        expect(Math.abs(value - border), String(value)).toBeGreaterThan(0.15 * 2.5);
      expect(partOf(value, borders)).toBe(borders.filter((border) => border < value).length);
    }
    // 2.4 and 2.6 are the same answer where the run has 2.5.
    const borders = bordersOf(slider, 2.5);
    expect(partOf(2.4, borders)).toBe(partOf(2.6, borders));
  });

  it('are quarters where the run gives no value', () => {
    expect(bordersOf(slider, NaN)).toEqual([2.5, 5, 7.5]);
  });
});
