import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { decodeLink } from '@ackscope/model';
import { fakeEngine } from './fakeEngine.ts';
import { LabProvider } from '../src/lab/context.ts';
import { mountLabAt } from '../src/lab/mountLab.ts';
import { setSingleKeys, singleKeys } from '../src/base/singleKeys.ts';
import { KeysDialog } from '../src/dialogs/Dialogs.tsx';
import { useKeys } from '../src/transport/useKeys.ts';

const NOTHING = (): void => undefined;

function Page() {
  useKeys(NOTHING, NOTHING);
  return <p>the page</p>;
}

it('a key counts as soon as the page is on the screen', async () => {
  const { lab, close } = mountLabAt(fakeEngine(), decodeLink(''), false);
  const box = document.createElement('div');
  const root = createRoot(box);
  // The observer runs right after React has inserted the page, before React's later effects.
  const seen = new MutationObserver(() => {
    seen.disconnect();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'l', bubbles: true }));
  });
  seen.observe(box, { childList: true, subtree: true });
  startTransition(() =>
    root.render(
      <LabProvider value={lab}>
        <Page />
      </LabProvider>,
    ),
  );
  await vi.waitFor(() => expect(box).toHaveTextContent('the page'));
  expect(lab.store.getState().instruments.listen).not.toBeNull();
  root.unmount();
  close();
});

it('single keys can be set off: named keys and keys with Ctrl stay, and the choice is kept', async () => {
  const { lab, close } = mountLabAt(fakeEngine(), decodeLink(''), false);
  const { unmount } = render(
    <LabProvider value={lab}>
      <Page />
      <KeysDialog onClose={NOTHING} />
    </LabProvider>,
  );
  const press = (key: string, ctrlKey = false): boolean =>
    fireEvent.keyDown(document.body, { key, ctrlKey, cancelable: true });
  // A key that acts is taken from the browser.
  expect([press('k'), press('ArrowRight'), press('z', true)]).toEqual([false, false, false]);
  fireEvent.click(await screen.findByRole('switch', { name: 'Single keys' }));
  expect(singleKeys.get()).toBe(false);
  expect(localStorage.getItem('ackscope-keys')).toBe('off');
  const signs = ['k', 'l', '?', '0', ']', '+'].map((key) => press(key));
  expect(signs).toEqual(signs.map(() => true));
  expect(lab.store.getState().instruments.listen).toBeNull();
  expect([press('ArrowRight'), press('z', true), press(' ')]).toEqual([false, false, false]);
  setSingleKeys(true);
  expect(press('k')).toBe(false);
  expect(localStorage.getItem('ackscope-keys')).toBeNull();
  unmount();
  close();
});
