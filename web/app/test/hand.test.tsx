import { screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { decodeLink, DEFAULT_PRESET, EMPTY_VIEW, encodeLink } from '@ackscope/model';
import type { FakeEngine } from './fakeEngine.ts';
import { openAt } from './openPage.tsx';
import { loadLaterParts } from '../src/deferredComponents.ts';
import { act, openRow, openSettings } from './settings.ts';

// The page loads these parts when idle. Here they are loaded first, so that no test waits.
beforeAll(loadLaterParts);

interface Opened {
  engine: FakeEngine;
  user: ReturnType<typeof userEvent.setup>;
}

async function openLab(hash = '#v1/gm04-table1'): Promise<Opened> {
  const opened = openAt(hash);
  await openSettings(opened.user);
  await openRow(opened.user);
  return opened;
}

const plays = (): Promise<HTMLElement> => screen.findByRole('button', { name: 'Pause' });
const stands = (): Promise<HTMLElement> => screen.findByRole('button', { name: 'Play' });

describe('space plays and pauses', () => {
  it.each([
    ['a button', () => screen.getByRole('button', { name: 'New seed' })],
    ['a chooser of charts', () => screen.getByRole('radio', { name: 'One chart' })],
    ['a row', () => screen.getByRole('button', { name: 'queue' })],
    ['the head of a lane', () => screen.getByRole('button', { name: /^Vegas/ })],
    ['a slider', () => screen.getAllByRole('slider', { name: 'Buffer' })[1] ?? document.body],
    ['a switch', () => screen.getByRole('switch', { name: /^Delayed ACKs/ })],
  ])('after a press on %s', async (_, control) => {
    const { user } = await openLab();
    await plays();
    await user.click(control());
    await user.keyboard(' ');
    await stands();
    await user.keyboard(' ');
    await plays();
  });

  // It once played there, too. Then no control could be pressed by the key that presses controls everywhere (WCAG 2.1.1,
  // and the ARIA patterns of button and switch), and a screen reader's press of it played.
  it('except on a control that the keyboard has come to: it works that one, and so does Enter', async () => {
    const { user } = await openLab();
    await plays();
    const toggle = (): HTMLElement => screen.getByRole('switch', { name: /^Delayed ACKs/ });
    expect(toggle()).toBeChecked();
    await user.tab();
    toggle().focus();
    await user.keyboard(' ');
    await waitFor(() => expect(toggle()).not.toBeChecked());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(toggle()).toBeChecked());
    const seed = screen.getByRole('button', { name: 'New seed' });
    seed.focus();
    await user.keyboard(' ');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Seed' })).toHaveValue('2'));
    seed.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Seed' })).toHaveValue('3'));
    await plays();
  });

  it('in a dialog too, but not where a space is a letter or a choice', async () => {
    const { user } = await openLab();
    await plays();
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Shortcuts' });
    await user.keyboard(' ');
    await user.keyboard('{Escape}');
    await stands();
    await user.click(screen.getByRole('textbox', { name: 'Buffer' }));
    await user.keyboard(' ');
    await stands();
    screen.getByRole('button', { name: /^Scenario:/ }).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('listbox');
    await user.keyboard(' ');
    expect(screen.getByRole('searchbox')).toHaveValue(' ');
  });
});

describe('a knob', () => {
  it.each([
    ['banana', '“banana” is not a number: it stays at 2 Mbit/s'],
    ['99999', '99999 is outside 0.01 to 10000: it stays at 2 Mbit/s'],
  ])('says at the field that it does not take %s, and keeps its value', async (typed, says) => {
    const { engine, user } = await openLab();
    const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Bottleneck rate' });
    const started = engine.started.length;
    await user.clear(field());
    await user.type(field(), `${typed}{Enter}`);
    expect(field()).toHaveValue('2');
    expect(field()).toBeInvalid();
    expect(field()).toHaveAccessibleDescription(says);
    expect(screen.getByRole('alert')).toHaveTextContent(says);
    expect(engine.started).toHaveLength(started);
    await user.clear(field());
    await user.type(field(), '4{Enter}');
    expect(field()).toBeValid();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the way back', () => {
  it('closes a dialog, and takes back nothing that was done meanwhile', async () => {
    const { user } = await openLab('#v1/sawtooth');
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Shortcuts' });
    await user.keyboard('{Escape}');
    await act(user, 'Edit JSON');
    await screen.findByRole('dialog', { name: 'Edit JSON' });
    await user.keyboard('t');
    history.back();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    expect(location.hash).toMatch(/^#v1\/sawtooth/);
  });

  it('leads from another scenario to the one before, as it was left', async () => {
    const { user } = await openLab('#v1/sawtooth');
    const title = (): HTMLElement => screen.getByRole('button', { name: /^Scenario:/ });
    await user.click(screen.getByRole('button', { name: 'New seed' }));
    await user.click(screen.getByRole('button', { name: 'Close the drawer' }));
    await user.click(title());
    await user.click(await screen.findByRole('option', { name: /Reverse traffic on and off/ }));
    expect(title()).toHaveTextContent('Reverse traffic on and off');
    history.back();
    await waitFor(() => {
      expect(title()).toHaveTextContent('The sawtooth · changed');
    });
    await openSettings(user);
    expect(screen.getByRole('textbox', { name: 'Seed' })).toHaveValue('2');
  });
});

describe('a scenario that is kept at an address of its own', () => {
  const text = JSON.stringify({ ...DEFAULT_PRESET.scenario, title: 'Week 5' });

  it('says where it came from in the end, and leaves the address to a reload until it is changed', async () => {
    const response = new Response(text);
    Object.defineProperty(response, 'url', { value: 'https://elsewhere.example/new/week5.json' });
    vi.stubGlobal('fetch', () => Promise.resolve(response));
    const { user } = await openLab('?scenario=https://course.example/week5.json');
    expect(await screen.findByText(/comes from https:\/\/elsewhere.example\/new\/week5.json/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    await user.click(screen.getByRole('button', { name: 'New seed' }));
    await waitFor(() => {
      expect(location.hash).toMatch(/^#v1\/~/);
    });
    expect(location.search).toContain('course.example');
    await act(user, 'Undo');
    await waitFor(() => {
      expect(location.hash).toBe('');
    });
  });
});

describe('a shared link', () => {
  it('that carries a whole scenario is named after what it grew from, and lists what was changed', async () => {
    const { scenario } = decodeLink('v1/sawtooth?hops.0.rate=5Mbps');
    const link = encodeLink({ scenario, preset: null, view: EMPTY_VIEW });
    expect(link).toMatch(/^v1\/~/);
    await openLab(`#${link}`);
    expect(screen.getByRole('button', { name: /^Scenario: The sawtooth · changed/ })).toBeVisible();
    expect(screen.getByText(/bottleneck rate 5 Mbit\/s/)).toBeVisible();
  });

  it('whose run is another one here says so above the curves', async () => {
    const { engine } = await openLab('#v1/gm04-table1?run=0.0.0-5f3a9c01');
    engine.finish();
    const main = screen.getByRole('main');
    expect(await within(main).findByRole('alert')).toHaveTextContent(
      /This run differs from the run behind the link/,
    );
  });
});
