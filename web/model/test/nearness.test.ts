import { expect, it } from 'vitest';
import { nearnessOfChoice, nearnessOfNumber, rightWithin } from '../src/nearness.ts';

const share = (guess: number, value: number) => nearnessOfNumber(guess, value, 'ratio', 0.01);
const number = (guess: number, value: number, least = 1) => nearnessOfNumber(guess, value, 'packets', least);

it('judges a share above one half by its unused part, or in points near one', () => {
  // 22 % unused are not 10.4 % unused.
  expect(share(0.78, 0.896)).toBe('far');
  expect(share(0.87, 0.896)).toBe('right');
  expect(share(0.82, 0.896)).toBe('near');
  expect(share(0.78, 1)).toBe('far');
  expect(share(0.97, 0.996)).toBe('right');
  expect(share(0.96, 0.996)).toBe('near');
  expect(share(0.9, 0.996)).toBe('far');
  expect(share(0.05, 0.95)).toBe('opposite');
  // A small share is a number like others: 3.5 % of lost packets are not 1 %.
  expect(share(0.035, 0.01)).toBe('far');
  expect(share(0.01, 0.011)).toBe('right');
});

it('judges a number by its relative distance', () => {
  expect([number(90, 100), number(110, 100)]).toEqual(['right', 'right']);
  expect([number(89, 100), number(111, 100)]).toEqual(['near', 'near']);
  expect([number(80, 100), number(120, 100)]).toEqual(['near', 'near']);
  expect([number(78, 100), number(121, 100)]).toEqual(['far', 'far']);
  expect([number(10.1, 100), number(999, 100)]).toEqual(['far', 'far']);
});

it('has a word for the opposite: a factor of ten, or the other sign', () => {
  expect(number(115, 0.7)).toBe('opposite');
  expect(number(0.7, 115, 0.1)).toBe('opposite');
  expect([number(10, 100), number(1000, 100)]).toEqual(['opposite', 'opposite']);
  expect(number(-5, 5)).toBe('opposite');
  expect(number(0, 100)).toBe('opposite');
});

it('a step of the slider is no distance', () => {
  // 1 is the smallest value that the slider has beside 0.
  expect(number(1, 0, 1)).toBe('far');
  expect(number(0, 0, 1)).toBe('right');
  expect(number(0, 0.05, 1)).toBe('right');
});

it('judges a choice by what the run gives for it', () => {
  expect(nearnessOfChoice(true, 1, 1)).toBe('right');
  expect(nearnessOfChoice(false, 115, 0.7)).toBe('opposite');
  expect(nearnessOfChoice(false, 1.32, 0.21)).toBe('far');
  expect(nearnessOfChoice(false, null, null)).toBe('far');
});

it('tells how far a right number may be: a question bank takes it as its tolerance', () => {
  for (const unit of ['ratio', 'packets', 's', ''])
    for (const value of [0.002, 0.3, 0.51, 0.896, 0.996, 1, 4, -4, 83, 0])
      for (const least of [0.01, 1, 5]) {
        const within = rightWithin(value, unit, least);
        expect(within).toBeGreaterThan(0);
        for (const sign of [1, -1]) {
          expect(nearnessOfNumber(value + sign * 0.999 * within, value, unit, least)).toBe('right');
          expect(nearnessOfNumber(value + sign * 1.001 * within, value, unit, least)).not.toBe('right');
        }
      }
});
