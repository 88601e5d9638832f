import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { roundOf } from '@ackscope/model/teach';
import { answerInWords, bestInWords, lossesInWords } from '../src/teach/gameTexts.ts';
import { FAKE_CATALOGUE, fakeEngine } from './fakeEngine.ts';
import { openAt as openPage } from './openPage.tsx';

/** Opens the page with an engine whose runs end at once. */
const openAt = (hash: string) => openPage(hash, fakeEngine({ auto: true }));

/** Leaves the page and opens its address again, as a reload does. */
const reload = () => {
  const { hash } = location;
  cleanup();
  return openAt(hash);
};

const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 20_000 });

// The page loads when it opens. Here it is loaded first, so that no test waits for the bundler.
beforeAll(() => import('../src/teach/TeachPage.tsx'));

/** The last scenario that the engine received. */
function lastOf(started: readonly string[]): { compare: { set?: Record<string, unknown> }[] } {
  return JSON.parse(started.at(-1) ?? '{}') as { compare: { set?: Record<string, unknown> }[] };
}

/** Four or more lanes share one chart, which lists their names. */
async function lanesOfOneChart(count: number): Promise<void> {
  const names = await screen.findByRole('list', { name: 'Lanes' }, { timeout: 15_000 });
  expect(within(names).getAllByRole('listitem')).toHaveLength(count);
}

describe('be the sender', { timeout: 60_000 }, () => {
  it('keeps the queue hidden while the hand moves the window, and writes the hand into the scenario', async () => {
    // The test releases the animation frames, so it controls the game's clock.
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
    let nowMs = 0;
    const pass = (stepMs = 60): void => {
      nowMs += stepMs;
      const due = frames.splice(0);
      act(() => {
        for (const frame of due) frame(nowMs);
      });
    };
    const { engine, user } = openAt('#teach/sender?path=quiet');
    await heading('Be the sender');
    const game = await screen.findByRole('region', { name: 'The game' });
    expect(within(game).getByText(/The queue is hidden until the end/)).toBeInTheDocument();
    expect(screen.queryByText('bottleneck queue')).toBeNull();
    await user.click(within(game).getByRole('button', { name: 'Start' }));
    for (let at = 0; at < 30; at += 1) pass();
    await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
    for (let at = 0; at < 5; at += 1) pass();
    expect(within(game).getByRole('slider', { name: 'Your window' })).toHaveAttribute(
      'aria-valuetext',
      '7 packets',
    );
    await waitFor(() => {
      const set = lastOf(engine.started).compare[0]?.set ?? {};
      expect(set['flows.main.parameters.cwnd']).toEqual([7]);
    });
    const [atS] = (lastOf(engine.started).compare[0]?.set?.['flows.main.parameters.at'] ?? []) as number[];
    // Thirty frames of 60 ms have passed; the first one only starts the clock.
    expect(atS).toBeGreaterThan(1.5);
    expect(atS).toBeLessThan(2.2);
    await user.keyboard('h');
    expect(within(game).getByRole('slider', { name: 'Your window' })).toHaveAttribute(
      'aria-valuetext',
      '4 packets',
    );
    // At the end the address holds the attempt; the queue is shown beside the algorithms'.
    for (let at = 0; at < 200 && !/hand=[^&]+$/.test(location.hash); at += 1) pass(500);
    expect(location.hash).toMatch(/^#teach\/sender\?path=quiet&hand=[\d.]+:7,[\d.]+:4$/);
  });

  it('shows an attempt from its link, beside the algorithms on the same path', async () => {
    openAt('#teach/sender?path=lossy&hand=0.5:20,9:35');
    await heading('Be the sender');
    await lanesOfOneChart(5);
    const table = await screen.findByRole('table', { name: 'You and the algorithms on the same path' });
    expect(within(table).getByRole('rowheader', { name: 'you' })).toBeInTheDocument();
    expect(within(table).getAllByRole('row')).toHaveLength(6);
    expect(screen.getByRole('link', { name: 'Try again' })).toHaveAttribute(
      'href',
      '#teach/sender?path=lossy',
    );
    expect(screen.getByRole('link', { name: 'Open in the lab' }).getAttribute('href')).toMatch(/^#v1\/~/);
  });

  it('comes back to the moment of a game, with its moves, and starts where it is before the start', async () => {
    const { engine, user } = openAt('#teach/sender?path=lossy&hand=0.5:20,9:35&at=10.5');
    const game = await screen.findByRole('region', { name: 'The game' }, { timeout: 20_000 });
    expect(within(game).getByText('10.5 / 45 s')).toBeInTheDocument();
    expect(within(game).getByRole('button', { name: 'Go on' })).toBeInTheDocument();
    const slider = () => screen.getByRole('slider', { name: 'Your window' });
    expect(slider()).toHaveAttribute('aria-valuetext', '35 packets');
    const { set } = lastOf(engine.started).compare[0] ?? {};
    expect(set?.['flows.main.parameters.at']).toEqual([0.5, 9]);
    await user.keyboard('{ArrowUp}');
    expect(location.hash).toBe('#teach/sender?path=lossy&hand=0.5:20,9:35,10.5:36&at=10.5');
    reload();
    expect(await screen.findByText('10.5 / 45 s', undefined, { timeout: 20_000 })).toBeInTheDocument();
    expect(slider()).toHaveAttribute('aria-valuetext', '36 packets');
    // Another path is a game of its own.
    act(() => {
      location.hash = '#teach/sender?path=quiet';
    });
    expect(await screen.findByRole('button', { name: 'Start' })).toBeInTheDocument();
    expect(slider()).toHaveAttribute('aria-valuetext', '4 packets');
  });

  it('follows a link also if the window moves in the same moment', async () => {
    openAt('#teach/sender?path=lossy&hand=0.5:20,9:35&at=10.5');
    await screen.findByRole('region', { name: 'The game' });
    // The browser tells of the new address in a later task than the key.
    act(() => {
      location.hash = '#teach/sender?path=quiet';
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
    });
    expect(location.hash).toBe('#teach/sender?path=quiet');
    expect(await screen.findByRole('button', { name: 'Start' })).toBeInTheDocument();
  });

  it('asks for another try where a link’s hand is damaged', async () => {
    openAt('#teach/sender?hand=5:20,4:30');
    expect(await screen.findByRole('region', { name: 'The game' })).toBeInTheDocument();
  });
});

describe('guess the algorithm', { timeout: 60_000 }, () => {
  /** A seed whose secret algorithm exists in the fake engine. */
  const seed = [...Array(500).keys()].find((at) => {
    const { choices, secret } = roundOf(at);
    return choices[secret] === 'vegas';
  });
  const nameOf = (id: string) => FAKE_CATALOGUE.algorithms.find((item) => item.id === id)?.name ?? id;

  it('can be played without sight: it says when the curve is there, and the arrow keys read it', async () => {
    const { user } = openAt(`#teach/guess?seed=${seed}`);
    await heading('Guess the algorithm');
    expect(await screen.findByText('The curve is drawn. The arrow keys read its values.')).toHaveRole(
      'status',
    );
    const curve = screen.getByRole('slider', { name: 'The window of the unknown algorithm: values' });
    act(() => curve.focus());
    await user.keyboard('{Home}{Shift>}{ArrowRight}{/Shift}');
    expect(curve).toHaveAttribute('aria-valuetext', expect.stringMatching(/^at 3 s: [\d.]+ packets?$/));
    await user.keyboard(String(roundOf(seed ?? 0).secret + 1));
    expect(await screen.findByText('Right. 1 of 1 right')).toHaveRole('status');
  });

  it('shows one curve and no name, then all of them; the next round is the next seed', async () => {
    const round = roundOf(seed ?? 0);
    const { user } = openAt(`#teach/guess?seed=${seed}`);
    await heading('Guess the algorithm');
    const choices = await screen.findByRole('group', { name: 'Which algorithm is it?' });
    await waitFor(() => expect(within(choices).getByRole('button', { name: /^Vegas/ })).toBeEnabled());
    expect(screen.queryByRole('list', { name: 'Lanes' })).toBeNull();
    await user.keyboard(String(round.secret + 1));
    expect(await screen.findByText('Right.')).toBeInTheDocument();
    expect(screen.getByText('1 of 1 right')).toBeInTheDocument();
    await lanesOfOneChart(4);
    expect(screen.getByRole('link', { name: 'Next round' })).toHaveAttribute(
      'href',
      `#teach/guess?seed=${(seed ?? 0) + 1}&show=cwnd&score=1,1,1`,
    );
    reload();
    expect(await screen.findByText('Right.', undefined, { timeout: 20_000 })).toBeInTheDocument();
    expect(screen.getByText('1 of 1 right')).toBeInTheDocument();
    await lanesOfOneChart(4);
  });

  it('a wrong answer ends the streak and names what it was', async () => {
    const round = roundOf(seed ?? 0);
    const wrong = (round.secret + 1) % 4;
    const { user } = openAt(`#teach/guess?seed=${seed}&show=queue`);
    const choices = await screen.findByRole('group', { name: 'Which algorithm is it?' }, { timeout: 20_000 });
    await waitFor(() => expect(within(choices).getByRole('button', { name: /^Vegas/ })).toBeEnabled());
    await user.click(
      within(choices).getByRole('button', { name: new RegExp(`^${nameOf(round.choices[wrong] ?? '')}`) }),
    );
    expect(await screen.findByText('It is Vegas.')).toBeInTheDocument();
    expect(screen.queryByText(/in a row/)).toBeNull();
    reload();
    expect(await screen.findByText('It is Vegas.', undefined, { timeout: 20_000 })).toBeInTheDocument();
    expect(screen.getByText('0 of 1 right')).toBeInTheDocument();
  });

  it('without a seed draws one and puts it into the address', async () => {
    openAt('#teach/guess');
    await heading('Guess the algorithm');
    await waitFor(() => expect(location.hash).toMatch(/^#teach\/guess\?seed=\d+&show=cwnd$/));
  });
});

describe('the worksheet', { timeout: 60_000 }, () => {
  it('is one page of questions and one with the answers, and opens from the lab’s file menu', async () => {
    const { user, container } = openAt('#v1/gm04-table1?lane=newreno&t=20');
    await waitFor(() => expect(container.querySelectorAll('[data-lane]')).toHaveLength(3));
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: /Worksheet/ }));
    await heading('Worksheet');
    expect(decodeURIComponent(location.hash)).toContain('of=v1/gm04-table1');
    const questions = await screen.findByRole('article', { name: 'Questions' });
    const solution = screen.getByRole('article', { name: 'Solution' });
    expect(within(questions).getByRole('img', { name: 'An empty chart for the queue' })).toBeInTheDocument();
    expect(within(questions).getAllByRole('listitem').length).toBe(
      within(solution).getAllByRole('listitem').length,
    );
    expect(within(solution).getByText(/Fast retransmits: \d+/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Hide the curve: students draw it' }));
    expect(within(questions).getByRole('img', { name: 'An empty chart for the window' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /Algorithm$/ }));
    await user.click(await screen.findByRole('option', { name: /^Vegas/ }));
    expect(await within(questions).findByText(/^Vegas\./)).toBeInTheDocument();
    reload();
    const again = await screen.findByRole('article', { name: 'Questions' }, { timeout: 20_000 });
    expect(within(again).getByText(/^Vegas\./)).toBeInTheDocument();
    expect(within(again).getByRole('img', { name: 'An empty chart for the window' })).toBeInTheDocument();
  });
});

describe('outcomes in words', () => {
  const rival = { name: 'Vegas', goodputBps: 1e6, rttS: 0.52 };
  it.each([
    [
      { name: 'you', goodputBps: 1.1e6, rttS: 0.5 },
      /You have the highest goodput: 1\.1 Mbit\/s.*You have the shortest mean RTT/,
    ],
    [{ name: 'you', goodputBps: 0.5e6, rttS: 0.7 }, /50 % of the goodput of Vegas.*that of Vegas: 520 ms/],
  ])('%j', (you, words) => {
    expect(bestInWords([you, rival])).toMatch(words);
  });

  it('an answer carries its numbers with their units', () => {
    const answers = [
      { value: 166, unit: 'packets' as const },
      { value: 83, unit: 'packets' as const },
      { value: 0.5, unit: 'ratio' as const },
    ];
    expect(answerInWords({ id: 'kept', ask: '', answers })).toBe(
      'From 166 packets to 83 packets: 50 % remains.',
    );
  });
});

it('what is spoken of losses is their number so far', () => {
  const mark = (kind: 'timeout' | 'fast-retransmit') => ({ timeS: 1, kind });
  expect(lossesInWords([])).toBe('');
  expect(lossesInWords([mark('fast-retransmit')])).toBe('1 loss detected.');
  expect(lossesInWords([mark('fast-retransmit'), mark('timeout')])).toBe('2 losses detected, 1 by timeout.');
});
