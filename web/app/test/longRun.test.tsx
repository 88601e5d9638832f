import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAt } from './openPage.tsx';
import { fakeEngine } from './fakeEngine.ts';

const durationOf = (text: string | undefined): unknown =>
  (JSON.parse(text ?? '{}') as { duration?: unknown }).duration;

/** All lanes together send four thousand packets per simulated second. */
const openDay = (hash: string) => openAt(hash, fakeEngine({ segmentsPerSimulatedS: 4000 }));

describe('a link to a run of minutes', () => {
  it('says what it would cost, and computes nothing before the reader has agreed', async () => {
    const { engine, user } = openDay('#v1/gm04-table1?duration=86400s');
    const question = await screen.findByRole('alert', { name: 'This is a long run' });
    // 86 400 s at four thousand packets a second. Without a measurement the page assumes two
    // million packets a second.
    expect(question).toHaveTextContent('350 000 000 packets');
    expect(question).toHaveTextContent('about 2.9 minutes on this machine');
    // The attribute is set once the page is complete, possibly after the question appears.
    await waitFor(() => {
      expect(document.querySelector('[data-run-state]')).toHaveAttribute('data-run-state', 'asking');
    });
    expect(engine.started).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Run it' }));
    await waitFor(() => expect(engine.started.map(durationOf)).toEqual(['86400s']));
    expect(screen.queryByRole('alert', { name: 'This is a long run' })).toBeNull();
  });

  it('has a clock of its own length while it waits, also with one lane, which is compared with nothing', async () => {
    openDay('#v1/gm04-table1?duration=86400s&compare=newreno&t=3');
    await screen.findByRole('alert', { name: 'This is a long run' });
    const clock = await screen.findByRole('slider', { name: 'Clock' });
    expect(clock).toHaveAttribute('max', '86400');
    // What stands in every frame is set once the clock is drawn.
    await waitFor(() => {
      expect(clock.getAttribute('aria-valuetext')).toMatch(/^3\.0 s of 86\s400\.0 s$/);
    });
    expect(clock).toHaveValue('3');
    expect(screen.queryByText(/Who /)).toBeNull();
  });

  it('can be shortened to what needs no question', async () => {
    const { engine, user } = openDay('#v1/gm04-table1?duration=86400s');
    // Up to 60 million packets need no question.
    await user.click(await screen.findByRole('button', { name: /Shorten it to 15.000 s/ }));
    await waitFor(() => expect(engine.started.map(durationOf)).toEqual(['15000s']));
  });
});
