import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useKeptFocus } from '../src/base/useKeptFocus.ts';

afterEach(cleanup);

/** An answer that is gone when it is given, in a part that stays, or goes with it. */
function Page({ goesWhole = false }: { goesWhole?: boolean }) {
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(true);
  useKeptFocus(root);
  const answer = isOpen && <button onClick={() => setOpen(false)}>Vegas</button>;
  return (
    <div ref={root} data-testid="page">
      {(isOpen || !goesWhole) && <section aria-label="Question">{answer}</section>}
      <button>other</button>
    </div>
  );
}

it.each([
  ['the part around it', false, () => screen.getByRole('region', { name: 'Question' })],
  ['the page, if that is gone, too', true, () => screen.getByTestId('page')],
])('the focus of a control that goes away is taken by %s', async (_, goesWhole, place) => {
  const user = userEvent.setup();
  render(<Page goesWhole={goesWhole} />);
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(place()).toHaveFocus());
  // The next control is the next one from there.
  await user.tab();
  expect(screen.getByRole('button', { name: 'other' })).toHaveFocus();
});
