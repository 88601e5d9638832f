import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType, ReactNode } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Boundary } from '../src/kit/Boundary.tsx';
import { IconButton } from '../src/kit/IconButton.tsx';
import { Later } from '../src/kit/Later.tsx';
import { lazyNamed } from '../src/kit/lazyNamed.ts';
import { loadPopups } from '../src/kit/popups.ts';
import { Segments } from '../src/kit/Segments.tsx';

// The page loads these parts when it is idle.
beforeAll(loadPopups);
afterEach(cleanup);

it('a sign says its name and its key to the keyboard, and Escape closes the hint', async () => {
  const user = userEvent.setup();
  render(
    <IconButton label="Loop" shortcut="k" onPress={() => undefined}>
      x
    </IconButton>,
  );
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  // jsdom guesses `:focus-visible` from the events that it saw last, also those of other tests.
  const button = screen.getByRole('button');
  const matches = button.matches.bind(button);
  vi.spyOn(button, 'matches').mockImplementation((rule) => rule === ':focus-visible' || matches(rule));
  await user.tab();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Loopk');
  expect(screen.getByRole('button', { name: 'Loop' })).toHaveAccessibleDescription('Loopk');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
});

it('a hint opens under the pointer and closes with a press', async () => {
  const user = userEvent.setup();
  const onPress = vi.fn();
  render(
    <IconButton label="Loop" onPress={onPress}>
      x
    </IconButton>,
  );
  const button = screen.getByRole('button', { name: 'Loop' });
  await user.hover(button);
  expect(await screen.findByRole('tooltip')).toBeInTheDocument();
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
  expect(onPress).toHaveBeenCalledOnce();
});

it('segments are one stop for Tab, the arrows move between them, and Enter chooses', async () => {
  const user = userEvent.setup();
  const onChoose = vi.fn();
  const onKey = vi.fn();
  window.addEventListener('keydown', onKey);
  const options = [
    { id: 'a', name: 'One' },
    { id: 'b', name: 'Two' },
    { id: 'c', name: 'Three' },
  ] as const;
  render(
    <>
      <Segments
        label="Which"
        options={options}
        chosen="b"
        className={undefined}
        itemClassName={undefined}
        onChoose={onChoose}
      />
      <input aria-label="after" />
    </>,
  );
  await user.tab();
  expect(screen.getByRole('radio', { name: 'Two' })).toHaveFocus();
  expect(screen.getByRole('radio', { name: 'Two' })).toBeChecked();
  onKey.mockClear();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  // The arrow keys do not reach listeners on the window.
  expect(onKey).not.toHaveBeenCalled();
  expect(screen.getByRole('radio', { name: 'One' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('a');
  await user.tab();
  window.removeEventListener('keydown', onKey);
});

describe('a part that loads when it is first shown', () => {
  const partOf = () => {
    let arrive: () => void = () => undefined;
    const load = vi.fn(
      () =>
        new Promise<{ Part: () => string }>((resolve) => {
          arrive = () => resolve({ Part: () => 'the part' });
        }),
    );
    return { Part: lazyNamed('Part', load), load, arrive: () => arrive() };
  };

  it('is rendered before anything else once it is there', async () => {
    const { Part, arrive } = partOf();
    const { container } = render(<Shown Part={Part} />);
    expect(container).toHaveTextContent('not yet');
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    arrive();
    // React renders only urgent work within microtasks. It retries suspended parts in a later task,
    // which the updates of a playing page can delay again and again.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    vi.unstubAllGlobals();
    expect(container).toHaveTextContent('the part');
  });

  it('says that it did not come, beside what stays, and comes when it is asked for again', async () => {
    const spoken = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let isAway = true;
    const away = new TypeError(
      'Failed to fetch dynamically imported module: https://x.example/assets/Part-B1.js',
    );
    const Part = lazyNamed('Part', () =>
      isAway ? Promise.reject(away) : Promise.resolve({ Part: () => 'the part' }),
    );
    const user = userEvent.setup();
    const shown = (place: string): ReactNode => (
      <>
        <p>the rest</p>
        <Later place={place}>
          <Part />
        </Later>
      </>
    );
    const { container, rerender } = render(shown('here'));
    const said = await screen.findByRole('alert');
    expect(said).toHaveTextContent('A part of this page did not load: Part-B1.js.');
    expect(container).toHaveTextContent('the rest');
    // Still away: the same again.
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('alert');
    isAway = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/the part/);
    expect(screen.queryByRole('alert')).toBeNull();
    rerender(shown('there'));
    expect(container).toHaveTextContent('the part');
    spoken.mockRestore();
  });

  it('that stops is left with the place where it stood', async () => {
    const spoken = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const onFailure = vi.fn();
    const Stops = (): never => {
      throw new Error('no such lane');
    };
    const { rerender } = render(
      <Boundary place="sweep/" onFailure={onFailure}>
        <Stops />
      </Boundary>,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('A part of this page stopped: no such lane');
    expect(onFailure).toHaveBeenCalledWith(expect.stringContaining('no such lane'));
    rerender(<Boundary place="lab/">the lab</Boundary>);
    expect(await screen.findByText('the lab')).toBeVisible();
    spoken.mockRestore();
  });

  it('is there at once if it was loaded before', async () => {
    const { Part, load, arrive } = partOf();
    const coming = Part.preload();
    arrive();
    await coming;
    const { container } = render(<Shown Part={Part} />);
    expect(container).toHaveTextContent('the part');
    expect(load).toHaveBeenCalledOnce();
  });
});

function Shown({ Part }: { Part: ComponentType }) {
  return (
    <Later fallback="not yet">
      <Part />
    </Later>
  );
}
