import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeEngine } from './fakeEngine.ts';
import { openAt } from './openPage.tsx';

it('a head names the flow where a lane has several, and judges no lane by it', async () => {
  openAt('#v1/today-two-flows?t=300&charts=overlay', fakeEngine({ auto: true }));
  const heads = await screen.findByRole('group', { name: 'Lanes' });
  await within(heads).findAllByText('flow main');
  expect(heads.textContent).not.toMatch(/best|%/);
});

it('a lane with one flow is judged', async () => {
  openAt('#v1/today-sawtooth?t=200&charts=overlay', fakeEngine({ auto: true }));
  const heads = await screen.findByRole('group', { name: 'Lanes' });
  await within(heads).findByText(/best|%/);
});
