import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeEngine } from './fakeEngine.ts';
import { openAt } from './openPage.tsx';

vi.mock('../src/theory/TheoryPage.tsx', () => ({
  TheoryPage: () => {
    throw new Error('a fault of a part.');
  },
}));

// The navigation was gone with the page: nothing led on but the browser's own buttons.
it('a page whose part fails says so under its navigation, with ways on', async () => {
  // React tells the error, too.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  openAt('#theory/reno', fakeEngine({ auto: true }));
  expect(await screen.findByRole('heading', { name: 'This page is not complete.' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('a fault of a part.');
  expect(screen.getByRole('link', { name: 'Learn' })).toHaveAttribute('href', '#lessons');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
});
