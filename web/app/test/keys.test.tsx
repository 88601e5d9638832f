import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { decodeLink } from '@ackscope/model';
import { fakeEngine } from './fakeEngine.ts';
import { LabProvider } from '../src/lab/context.ts';
import { mountLabAt } from '../src/lab/mountLab.ts';
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
