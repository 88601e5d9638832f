import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { App } from '../src/App.tsx';
import { opening } from './opening.ts';
import { fakeEngine } from './fakeEngine.ts';
import { FAKE_FORMULA } from './fakeTheory.ts';

vi.mock('@ackscope/engine/formulas', () => ({ FORMULAS: [FAKE_FORMULA] }));

function opened(hash: string): void {
  history.replaceState(null, '', hash);
  render(<App open={() => opening(fakeEngine())} />);
}

afterEach(() => history.replaceState(null, '', '#'));

describe('the theory page', () => {
  it('shows a formula with its values, its conditions and what is wrong in print', async () => {
    opened('#theory/reno');
    expect(await screen.findByRole('heading', { name: 'Reno, made up' })).toBeVisible();
    expect(screen.getByText('The print has p over one.')).toBeVisible();
    // One over 0.1.
    expect(await screen.findByText('10 segments/s')).toBeVisible();
    expect(screen.getByText('Holds here:')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Reno, made up' })).toHaveAttribute('aria-current', 'page');
  });

  it('follows the hand, tells what no longer holds, and writes the address', async () => {
    opened('#theory/reno');
    const field = await screen.findByRole('textbox', { name: 'loss probability' });
    await userEvent.clear(field);
    await userEvent.type(field, '0.8{Enter}');
    expect(await screen.findByText('1.25 segments/s')).toBeVisible();
    expect(screen.getByText('Does not hold here:')).toBeVisible();
    await expect.poll(() => location.hash).toBe('#theory/reno?p=0.8');
  });

  it('tells what is wrong with a link', async () => {
    opened('#theory/reno?p=3');
    expect(await screen.findByRole('alert')).toHaveTextContent('3 is not a value of p: 0 to 1.');
  });
});
