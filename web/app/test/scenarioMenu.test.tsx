import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { loadPopups } from '../src/kit/popups.ts';
import { fakeEngine } from './fakeEngine.ts';
import { openAt } from './openPage.tsx';

it('Escape closes the menu of scenarios, also from its field', async () => {
  await loadPopups();
  const { user } = openAt('#v1/today-sawtooth', fakeEngine({ auto: true }));
  await user.click(await screen.findByRole('button', { name: /^Scenario:/ }));
  const field = await screen.findByRole('searchbox', { name: 'Find a scenario' });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('x{Escape}');
  expect(field).toHaveValue('');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull());
});
