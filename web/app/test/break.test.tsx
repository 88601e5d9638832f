import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import docs from '../../../docs/break.md?raw';
import type { BreakReport, BreakRequest, Engine, FindReport, SoFar } from '@ackscope/engine';
import { decodeLink } from '@ackscope/model';
import { BreakPage } from '../src/break/BreakPage.tsx';
import { byCause, headline, lessonOf, testCase, withNames } from '../src/break/breakTexts.ts';
import { breakHref, OBJECTIVES, readBreak } from '../src/break/setup.ts';
import { LabProvider } from '../src/lab/context.ts';
import { createLabAt } from '../src/lab/createLab.ts';
import { mountLab } from '../src/lab/mountLab.ts';
import { readRoute } from '../src/pages.ts';
import { fakeEngine } from './fakeEngine.ts';

const FIND: FindReport = {
  cause: 'reverse',
  cause_name: 'the flows in reverse',
  objective: 'starved',
  factor: 7.8,
  low: 7.61,
  high: 8.2,
  witness: 'cubic',
  unit: 'Mbit/s',
  value: 0.6,
  witness_value: 4.68,
  changes: [],
  network: '5 Mbit/s, an RTT of 60 ms, 5 flows in reverse',
  also: 0,
  lesson: '---\ntitle: What breaks Vegas?\n---\n\n```lab\nrun: {run}\n```\n',
  scenario: {
    version: 1,
    duration: 20,
    hops: [{ rate: 5e6, delay: 0.015, queue: { kind: 'drop-tail', capacity: 25 } }],
    flows: [{ name: 'main', algorithm: 'vegas', rtt: 0.06 }],
    compare: ['vegas', 'cubic'],
    measure: [[0, 20]],
  },
};

const REPORT: BreakReport = {
  version: '0.0.0',
  engine_fingerprint: 'f',
  algorithm: 'vegas',
  seed: 1,
  objectives: ['starved'],
  finds: [FIND],
  runs: 1400,
  events: 1,
  is_complete: true,
};

const nameOf = (id: string): string => id.toUpperCase();

/** An engine whose searches the test ends; `asked` are those that are not trials of the time: they are aborted. */
function searching() {
  type Options = NonNullable<Parameters<Engine['search']>[1]>;
  const asked: { request: BreakRequest; options: Options; end: (report: BreakReport) => void }[] = [];
  const search: Engine['search'] = (request, options = {}) =>
    new Promise((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new Error('taken back')));
      asked.push({ request, options, end: resolve });
    });
  return { engine: { ...fakeEngine(), search }, asked };
}

function open(engine: Engine, item: string | null, query = '') {
  const { lab, close } = mountLab(createLabAt(engine, decodeLink(''), false));
  const view = render(
    <LabProvider value={lab}>
      <BreakPage item={item} query={query} />
    </LabProvider>,
  );
  return {
    user: userEvent.setup(),
    close: () => {
      view.unmount();
      close();
    },
  };
}

const start = () => screen.getByRole('button', { name: 'Run the search' });

it('reads the address that it writes, and names what it leaves out', () => {
  const setup = {
    algorithm: 'mine',
    other: 'mine-before',
    scripts: { mine: 'on loss { }', 'mine-before': '' },
    objective: 'late',
    seed: 7,
    runs: 300,
  };
  const { item, query, page } = readRoute(breakHref(setup));
  expect(page).toBe('break');
  expect(readBreak(item, query, {}, ['vegas'])).toEqual({ setup, problems: [] });
  // Of the lab's scripts only those that run.
  const own = { scripts: { mine: 'x', other: 'y' } };
  expect(readBreak('mine', '', own, ['vegas']).setup.scripts).toEqual({ mine: 'x' });
  expect(breakHref(readBreak('vegas', '', own, ['vegas']).setup)).toBe('#break/vegas');
  const { setup: two, problems: left } = readBreak('vegas,mine,newreno', '', own, ['vegas', 'newreno']);
  expect(two).toMatchObject({ algorithm: 'vegas', other: 'mine', scripts: { mine: 'x' } });
  expect(left).toEqual(['At most two algorithms at a time: newreno is left out.']);
  const { problems } = readBreak('vegsa', 'objective=starving&seed=0.5&runs=1e9&depth=3', {}, ['newreno']);
  expect(problems).toHaveLength(5);
  expect(problems.join(' ')).toMatch(
    /“vegsa”.*starved, crowded.*seed=0\.5.*runs=1e9 .*100 to 20000.*“depth”/,
  );
});

it('has the objectives of docs/break.md', () => {
  const told = [...docs.matchAll(/^\| `(\w+)` \|/gm)].map(([, id]) => id);
  expect(Object.keys(OBJECTIVES)).toEqual(told);
});

it('names algorithms in the words of the engine, and leaves numbers alone', () => {
  expect(withNames('5 Mbit/s, cubic-rfc9438 beside it', nameOf)).toBe('5 Mbit/s, CUBIC-RFC9438 beside it');
  expect(withNames('3 flows in reverse, two flows of westwood+', nameOf)).toBe(
    '3 flows in reverse, two flows of WESTWOOD+',
  );
});

it('finds of one cause are together, the strongest cause first', () => {
  const late = { ...FIND, objective: 'late', cause: 'jitter' };
  const groups = byCause([FIND, late, { ...FIND, objective: 'stuck' }]);
  expect(groups.map(([cause, { length }]) => [cause, length])).toEqual([
    ['reverse', 2],
    ['jitter', 1],
  ]);
  expect(headline(REPORT, 'Vegas', nameOf)).toBe(
    'Vegas is broken by the flows in reverse: at least 7.6 × less goodput than CUBIC',
  );
  expect(headline({ ...REPORT, finds: [] }, 'Vegas', nameOf)).toBe('Nothing was found that breaks Vegas');
});

it('a test for others has the scenario and what is to be expected', () => {
  expect(testCase(REPORT, FIND)).toMatchObject({
    algorithm: 'vegas',
    witness: 'cubic',
    expected: { value: 0.6, witness_value: 4.68, factor: { low: 7.61, high: 8.2 } },
    found_with: { seed: 1 },
    scenario: FIND.scenario as object,
  });
});

it('a lesson has the run of the find; without a measure there is none', () => {
  const [, run] = /^run: (.*)$/m.exec(lessonOf(FIND) ?? '') ?? [];
  expect(decodeLink(run ?? '').scenario).toEqual(FIND.scenario);
  expect(lessonOf({ ...FIND, lesson: null })).toBeNull();
});

it('searches after a press, shows the best on the way, and ends with a map of causes', async () => {
  const { engine, asked } = searching();
  const { user, close } = open(engine, 'vegas', 'objective=starved');
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('What breaks Vegas?');
  expect(screen.queryByRole('listitem')).toBeNull();
  const published = (name: RegExp) => screen.getByRole('row', { name });
  expect(published(/^CUBIC's start/)).toHaveTextContent(/shallow buffera buffer of 0\.05 BDP \(one packet\)/);
  expect(published(/^Vegas starved by jitter/)).toHaveTextContent(
    /jitter40 Mbit\/s, an RTT of 60 ms, jitter/,
  );
  await user.click(start());
  await waitFor(() => expect(asked.at(-1)?.options.signal?.aborted).toBe(false));
  const search = asked.at(-1);
  expect(search?.request).toEqual({
    algorithm: 'vegas',
    scripts: {},
    objectives: ['starved'],
    seed: 1,
    max_runs: 1500,
    other: null,
  });
  const best = { objective: 'starved', factor: 3, witness: 'cubic', network: '5 Mbit/s' };
  const news: SoFar = { stage: 'shrink', runs: 700, best, finds: [] };
  search?.options.onProgress?.(700, JSON.stringify(news));
  expect(await screen.findByText(/not confirmed/)).toHaveTextContent(
    '3 × less goodput than CUBIC with 5 Mbit/s.',
  );
  expect(screen.getByText(/^700 of 1500 runs/)).toBeVisible();
  search?.end(REPORT);
  expect(await screen.findByRole('heading', { level: 2 })).toHaveTextContent('The flows in reverse');
  expect(screen.getByRole('status')).toHaveTextContent('1 cause in 1400 runs');
  const find = within(screen.getByRole('list', { name: 'What breaks Vegas' }));
  const link = find.getByRole('link', { name: '5 Mbit/s, an RTT of 60 ms, 5 flows in reverse.' });
  expect(decodeLink(link.getAttribute('href') ?? '').scenario.compare).toEqual(['vegas', 'cubic']);
  close();
  // It is kept: nothing is searched for again.
  const before = asked.length;
  const again = open(engine, 'vegas', 'objective=starved');
  expect(screen.getByRole('heading', { level: 2 })).toBeVisible();
  expect(asked).toHaveLength(before);
  again.close();
});

it('says of each find whether another version fails, too; the two change places', async () => {
  const { engine, asked } = searching();
  const scripts = { mine: 'on loss { }' };
  const base = { algorithm: 'mine', other: null, objective: null, seed: 1, runs: 1500 };
  const { item, query } = readRoute(breakHref({ ...base, scripts }));
  const { user, close } = open(engine, item, query);
  const choose = async (name: RegExp): Promise<void> => {
    await user.click(screen.getByRole('button', { name: /Compared with/ }));
    await user.click(await screen.findByRole('option', { name }));
  };
  await choose(/mine-start/);
  await user.click(await screen.findByRole('button', { name: 'Run the search' }));
  await waitFor(() => expect(asked.at(-1)?.request.other).toBe('mine-start'));
  expect(asked.at(-1)?.request.scripts).toEqual({
    ...scripts,
    'mine-start': expect.stringContaining('algorithm "My Westwood"') as string,
  });
  await waitFor(() => expect(asked.at(-1)?.options.signal?.aborted).toBe(false));
  const finds = [0, 2, 5, null].map((fails, at) => ({
    ...FIND,
    cause: `c${String(at)}`,
    other_fails: fails,
  }));
  asked.at(-1)?.end({ ...REPORT, algorithm: 'mine', other: 'mine-start', finds });
  expect(await screen.findByText('mine-start does not fail here.')).toBeVisible();
  for (const words of [
    'mine-start fails here, too, in 2 of five runs.',
    'mine-start fails here, too.',
    'Whether mine-start fails here, too, is not known yet.',
  ])
    expect(screen.getByText(words)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Compare the other way' }));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('What breaks mine-start?');
  expect(location.hash).toMatch(/^#break\/mine-start,mine\?/);
  close();
  // After a change, the text that was searched is a version.
  const changed = readRoute(breakHref({ ...base, scripts: { mine: 'on loss { cwnd = 1 }' } }));
  const again = open(engine, changed.item, changed.query);
  await again.user.click(screen.getByRole('button', { name: /Compared with/ }));
  await again.user.click(await screen.findByRole('option', { name: /mine-before/ }));
  await again.user.click(screen.getByRole('button', { name: 'Run the search' }));
  await waitFor(() => expect(asked.at(-1)?.request.scripts).toMatchObject({ 'mine-before': scripts.mine }));
  again.close();
});

it('keeps what was seen when it is cancelled, and stops', async () => {
  const { engine, asked } = searching();
  const { user, close } = open(engine, 'vegas', 'seed=2');
  await user.click(start());
  await waitFor(() => expect(asked.at(-1)?.options.signal?.aborted).toBe(false));
  const best = { objective: 'late', factor: 5, witness: 'cubic', network: '5 Mbit/s' };
  asked.at(-1)?.options.onProgress?.(90, JSON.stringify({ stage: 'explore', runs: 90, best, finds: [] }));
  await screen.findByText(/not confirmed/);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('status')).toHaveTextContent('Cancelled after 90 runs');
  expect(screen.getByText(/not confirmed/)).toBeVisible();
  await waitFor(() =>
    expect(asked.find(({ request }) => request.seed === 2)?.options.signal?.aborted).toBe(true),
  );
  expect(start()).toBeVisible();
  close();
});

it('says that nothing was found, and why it cannot search', async () => {
  const { engine, asked } = searching();
  const { user, close } = open(engine, 'newreno', 'seed=3');
  await user.click(start());
  await waitFor(() => expect(asked.at(-1)?.options.signal?.aborted).toBe(false));
  asked.at(-1)?.end({ ...REPORT, finds: [] });
  expect(await screen.findByText(/no proof that there is none/)).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Nothing was found that breaks New Reno',
  );
  close();
  const refusing = { ...fakeEngine(), search: vi.fn(() => Promise.reject(new Error('line 1: an error'))) };
  const second = open(refusing, 'newreno', 'seed=4');
  await second.user.click(start());
  expect(await screen.findByRole('alert')).toHaveTextContent('line 1: an error');
  // A second press asks again.
  const before = refusing.search.mock.calls.length;
  await second.user.click(start());
  await waitFor(() => expect(refusing.search.mock.calls.length).toBeGreaterThan(before));
  second.close();
});
