import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { linear, logarithmic, nextValue, Slider } from '../src/kit/Slider.tsx';

it('a key moves a slider by a step that shows, wherever it stands', async () => {
  const user = userEvent.setup();
  const scale = linear(0, 1, 0.01);
  // All steps between 0 and 1: some multiples of 0.01, such as 0.57, are inexact in binary.
  for (let at = 1; at < 99; at += 1) {
    const told: number[] = [];
    const { unmount } = render(
      <Slider label="Share" value={at / 100} scale={scale} text="" onChange={(next) => told.push(next)} />,
    );
    screen.getByRole('slider').focus();
    await user.keyboard('{ArrowRight}{ArrowLeft}');
    expect(told.map((value) => Math.round(value * 1e9) / 1e9)).toEqual([(at + 1) / 100, (at - 1) / 100]);
    unmount();
  }
});

it('a hand holds a slider until it lets go, wherever the pointer is then', () => {
  const told: boolean[] = [];
  const scale = linear(0, 1, 0.01);
  render(
    <Slider
      label="Share"
      value={0.5}
      scale={scale}
      text=""
      onChange={() => undefined}
      onHold={(held) => told.push(held)}
    />,
  );
  for (const end of ['pointerUp', 'pointerCancel'] as const) {
    fireEvent.pointerDown(screen.getByRole('slider'));
    fireEvent[end](document.body);
    fireEvent[end](document.body);
  }
  expect(told).toEqual([true, false, true, false]);
});

it('a step of a small whole number is one further, and none leads out of the scale', () => {
  const scale = logarithmic(1, 10_000, 1);
  const ups = [1, 2, 3, 9].map((value) => nextValue(scale, value, 1 / 50));
  expect(ups).toEqual([2, 3, 4, 11]);
  expect([2, 3, 4].map((value) => nextValue(scale, value, -1 / 50))).toEqual([1, 2, 3]);
  expect([nextValue(scale, 1, -1 / 50), nextValue(scale, 10_000, 1 / 50)]).toEqual([null, null]);
  // A value beyond the scale, or between its steps, does not go the wrong way.
  expect([nextValue(scale, 20_000, 1 / 50), nextValue(scale, 20_000, -1 / 50)]).toEqual([null, 10_000]);
  expect(nextValue(linear(0, 50, 1), 5.1, 0.004)).toBe(6);
});
