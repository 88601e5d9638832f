import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { loadLaterParts } from '../src/deferredComponents.ts';
import { fakeEngine } from './fakeEngine.ts';
import { openAt } from './openPage.tsx';
import { openDrawer } from './settings.ts';

it('a head names the flow where a lane has several, and judges no lane by it', async () => {
  openAt('#v1/today-two-flows?t=300&charts=overlay', fakeEngine({ auto: true }));
  const heads = await screen.findByRole('group', { name: 'Lanes' });
  await within(heads).findAllByText('flow main');
  expect(heads.textContent).not.toMatch(/best|%/);
});

it('its numbers and its text name the flow, too', async () => {
  await loadLaterParts();
  const { user } = openAt('#v1/today-two-flows?t=300', fakeEngine({ auto: true }));
  await openDrawer(user, 'Numbers');
  const numbers = await screen.findByRole('region', { name: 'Numbers of the lanes' });
  expect(within(numbers).getByRole('row', { name: /^flow main/ })).toBeVisible();
  await user.keyboard('t');
  const text = within(await screen.findByRole('dialog'));
  expect(await text.findByText(/^New Reno, flow main: goodput/)).toBeVisible();
  expect(text.getByText(/^New Reno: results by interval of the flow main;/)).toBeVisible();
});

it('a lane with one flow is judged', async () => {
  openAt('#v1/today-sawtooth?t=200&charts=overlay', fakeEngine({ auto: true }));
  const heads = await screen.findByRole('group', { name: 'Lanes' });
  await within(heads).findByText(/best|%/);
});
