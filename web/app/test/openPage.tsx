import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../src/App.tsx';
import { createLab } from '../src/lab/createLab.ts';
import { fakeEngine } from './fakeEngine.ts';

/** Opens the whole page at an address. */
export function openAt(hash: string, engine = fakeEngine()) {
  history.replaceState(null, '', `/${hash}`);
  const open = () => Promise.resolve(createLab(engine));
  return { engine, user: userEvent.setup(), ...render(<App open={open} />) };
}
