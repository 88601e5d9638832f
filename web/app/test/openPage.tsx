import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../src/App.tsx';
import { opening } from './opening.ts';
import { fakeEngine } from './fakeEngine.ts';

/** Opens the whole page at an address. */
export function openAt(hash: string, engine = fakeEngine()) {
  history.replaceState(null, '', `/${hash}`);
  const open = () => opening(engine);
  return { engine, user: userEvent.setup(), ...render(<App open={open} />) };
}
