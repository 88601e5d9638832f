import { screen, waitFor } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { FakeEngine } from './fakeEngine.ts';
import { openAt } from './openPage.tsx';

interface Opened {
  engine: FakeEngine;
  user: ReturnType<typeof userEvent.setup>;
}

async function openLab(hash = ''): Promise<Opened> {
  const opened = openAt(hash);
  // The panels come after the curves.
  await screen.findByRole('group', { name: 'Scenario as a whole' });
  return opened;
}

const plays = (): Promise<HTMLElement> => screen.findByRole('button', { name: 'Pause' });
const stands = (): Promise<HTMLElement> => screen.findByRole('button', { name: 'Play' });

describe('space plays and pauses', () => {
  it.each([
    ['a button', () => screen.getByRole('button', { name: 'Another seed' })],
    ['a chooser of charts', () => screen.getByRole('radio', { name: 'One chart' })],
    ['a row', () => screen.getByRole('button', { name: 'queue' })],
    ['the head of a lane', () => screen.getByRole('button', { name: /^Vegas/ })],
    ['a slider', () => screen.getByRole('slider', { name: 'Buffer' })],
    ['a switch', () => screen.getByRole('switch', { name: 'Delayed ACKs' })],
  ])('after a press on %s', async (_, control) => {
    const { user } = await openLab();
    await plays();
    await user.click(control());
    control().focus();
    await user.keyboard(' ');
    await stands();
    await user.keyboard(' ');
    await plays();
  });

  it('and works no control; Enter does', async () => {
    const { user } = await openLab();
    const toggle = (): HTMLElement => screen.getByRole('switch', { name: 'Delayed ACKs' });
    expect(toggle()).toBeChecked();
    toggle().focus();
    await user.keyboard(' ');
    expect(toggle()).toBeChecked();
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(toggle()).not.toBeChecked();
    });
    screen.getByRole('button', { name: 'Another seed' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(screen.getByRole('textbox', { name: 'Seed' })).toHaveValue('2');
    });
  });

  it('in a dialog too, but not where a space is a letter or a choice', async () => {
    const { user } = await openLab();
    await plays();
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keys' });
    await user.keyboard(' ');
    await user.keyboard('{Escape}');
    await stands();
    await user.click(screen.getByRole('textbox', { name: 'Buffer' }));
    await user.keyboard(' ');
    await stands();
    screen.getByRole('button', { name: /^Scenario:/ }).focus();
    await user.keyboard('{ArrowDown}');
    await screen.findByRole('listbox');
    await user.keyboard(' ');
    await waitFor(() => {
      expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
    });
  });
});
