import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { App } from '../src/App.tsx';
import { opening } from './opening.ts';
import { loadLaterParts } from '../src/deferredComponents.ts';
import { openDrawer, openRow, openSettings } from './settings.ts';
import { fakeEngine } from './fakeEngine.ts';
import type { FakeEngine, FakeOptions } from './fakeEngine.ts';

// A drawer loads when it opens. Here it is loaded first, so that no test waits for the bundler.
beforeAll(loadLaterParts);

interface Opened {
  engine: FakeEngine;
  container: HTMLElement;
  user: ReturnType<typeof userEvent.setup>;
}

async function openLab(hash = '#v1/gm04-table1', options: FakeOptions = {}): Promise<Opened> {
  history.replaceState(null, '', `/${hash}`);
  const engine = fakeEngine(options);
  const open = () => opening(engine);
  const { container } = render(<App open={open} />);
  await waitFor(() => {
    expect(container.querySelectorAll('[data-lane]')).toHaveLength(hash.includes('compare=newreno') ? 1 : 3);
  });
  const user = userEvent.setup();
  await openSettings(user);
  return { engine, container, user };
}

/** The results of all lanes, in the drawer Numbers. */
async function numbers(user: Opened['user']): Promise<HTMLElement> {
  if (screen.queryByRole('complementary', { name: 'Numbers' }) === null) await openDrawer(user, 'Numbers');
  return screen.findByRole('region', { name: 'Numbers of the lanes' });
}

const lastScenario = (engine: FakeEngine): Record<string, unknown> =>
  JSON.parse(engine.started[engine.started.length - 1] ?? '{}') as Record<string, unknown>;

const state = (container: HTMLElement): string | undefined =>
  container.querySelector<HTMLElement>('[data-run-state]')?.dataset.runState;

describe('the lab', () => {
  it('opens with a running comparison and a sentence that says what to look at', async () => {
    const { container } = await openLab();
    expect(state(container)).toBe('running');
    expect(
      [...container.querySelectorAll<HTMLElement>('[data-lane]')].map((lane) => lane.dataset.lane),
    ).toEqual(['newreno', 'vegas', 'westwood+']);
    expect(screen.getByText('Ten flows start the other way. Who delivers least?')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Pause' })).toBeInTheDocument();
  });

  it("shows each window's goodput with the paper's and how far apart they are", async () => {
    const { container, engine, user } = await openLab();
    engine.finish();
    await waitFor(() => {
      expect(state(container)).toBe('done');
    });
    const table = await numbers(user);
    const cells = [...table.querySelectorAll<HTMLElement>('[data-of="newreno"][data-window]')];
    expect(cells.map((cell) => cell.dataset.window)).toEqual(['0-250', '250-500', '500-750', '750-1000']);
    expect(cells[0]).toHaveAttribute('data-value', '1860000');
    expect(cells[0]).toHaveTextContent('1.86');
    const ofNewReno = (name: RegExp) =>
      within(table)
        .getAllByRole('row', { name })
        .map((row) => row.querySelector('td')?.textContent);
    expect(ofNewReno(/^paper/)).toEqual(['1.86', '1.62', '1.99', '1.64']);
    expect(ofNewReno(/^diff/).slice(0, 2)).toEqual(['±0 %', '+15 %']);
    expect(container.querySelector('[data-trace-hash]')).toHaveAttribute(
      'data-trace-hash',
      'hash0.hash1.hash2',
    );
  });

  it('what a run came to is shown once an interval is finished in all lanes', async () => {
    const { container, engine, user } = await openLab();
    const table = await numbers(user);
    const totals = (): HTMLElement => within(table).getByRole('row', { name: /^utilization/ });
    await waitFor(() => {
      expect(table.querySelector('[data-window="0-250"]')).toHaveTextContent('–');
    });
    expect(totals()).toHaveTextContent(/utilization–/);
    await user.keyboard('t');
    expect(await screen.findByRole('table', { name: /New Reno: results/ })).not.toHaveTextContent('0–250 s');
    await user.keyboard('{Escape}');
    engine.finish();
    await waitFor(() => {
      expect(state(container)).toBe('done');
    });
    expect(totals()).toHaveTextContent(/utilization[\d.\s]+%/);
    expect(totals()).not.toHaveTextContent('so far');
  });

  it('a typed rate runs the changed scenario, and reset takes it back', async () => {
    const { engine, user } = await openLab();
    const field = screen.getByRole('textbox', { name: 'Bottleneck rate' });
    await user.clear(field);
    await user.type(field, '4{Enter}');
    await waitFor(() => {
      expect(lastScenario(engine)).toMatchObject({ hops: [{ rate: '4Mbps' }] });
    });
    // The published numbers do not apply to this scenario.
    expect(screen.queryByRole('row', { name: /^paper/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Reset bottleneck rate' }));
    await waitFor(() => {
      expect(lastScenario(engine)).toMatchObject({ hops: [{ rate: '2Mbps' }] });
    });
  });

  it('a slider moves by keys and speaks its value with the unit', async () => {
    const { engine, user } = await openLab();
    const [slider] = screen.getAllByRole('slider', { name: 'Buffer' });
    if (slider === undefined) throw new Error('no number');
    expect(slider).toHaveAttribute('aria-valuetext', '40 packets');
    slider.focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => {
      const { hops } = lastScenario(engine) as { hops: { queue: { capacity: string } }[] };
      expect(Number.parseInt(hops[0]?.queue.capacity ?? '', 10)).toBeGreaterThan(40);
    });
  });

  it('the suggestion is one press, and so is the way back', async () => {
    const { engine, user } = await openLab();
    await user.click(screen.getByRole('button', { name: 'Remove reverse flows' }));
    await waitFor(() => {
      expect(lastScenario(engine)).toMatchObject({ flows: [{}, { count: 0 }] });
    });
    await user.click(screen.getByRole('button', { name: 'Undo this change' }));
    await waitFor(() => {
      expect(lastScenario(engine)).toMatchObject({ flows: [{}, { count: 10 }] });
    });
  });

  it('says what was changed instead of a sentence that is no longer true', async () => {
    const { user } = await openLab();
    const field = screen.getByRole('textbox', { name: 'Reverse flows' });
    await user.clear(field);
    await user.type(field, '50{Enter}');
    expect(screen.queryByText(/Ten flows start the other way/)).not.toBeInTheDocument();
    expect(screen.getByTitle(/number of reverse flows 50 instead of 10/)).toBeInTheDocument();
    // A new seed only draws other random numbers, so the sentence still applies.
    await user.click(screen.getByRole('button', { name: 'Reset reverse flows' }));
    await user.click(screen.getByRole('button', { name: 'New seed' }));
    expect(screen.getByText(/Ten flows start the other way/)).toBeInTheDocument();
  });

  it('a lane is removed and another added', async () => {
    const { container, user } = await openLab();
    await user.click(screen.getByRole('button', { name: 'Remove Vegas' }));
    await waitFor(() => {
      expect(container.querySelectorAll('[data-lane]')).toHaveLength(2);
    });
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await user.click(await screen.findByRole('menuitem', { name: /CUBIC/ }));
    await waitFor(() => {
      expect(container.querySelector('[data-lane=cubic]')).toBeInTheDocument();
    });
  });
});

describe('keys', () => {
  it('take back a change and bring it back', async () => {
    const { engine, user } = await openLab();
    const field = screen.getByRole('textbox', { name: 'Bottleneck rate' });
    await user.clear(field);
    await user.type(field, '4{Enter}');
    await user.tab();
    await user.keyboard('{Control>}z{/Control}');
    await waitFor(() => {
      expect(lastScenario(engine)).toMatchObject({ hops: [{ rate: '2Mbps' }] });
    });
    await user.keyboard('{Control>}y{/Control}');
    await waitFor(() => {
      expect(lastScenario(engine)).toMatchObject({ hops: [{ rate: '4Mbps' }] });
    });
  });

  it('tell the run in words and in tables', async () => {
    const { container, engine, user } = await openLab();
    engine.finish();
    await waitFor(() => {
      expect(state(container)).toBe('done');
    });
    await user.keyboard('t');
    const dialog = await screen.findByRole('dialog');
    // The fake engine delivers 0.93 of 2 Mbit/s. Each of the four intervals has one timeout and
    // twenty fast retransmits.
    expect(within(dialog).getByText(/^New Reno: goodput 1\.86 Mbit\/s of 2 Mbit\/s/)).toHaveTextContent(
      '4 timeouts, 80 fast retransmits',
    );
    expect(within(dialog).getByRole('table', { name: 'Vegas: results by interval' })).toBeInTheDocument();
    const curves = within(dialog).getByRole('table', { name: 'Vegas: curves' });
    expect(within(curves).getAllByRole('row')).toHaveLength(22);
  });

  it('move a cursor over the curves and speak their values', async () => {
    const { engine, container, user } = await openLab('#v1/gm04-table1?t=100');
    engine.finish();
    await waitFor(() => {
      expect(state(container)).toBe('done');
    });
    const cursor = screen.getByRole('slider', { name: 'Cursor in Vegas' });
    cursor.focus();
    await user.keyboard('{ArrowRight}');
    expect(cursor).toHaveAttribute('aria-valuetext', expect.stringMatching(/^at 105 s: cwnd 44/));
    // A step of the clock, by a round trip of 0.283 s, takes it along; arrows go on from there.
    await user.keyboard('}');
    expect(cursor).toHaveAttribute('aria-valuetext', expect.stringMatching(/^at 100\.28 s: cwnd/));
    await user.keyboard('{ArrowRight}');
    expect(cursor).toHaveAttribute('aria-valuetext', expect.stringMatching(/^at 105\.28 s: cwnd/));
    await user.tab();
    expect(cursor).toHaveAttribute('aria-valuetext', 'arrow keys move it');
  });

  it('show the page to a room, and Escape takes it back', async () => {
    await openLab();
    const user = userEvent.setup();
    await user.keyboard('p');
    expect(screen.queryByRole('button', { name: 'Instruments' })).not.toBeInTheDocument();
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
    expect(document.documentElement).toHaveAttribute('data-presenting');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Instruments' })).toBeInTheDocument();
    expect(document.documentElement).not.toHaveAttribute('data-presenting');
  });

  it('step by round trips and by packets, back and forth', async () => {
    const { container, engine, user } = await openLab('#v1/gm04-table1?lane=newreno&t=100');
    engine.finish();
    await waitFor(() => {
      expect(state(container)).toBe('done');
    });
    const timeS = (): number =>
      Number(container.querySelector<HTMLElement>('[data-time-s]')?.dataset.timeS ?? NaN);
    await user.keyboard('}');
    // The fake engine's round trip at 100 s: 0.25 + 0.1 · 4/12.
    expect(timeS()).toBeCloseTo(100.2833, 3);
    await user.keyboard('{{');
    expect(timeS()).toBeCloseTo(100, 2);
    const fromS = timeS();
    await user.keyboard('.');
    await waitFor(() => {
      expect(timeS()).toBeGreaterThan(fromS);
    });
    // Packets leave every 6 ms, with ACKs between them.
    expect(timeS() - fromS).toBeLessThan(0.006);
    const thereS = timeS();
    await user.keyboard(',');
    await waitFor(() => {
      expect(timeS()).toBeLessThan(thereS);
    });
  });
});

describe('when something is wrong', () => {
  it('a refused value is told once, by path, its knob is marked, and the last run stays', async () => {
    const { container, engine, user } = await openLab('#v1/gm04-table1', {
      refuse: (scenario) =>
        scenario.hops[0]?.rate === '7Mbps'
          ? {
              path: 'hops.0.rate',
              found: '"7Mbps"',
              allowed: 'anything but seven',
              nearest: null,
              message: 'this rate is not possible.',
            }
          : null,
    });
    const field = screen.getByRole('textbox', { name: 'Bottleneck rate' });
    await user.clear(field);
    await user.type(field, '7{Enter}');
    const banner = await screen.findByRole('alert');
    expect(banner).toHaveTextContent('hops.0.rate');
    expect(banner).toHaveTextContent('Allowed: anything but seven.');
    // It is said once, above the lanes; the knob is marked.
    expect(screen.getAllByText(/anything but seven/)).toHaveLength(1);
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(state(container)).toBe('error');
    expect(container.querySelectorAll('[data-lane]')).toHaveLength(3);
    expect(engine.started).toHaveLength(1);
    await user.clear(field);
    await user.type(field, '3{Enter}');
    await waitFor(() => {
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    });
  });

  it('a broken link opens the nearest scenario with a message that can be closed', async () => {
    const { user } = await openLab('#v1/gm04-tabel1');
    const message = screen.getByRole('alert');
    expect(message).toHaveTextContent('There is no scenario named “gm04-tabel1” here.');
    await user.click(within(message).getByRole('button', { name: 'Close this message' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('an engine that does not start leaves a sentence, not a blank page', async () => {
    render(<App open={() => Promise.reject(new Error('WebAssembly is switched off'))} />);
    expect(await screen.findByRole('alert')).toHaveTextContent('WebAssembly is switched off');
  });
});

describe('the address', () => {
  it('a link with a time opens there and does not play', async () => {
    const { container } = await openLab('#v1/gm04-table1?t=412.6');
    expect(screen.getByRole('button', { name: 'Play' })).toBeInTheDocument();
    expect(container.querySelector('[data-time-s]')).toHaveAttribute('data-time-s', '412.6');
  });

  it('follows a changed knob', async () => {
    const { user } = await openLab('#v1/gm04-table1?t=1');
    const field = screen.getByRole('textbox', { name: 'Seed' });
    await user.clear(field);
    await user.type(field, '7{Enter}');
    await waitFor(() => {
      expect(location.hash).toBe('#v1/gm04-table1?seed=7&t=1');
    });
  });
});

describe('events', () => {
  it('stepping to one stops the clock and explains it with its numbers', async () => {
    const { container, engine, user } = await openLab('#v1/gm04-table1?compare=newreno&t=20');
    engine.finish();
    await waitFor(() => {
      expect(state(container)).toBe('done');
    });
    await openRow(user);
    await user.click(screen.getByRole('button', { name: 'Next event' }));
    const inspector = screen.getByRole('complementary', { name: 'Inspector' });
    // The formulas load when the inspector first opens.
    expect(await within(inspector).findByText('At 24.00 s', {}, { timeout: 20_000 })).toBeInTheDocument();
    expect(within(inspector).getByRole('heading', { level: 2 })).toHaveTextContent('Three duplicate ACKs');
    await waitFor(() => {
      expect(inspector.querySelectorAll('math').length).toBeGreaterThanOrEqual(2);
    });
    expect(within(inspector).getByText(/RFC 5681/)).toBeInTheDocument();
  });

  it('says what the other algorithms would have done there, with their rules', async () => {
    const { engine, container, user } = await openLab('#v1/gm04-table1?lane=vegas&t=20');
    engine.finish();
    await waitFor(() => {
      expect(state(container)).toBe('done');
    });
    await openRow(user);
    await user.click(screen.getByRole('button', { name: 'Next event' }));
    const inspector = screen.getByRole('complementary', { name: 'Inspector' });
    const others = await within(inspector).findByRole('list');
    // Vegas is the second lane. The fake engine cuts its window from 80 to 38.
    expect(within(inspector).getByRole('row', { name: 'cwnd, packets 80 38' })).toBeInTheDocument();
    expect(within(others).getByText('New Reno').closest('summary')).toHaveTextContent('cut to 40 packets');
    expect(within(others).getByText('Westwood+').closest('summary')).toHaveTextContent('cut to 36 packets');
    expect(
      within(inspector).getByText(/each was fed the same ACKs as Vegas from 0 s on/),
    ).toBeInTheDocument();
    await user.click(within(others).getByText('New Reno'));
    expect(within(others).getByText('Three duplicate ACKs: the window is halved')).toBeVisible();
  });

  it('keys play, step and choose lanes', async () => {
    const { container, user } = await openLab('#v1/gm04-table1?t=1');
    await user.keyboard(' ');
    expect(screen.getByRole('button', { name: 'Pause' })).toBeInTheDocument();
    await user.keyboard('3');
    expect(container.querySelector('[data-lane="westwood+"]')).toHaveAttribute('data-focus', 'true');
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Shortcuts' })).toBeInTheDocument();
  });
});
