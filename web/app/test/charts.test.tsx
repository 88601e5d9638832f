import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyChanges, DEFAULT_PRESET, EMPTY_VIEW, encodeLink } from '@ackscope/model';
import type { LinkView } from '@ackscope/model';
import { App } from '../src/App.tsx';
import { opening } from './opening.ts';
import { loadLaterParts } from '../src/deferredComponents.ts';
import { fakeEngine } from './fakeEngine.ts';
import { drawAs, openDrawer, openRow, openSettings } from './settings.ts';

// A drawer loads when it opens. Here it is loaded first, so that no test waits for the bundler.
beforeAll(loadLaterParts);

const TWO_FLOWS = applyChanges(DEFAULT_PRESET.scenario, [
  {
    path: 'flows',
    value: [
      { name: 'main', algorithm: 'newreno', rtt: '250ms', compared: true },
      { name: 'second', algorithm: 'newreno', rtt: '250ms' },
    ],
  },
]);

function linkTo(view: Partial<LinkView>, scenario = TWO_FLOWS): string {
  if (scenario === null) throw new Error('the test changes what is not there');
  return `#${encodeLink({ scenario, preset: null, view: { ...EMPTY_VIEW, timeS: 100, ...view } })}`;
}

async function openAt(hash: string) {
  history.replaceState(null, '', `/${hash}`);
  const engine = fakeEngine();
  const { container } = render(<App open={() => opening(engine)} />);
  const root = await waitFor(() => {
    const found = container.querySelector<HTMLElement>('[data-run-state=running]');
    if (found === null) throw new Error('not running yet');
    return found;
  });
  await screen.findByRole('button', { name: 'Instruments' });
  engine.finish();
  await waitFor(() => {
    expect(root).toHaveAttribute('data-run-state', 'done');
  });
  return { engine, container, user: userEvent.setup() };
}

describe('one chart for all lanes', () => {
  it('takes the place of the lanes, names each at its line, and is in the link', async () => {
    const { container, user } = await openAt('#v1/gm04-table1?t=100');
    expect(container.querySelectorAll('[data-lane]')).toHaveLength(3);
    await drawAs(user, 'One chart');
    const heads = within(await screen.findByRole('group', { name: 'Lanes' })).getAllByRole('button');
    expect(container.querySelectorAll('[data-lane]')).toHaveLength(0);
    expect(heads.map((item) => /^[A-Z][a-z ]+(Reno|\+)?/.exec(item.textContent)?.[0])).toEqual([
      'New Reno',
      'Vegas',
      'Westwood+',
    ]);
    // Each lane shows its goodput.
    for (const head of heads) expect(head).toHaveTextContent(/[\d.]+ Mbit\/s/);
    await waitFor(() => {
      expect(location.hash).toBe('#v1/gm04-table1?t=100&charts=overlay');
    });
  });

  it('opens from a link, with a cursor that speaks the values of every lane', async () => {
    const { user } = await openAt('#v1/gm04-table1?t=100&charts=overlay');
    const cursor = screen.getByRole('slider', { name: 'Cursor over all lanes' });
    cursor.focus();
    await user.keyboard('{ArrowRight}');
    expect(cursor.getAttribute('aria-valuetext')).toMatch(
      /^New Reno at 105 s: cwnd [\d.]+.*; Vegas at 105 s: cwnd 44.*; Westwood\+ at 105 s/,
    );
  });
});

describe('the windows on a log scale', () => {
  it('are another row of the link, and one press from the usual one', async () => {
    const { container, user } = await openAt('#v1/gm04-table1?t=100&rows=cwnd-log,queue');
    expect(container.querySelectorAll('[data-row="cwnd-log"]')).toHaveLength(3);
    const cursor = screen.getByRole('slider', { name: 'Cursor in Vegas' });
    cursor.focus();
    await user.keyboard('{ArrowRight}');
    expect(cursor.getAttribute('aria-valuetext')).toMatch(/: cwnd 44/);
    await openRow(user);
    const button = screen.getByRole('button', { name: 'Log scale' });
    expect(button).toHaveAttribute('aria-pressed', 'true');
    await user.click(button);
    expect(container.querySelectorAll('[data-row="cwnd"]')).toHaveLength(3);
    expect(container.querySelectorAll('[data-row="cwnd-log"]')).toHaveLength(0);
    await waitFor(() => {
      expect(location.hash).toBe('#v1/gm04-table1?t=100&rows=cwnd,queue');
    });
  });

  it('are not offered where all of them can be seen on one scale', async () => {
    const { user } = await openAt('#v1/gm04-table1?t=100');
    await openRow(user);
    expect(screen.getByRole('radio', { name: 'One chart' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Log scale' })).toBeNull();
  });
});

describe('the flow picked out', () => {
  it('is chosen by name and shown in every lane', async () => {
    const { user, container } = await openAt(linkTo({}));
    const cursor = screen.getByRole('slider', { name: 'Cursor in Vegas' });
    const atCursor = async (): Promise<string> => {
      cursor.focus();
      await user.keyboard('{ArrowRight}');
      return cursor.getAttribute('aria-valuetext') ?? '';
    };
    expect(await atCursor()).toContain('cwnd 44');
    await openRow(user);
    await user.click(screen.getByRole('button', { name: /Highlighted flow/ }));
    await user.click(await screen.findByRole('option', { name: 'second' }));
    // The fake engine gives the second flow half of the first one's window.
    expect(await atCursor()).toContain('cwnd 22');
    expect(container.querySelectorAll('[data-lane]')).toHaveLength(3);
    await waitFor(() => {
      expect(location.hash).toContain('&flow=1');
    });
  });

  it('opens from a link', async () => {
    const { user } = await openAt(linkTo({ flow: 1 }));
    await openRow(user);
    expect(screen.getByRole('button', { name: /Highlighted flow/ })).toHaveTextContent('second');
  });

  it('is not asked for where a lane has one flow', async () => {
    const { user } = await openAt('#v1/gm04-table1?t=100');
    await openRow(user);
    expect(screen.queryByRole('button', { name: /Highlighted flow/ })).not.toBeInTheDocument();
  });
});

describe('phase plot', () => {
  it('shows two flows in every lane, says both windows and what each got, and is in the link', async () => {
    const { user, container } = await openAt(linkTo({}));
    await drawAs(user, 'Phase plot');
    expect(
      await screen.findByRole('img', { name: /^Vegas: cwnd of main across, of second up/ }),
    ).toBeInTheDocument();
    expect(container.querySelectorAll('[data-lane]')).toHaveLength(3);
    const cursor = screen.getByRole('slider', { name: 'Cursor in Vegas' });
    cursor.focus();
    await user.keyboard('{ArrowRight}');
    expect(cursor).toHaveAttribute('aria-valuetext', 'at 105.0 s: main 44 packets, second 22 packets');
    await waitFor(() => {
      expect(location.hash).toContain('&charts=phase');
    });
  });

  it('has no rows, and the chooser of rows says so', async () => {
    const { user } = await openAt(linkTo({ charts: 'phase' }));
    await openSettings(user);
    expect(await screen.findByText('not in the phase plot')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'RTT' })).toBeDisabled();
    await drawAs(user, 'Side by side');
    expect(screen.getByRole('button', { name: 'RTT' })).toBeEnabled();
  });

  it('is not offered where no two flows share a way, and a link to it shows the lanes', async () => {
    const { container, user } = await openAt('#v1/gm04-table1?t=100&charts=phase');
    await openRow(user);
    expect(screen.queryByRole('radio', { name: 'Phase plot' })).not.toBeInTheDocument();
    expect(container.querySelectorAll('[data-lane] [data-row=cwnd]')).toHaveLength(3);
  });
});

describe('results as of the clock', () => {
  const soFarOf = (container: HTMLElement, part: string): (string | null)[] =>
    [...container.querySelectorAll(`[data-part=${part}]`)].map((element) => element.textContent);

  it('stand beside those of the whole run, and follow the cross-hair', async () => {
    const { container, user } = await openAt('#v1/gm04-table1?t=100');
    await openDrawer(user, 'Numbers');
    // The fake engine delivers 100 packets of 1500 bytes a second; some of its cuts are timeouts.
    await waitFor(() => {
      expect(soFarOf(container, 'so-far')[0]).toBe('average so far 1.20 Mbit/s, 1 timeout');
    });
    screen.getByRole('slider', { name: 'Cursor in Vegas' }).focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => {
      expect(container.querySelector('[data-part=so-far]')).toHaveAttribute('data-until-s', '105.0');
    });
    expect(soFarOf(container, 'so-far-all')).toEqual([]);
  });

  it('of a part of the run begin where it begins, with all of it beneath', async () => {
    const { container, user } = await openAt('#v1/gm04-table1?t=100&zoom=50..150');
    await openDrawer(user, 'Numbers');
    await waitFor(() => {
      expect(soFarOf(container, 'so-far')[0]).toMatch(/^50\.0–100\.0 s 1\.20 Mbit\/s, /);
    });
    expect(soFarOf(container, 'so-far-all')[0]).toMatch(/^50\.0–150\.0 s 1\.20 Mbit\/s, /);
  });
});
