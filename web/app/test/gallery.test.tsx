import { GALLERY } from '@ackscope/model/gallery';
import { inOrder } from '../src/gallery/sections.ts';
import { placesOf } from '../src/gallery/numberLine.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAt } from './openPage.tsx';

const titled = (text: string) => screen.findByRole('heading', { level: 1, name: text }, { timeout: 20_000 });

// The page loads when it opens. Here it is loaded first, so that no test waits for the bundler.
beforeAll(() => import('../src/gallery/GalleryPage.tsx'));

describe('the gallery', { timeout: 30_000 }, () => {
  it('lists the figures of the papers, each a link to where it can be seen whole', async () => {
    openAt('#gallery');
    await titled('The papers, redrawn and judged');
    const wall = screen.getByRole('list', { name: 'Figures' });
    const link = within(wall).getByRole('link', { name: 'Reverse traffic on and off' });
    expect(link).toHaveAttribute('href', '#v1/gm04-table1');
    const rule = within(wall)
      .getAllByRole('link')
      .find((item) => item.getAttribute('href')?.startsWith('#gallery/'));
    expect(rule).toBeDefined();
    // The caption has the unit of the ticks: 0.1 ms to 0.1 s are drawn as 0.1 to 100.
    const card = within(wall)
      .getAllByRole('listitem')
      .find((item) => item.querySelector('a[href="#gallery/gm04-fig27"]') !== null);
    expect(card).toHaveTextContent(/over bad state, ms/);
    // The first claim that fails stands on its card, and on no other.
    const failing = GALLERY.filter(({ claims }) => claims.some(({ holds }) => holds === false));
    expect(wall.textContent.match(/Not reproduced:|Fails:/g)).toHaveLength(inOrder(failing).length);
    const fails = GALLERY.find(({ id }) => id === 'gm04-fig27')?.claims.find(({ holds }) => holds === false);
    expect(card).toHaveTextContent(`Not reproduced: ${fails?.text ?? '?'}`);
  });

  it('has a paper’s figures in the order of their numbers, also where a label names several', () => {
    const labels = inOrder(GALLERY).flatMap(({ paper, kind, label }) =>
      paper === 'GM04' && kind !== 'formula' ? label : [],
    );
    const numbers = labels.flatMap((label) => /Fig\S* (\d+)/.exec(label)?.[1] ?? []).map(Number);
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    expect(numbers.slice(0, 3)).toEqual([1, 2, 4]);
  });

  it('opens a figure that only old links name; lists offer the form with senders of today', async () => {
    openAt('#gallery/sender-mechanisms');
    await titled('A sender of today, one mechanism at a time');
    const newer = screen.getByRole('link', { name: 'the form with senders of today' });
    expect(newer).toHaveAttribute('href', '#gallery/today-sender-mechanisms');
    // Its neighbours are those of the other form.
    const place = () => screen.getByRole('navigation', { name: 'Figures' }).textContent;
    const old = place();
    act(() => {
      location.hash = '#gallery/today-sender-mechanisms';
    });
    await screen.findByText(/All of them count segments\./);
    expect(screen.queryByRole('link', { name: 'the form with senders of today' })).toBeNull();
    expect(place()).toBe(old);
    act(() => {
      location.hash = '#gallery';
    });
    await titled('The papers, redrawn and judged');
    const wall = within(screen.getByRole('list', { name: 'Figures' }));
    expect(wall.getAllByRole('link', { name: 'A sender of today, one mechanism at a time' })).toHaveLength(1);
  });

  it('reports an unknown figure in an address', async () => {
    openAt('#gallery/flying');
    await titled('There is no figure “flying” here.');
    expect(screen.getByRole('link', { name: 'All figures' })).toHaveAttribute('href', '#gallery');
    act(() => {
      location.hash = '#gallery/gm04-ta';
    });
    await titled('There is no figure “gm04-ta” here.');
    expect(screen.getByText('The link was cut off.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Reverse traffic on and off' })).toHaveAttribute(
      'href',
      '#gallery/gm04-table1',
    );
  });

  it('finds figures by words, paper, kind and verdict', async () => {
    const { user } = openAt('#gallery');
    await titled('The papers, redrawn and judged');
    const shown = () => screen.getByRole('list', { name: 'Figures' }).querySelectorAll('h2');
    const all = shown().length;
    expect(screen.getByText(/claims hold, /)).toHaveTextContent(
      /^\d+ of \d+ claims hold, \d+ fail, in \d+ figures and formulas\. The verdicts are recorded/,
    );
    const failing = screen.getByRole('radio', { name: /^Some fail/ });
    await user.click(failing);
    expect(failing).toHaveTextContent(`Some fail ${String(shown().length)}`);
    await user.click(screen.getByRole('radio', { name: 'Any verdict' }));
    await user.click(screen.getByRole('radio', { name: /^Mascolo 2006/ }));
    const ofOne = shown().length;
    expect(ofOne).toBeLessThan(all);
    await user.click(screen.getByRole('radio', { name: 'Curves' }));
    expect(shown().length).toBeLessThan(ofOne);
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'fig 11');
    expect([...shown()].map((title) => title.textContent)).toHaveLength(1);
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), ' zebra');
    expect(screen.getByText('No figure matches.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    expect(shown()).toHaveLength(all);
  });

  it('draws a sweep from what is recorded, and runs nothing for it', async () => {
    const { engine } = openAt('#gallery/gm04-fig27');
    const before = engine.started.length;
    await screen.findByRole('heading', { level: 1 }, { timeout: 20_000 });
    const panel = screen.getByRole('region', { name: 'Figure 27' });
    expect(panel).toHaveTextContent(/Recorded with version \d+\.\d+\.\d+, 10 repetitions of each point\./);
    expect(within(panel).getAllByRole('row').at(1)).toHaveTextContent(/1\.9\d/);
    expect(engine.started).toHaveLength(before);
  });

  it('is one step from the lab, and back leads to the lab as it was left', async () => {
    const { engine, user, container } = openAt('#v1/gm04-table1?hops.0.rate=3Mbps');
    await waitFor(() => {
      expect(container.querySelectorAll('[data-lane]')).toHaveLength(3);
    });
    await user.click(screen.getByRole('link', { name: 'Papers' }));
    await titled('The papers, redrawn and judged');
    const back = screen.getByRole('link', { name: 'Lab' }).getAttribute('href') ?? '';
    expect(back).toContain('hops.0.rate=3Mbps');
    const started = engine.started.length;
    act(() => {
      location.hash = back;
    });
    await waitFor(() => {
      expect(container.querySelectorAll('[data-lane]')).toHaveLength(3);
    });
    // The same run is still there; the engine started no new one.
    expect(engine.started).toHaveLength(started);
  });

  it('tells what the paper says on the page of a figure', async () => {
    openAt('#gallery/gm04-eq2-3');
    const claims = await screen.findByRole('region', { name: 'What the paper says' });
    expect(within(claims).getAllByRole('listitem').length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'Gallery' })).toHaveAttribute('href', '#gallery');
  });

  it('says that the full form was judged, and by which numbers', async () => {
    openAt('#gallery');
    await titled('The papers, redrawn and judged');
    const long = screen.getByRole('link', { name: /^Single-flow goodput of seven algorithms/ }).closest('li');
    expect(long).toHaveTextContent(/\d+ of \d+ claims hold/);
    act(() => {
      location.hash = '#gallery/mv06-table1';
    });
    const claims = await screen.findByRole('region', { name: 'What the paper says' });
    expect(claims).toHaveTextContent('The full form decides these claims.');
    // The two numbers that decide a claim, and its tolerance.
    expect(claims).toHaveTextContent(
      /Measured 16\d\.\d ± \d\.\d+ Mbit\/s, expected 162\.0 Mbit\/s \(tolerance 5 %\)/,
    );
    // A no-break space keeps a number together with its interval and its unit.
    expect(claims.textContent).toMatch(/16\d\.\d\u00a0±\u00a0\d\.\d+\u00a0Mbit\/s/);
  });

  it('places a claim’s numbers on a line: the allowed range may be open', () => {
    const line = {
      measured: 3,
      half_width: 1,
      expected: 2,
      low: 2,
      high: null,
      ns2: null,
      unit: 's',
      by_chance: false,
    };
    // From 2 to 4 s with room at both ends: 0.36 and 2.72 s long in all.
    const places = placesOf(line);
    expect(places.allowed[0]).toBeCloseTo(0.36 / 2.72);
    expect(places.allowed[1]).toBe(1);
    expect(places.measured).toBeCloseTo(0.5);
    expect(places.interval?.[0]).toBeCloseTo(0.36 / 2.72);
    // A single number without a range around it is in the middle.
    const single = placesOf({ ...line, half_width: 0, expected: 3, low: 3, high: 3 });
    expect([single.allowed[0], single.measured, single.interval]).toEqual([0.5, 0.5, null]);
  });
});
