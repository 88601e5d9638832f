/**
 * Shows the page of docs/adding-a-page.md. If a step no longer works, its files do not compile; if the guide shows
 * other files, a test here fails. Only tests use this page.
 */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import guide from '../../../docs/adding-a-page.md?raw';
import { LabProvider } from '../src/lab/context.ts';
import { createLabAt } from '../src/lab/createLab.ts';
import { mountLab } from '../src/lab/mountLab.ts';
import { PAGES } from '../src/pages.ts';
import { decodeLink } from '@ackscope/model';
import { BdpPage } from './example/BdpPage.tsx';
import { bdpHref, readBdp } from './example/bdp.ts';
import { page } from './example/page.ts';
import { fakeEngine } from './fakeEngine.ts';

it('shows what its address says, follows the hand and writes the address', async () => {
  const { lab, close } = mountLab(createLabAt(fakeEngine({ auto: true }), decodeLink(''), false));
  const user = userEvent.setup();
  render(
    <LabProvider value={lab}>
      <BdpPage item={null} query="rate=2&rtt=250&depth=3" />
    </LabProvider>,
  );
  // 2 Mbit/s × 250 ms / 12 000 bit
  expect(screen.getByRole('status')).toHaveTextContent('41.7 packets');
  expect(screen.getByRole('alert')).toHaveTextContent('does not take “depth”, but rate and rtt');
  const rate = screen.getByRole('textbox', { name: 'Bottleneck rate' });
  await user.clear(rate);
  await user.type(rate, '4{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('83.3 packets');
  expect(location.hash).toBe('#bdp?rate=4&rtt=250');
  expect(screen.queryByRole('alert')).toBeNull();
  close();
});

it('reads what it writes, and names what it leaves out', () => {
  const path = { rateMbps: 0.5, rttMs: 30 };
  expect(readBdp(bdpHref(path).replace(/^.*\?/, ''))).toEqual({ path, problems: [] });
  expect(readBdp('rate=1e9').problems).toEqual(['rate=1e9 is left out: 0.01 to 10000 are allowed.']);
  expect(page.frame?.read({ item: null, query: 'rtt=0' })).toEqual({
    refusal: null,
    problems: ['rtt=0 is left out: 0.1 to 60000 are allowed.'],
  });
});

it('has a name of its own, within a page that there is', () => {
  expect(PAGES.has('bdp')).toBe(false);
  expect(PAGES.has(page.within ?? '')).toBe(true);
});

it('is what the guide shows', () => {
  const files = import.meta.glob<string>('./example/*', { eager: true, query: '?raw', import: 'default' });
  expect(Object.keys(files)).toHaveLength(4);
  for (const file of Object.values(files))
    expect(guide).toContain(file.replaceAll("'../../src/", "'../").trimEnd());
});
