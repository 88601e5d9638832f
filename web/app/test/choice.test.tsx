import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Choice } from '../src/kit/Choice.tsx';

const OPTIONS = ['Drop tail', 'RED', 'CoDel', 'CHOKe'].map((name) => ({ id: name, name }));

function Queue({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  return <Choice label="Queue" value={value} options={OPTIONS} onChange={setValue} />;
}

/** The closed chooser, with the focus on it. */
async function focused(first: string) {
  const user = userEvent.setup();
  render(<Queue first={first} />);
  await user.tab();
  const button = screen.getByRole('button');
  expect(button).toHaveFocus();
  return { user, button };
}

describe('a closed chooser', () => {
  it('moves by left and right, and no further than its ends', async () => {
    const { user, button } = await focused('RED');
    await user.keyboard('{ArrowLeft}{ArrowLeft}');
    expect(button).toHaveTextContent('Drop tail');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(button).toHaveTextContent('CoDel');
  });

  it('takes a letter for the next one that begins with it', async () => {
    const { user, button } = await focused('RED');
    await user.keyboard('c');
    expect(button).toHaveTextContent('CoDel');
    await user.keyboard('c');
    expect(button).toHaveTextContent('CHOKe');
    await user.keyboard('c');
    expect(button).toHaveTextContent('CoDel');
  });

  it('keeps its keys from the page, and lets the others and commands through', async () => {
    const { user, button } = await focused('RED');
    const heard = vi.fn();
    window.addEventListener('keydown', heard);
    await user.keyboard('c{ArrowLeft}x');
    expect(heard).not.toHaveBeenCalled();
    await user.keyboard('{Control>}c{/Control}{End}');
    expect(heard.mock.calls.map(([event]) => (event as KeyboardEvent).key)).toEqual(['Control', 'c', 'End']);
    expect(button).toHaveTextContent('RED');
    window.removeEventListener('keydown', heard);
  });
});
