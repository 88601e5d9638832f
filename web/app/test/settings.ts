import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Opens all settings, in the drawer beside the lanes. */
export async function openSettings(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'All settings' }));
  await screen.findByText('All settings', { selector: 'summary' });
}

/** Opens the row of instruments. */
export async function openRow(user: UserEvent): Promise<void> {
  const row = await screen.findByRole('button', { name: 'Instruments' });
  if (row.getAttribute('aria-expanded') === 'false') await user.click(row);
  await screen.findByRole('region', { name: 'Instruments' });
}

/** Chooses how the lanes are drawn. */
export async function drawAs(
  user: UserEvent,
  way: 'Side by side' | 'One chart' | 'Phase plot',
): Promise<void> {
  await openRow(user);
  await user.click(await screen.findByRole('radio', { name: way }));
}

/** Opens a drawer by the row of instruments. */
export async function openDrawer(user: UserEvent, name: 'Why?' | 'Inspector' | 'Numbers'): Promise<void> {
  await openRow(user);
  await user.click(await screen.findByRole('radio', { name }));
}

/** Does something that stands in the menu of the header. */
export async function act(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name }));
}
