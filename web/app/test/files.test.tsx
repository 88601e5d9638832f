import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../src/App.tsx';
// The dialog loads when it opens. It is imported here, so that loading does not count as test time.
import '../src/share/ShareDialog.tsx';
import { opening } from './opening.ts';
import { fakeEngine } from './fakeEngine.ts';

/** The files that the page gave to the browser: name and text. */
let saved: { name: string; text: Promise<string> }[] = [];

// The dialog loads on demand. Here it is loaded first, so that no test waits for the bundler.
beforeAll(() => import('../src/share/ShareDialog.tsx'));
beforeEach(() => {
  saved = [];
  const blobs = new Map<string, Blob>();
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, {
      createObjectURL: (blob: Blob) => {
        const url = `blob:${blobs.size}`;
        blobs.set(url, blob);
        return url;
      },
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href);
    if (blob !== undefined) saved.push({ name: this.download, text: blob.text() });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  history.replaceState(null, '', '#');
});

async function opened(): Promise<HTMLElement> {
  history.replaceState(null, '', '#v1/gm04-table1');
  const engine = fakeEngine();
  render(<App open={() => opening(engine)} />);
  await screen.findAllByRole('button', { name: /Share/ });
  await expect.poll(() => engine.started.length).toBeGreaterThan(0);
  engine.finish();
  await userEvent.click(screen.getByRole('button', { name: /^Share: link/ }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Files and citation' }));
  return dialog;
}

describe('files of a run', () => {
  it('are a picture, data and the scenario, named after what is on the screen', async () => {
    const box = await opened();
    const dialog = within(box);
    const within_ = (name: string) => within(dialog.getByRole('region', { name }));
    await userEvent.click(within_('Charts').getByRole('button', { name: 'Save SVG' }));
    await userEvent.click(within_('Data').getByRole('button', { name: 'Save CSV' }));
    await userEvent.click(within_('Scenario').getByRole('button', { name: 'Save JSON' }));
    expect(saved.map(({ name }) => name.replace(/^.*\./, '.'))).toEqual(['.svg', '.csv', '.json']);
    const [svg, csv, json] = await Promise.all(saved.map(({ text }) => text));
    expect(svg).toMatch(/^<svg .*New Reno.*Simulated with Ackscope/s);
    expect(csv?.split('\r\n')[0]).toBe('time_s,lane,source,series,unit,min,max,last');
    expect((csv?.split('\r\n').length ?? 0) > 10).toBe(true);
    expect(JSON.parse(json ?? '')).toMatchObject({ version: 1 });
    expect(dialog.getByLabelText('BibTeX')).toHaveTextContent('@misc{ackscope-');
  });

  it('for a simulator tell what differs, and what cannot be', async () => {
    const box = await opened();
    const dialog = within(box);
    const others = within(dialog.getByRole('region', { name: 'Other programs' }));
    const choose = async (lane: string): Promise<void> => {
      await userEvent.click(others.getByRole('button', { name: /Lane/ }));
      await userEvent.click(await screen.findByRole('option', { name: lane }));
    };
    // The fake engine has no ns-3 program for Vegas.
    await choose('vegas');
    await userEvent.click(others.getByRole('button', { name: 'Save ns-3' }));
    expect(await dialog.findByText('there is no such agent')).toBeVisible();
    expect(saved).toHaveLength(0);
    await choose('newreno');
    await userEvent.click(others.getByRole('button', { name: 'Save ns-2' }));
    expect(await dialog.findByText('the timer counts ticks')).toBeVisible();
    expect(await saved[0]?.text).toBe('a script for ns2');
    expect(saved).toHaveLength(1);
  });
});
