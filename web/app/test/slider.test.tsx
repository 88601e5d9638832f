import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { linear, Slider } from '../src/controls/Slider.tsx';

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
