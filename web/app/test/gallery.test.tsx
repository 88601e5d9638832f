import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAt } from './openPage.tsx';

const titled = (text: string) => screen.findByRole('heading', { level: 1, name: text }, { timeout: 20_000 });

// The page asks for it when it is opened; here it is there already, so that no test waits for the
// bundler.
beforeAll(() => import('../src/pages/GalleryPage.tsx'));

describe('the gallery', { timeout: 30_000 }, () => {
  it('lists the figures of the papers, each a link to where it can be seen whole', async () => {
    openAt('#gallery');
    await titled('The papers, figure by figure');
    const section = screen.getByRole('region', { name: 'Grieco & Mascolo 2004' });
    const link = within(section).getByRole('link', { name: 'Reverse traffic on and off' });
    expect(link).toHaveAttribute('href', '#v1/gm04-table1');
    const rule = within(section)
      .getAllByRole('link')
      .find((item) => item.getAttribute('href')?.startsWith('#gallery/'));
    expect(rule).toBeDefined();
  });

  it('is one step from the lab, and back leads to the lab as it was left', async () => {
    const { engine, user, container } = openAt('#v1/gm04-table1?hops.0.rate=3Mbps');
    await waitFor(() => {
      expect(container.querySelectorAll('[data-lane]')).toHaveLength(3);
    });
    await user.click(screen.getByRole('link', { name: 'Gallery' }));
    await titled('The papers, figure by figure');
    const back = screen.getByRole('link', { name: 'Lab' }).getAttribute('href') ?? '';
    expect(back).toContain('hops.0.rate=3Mbps');
    const started = engine.started.length;
    act(() => {
      location.hash = back;
    });
    await waitFor(() => {
      expect(container.querySelectorAll('[data-lane]')).toHaveLength(3);
    });
    // The same run is still there: nothing was begun again.
    expect(engine.started).toHaveLength(started);
  });

  it('tells what the paper says on the page of a figure', async () => {
    openAt('#gallery/gm04-eq2-3');
    const claims = await screen.findByRole('region', { name: 'What the paper says' });
    expect(within(claims).getAllByRole('listitem').length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: 'Gallery' })).toHaveAttribute('href', '#gallery');
  });

  it('says how short a picture is, and that the full form was judged', async () => {
    openAt('#gallery');
    await titled('The papers, figure by figure');
    const long = screen.getByRole('link', { name: /^Single-flow goodput of seven algorithms/ }).closest('li');
    expect(long).toHaveTextContent('Picture: 300 s of 2000 s');
    expect(long).toHaveTextContent(/claims reproduced in full form/);
    // What is computed whole says nothing of the kind.
    const whole = screen.getByRole('link', {
      name: 'Sequence curves of a 50 ms and a 200 ms flow without RED',
    });
    expect(whole.closest('li')).not.toHaveTextContent(/Picture:|full form/);
    act(() => {
      location.hash = '#gallery/mv06-table1';
    });
    const claims = await screen.findByRole('region', { name: 'What the paper says' });
    expect(claims).toHaveTextContent('The full form decides these claims.');
    // The two numbers that decide a claim, and its tolerance.
    expect(claims).toHaveTextContent(
      /Measured 16\d\.\d ± \d\.\d+ Mbit\/s, expected 162\.0 Mbit\/s \(tolerance 5 %\)/,
    );
  });
});
