import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { loadPopups } from '../src/kit/popups.ts';
import { fakeEngine } from './fakeEngine.ts';
import { MENU } from '../src/menu/entries.ts';
import { FOUND } from '../src/menu/found.ts';
import { hasWords } from '../src/menu/ScenarioMenu.tsx';
import { openAt } from './openPage.tsx';

it('Escape closes the menu of scenarios, also from its field', async () => {
  await loadPopups();
  const { user } = openAt('#v1/today-sawtooth', fakeEngine({ auto: true }));
  await user.click(await screen.findByRole('button', { name: /^Scenario:/ }));
  const field = await screen.findByRole('searchbox', { name: /^Find a scenario/ });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('x{Escape}');
  expect(field).toHaveValue('');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull());
});

it('what is found opens where an address names it; words are found in any order, without accents', () => {
  const all = FOUND.flatMap(({ entries }) => entries);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.find(({ id }) => id === 'lesson sawtooth')?.href).toBe('#lesson/sawtooth');
  expect(all.find(({ id }) => id === 'gm04-fig12-13')?.href).toMatch(/^#v1\//);
  expect(hasWords('Väinö counts ACKs', 'acks vaino')).toBe(true);
  expect(hasWords('Väinö counts ACKs', 'acks lost')).toBe(false);
});

it.each([
  ['bbr cubic', 'BBR against CUBIC, one link'],
  ['fairness', 'Jain index'],
  ['fills buffers', 'Big pipe, small buffer'],
  ['how large buffer', 'Unit 4: How large a buffer?'],
  ['loss congestion', 'Why loss is not congestion'],
])('“%s” finds %s', (input, name) => {
  const menu = MENU.flatMap(({ name: group, entries }) =>
    entries.map((one) => ({ name: one.name, text: `${one.name} ${one.question} ${group} ${one.id}` })),
  );
  const others = FOUND.flatMap(({ name: group, entries }) =>
    entries.map((one) => ({ name: one.name, text: `${one.name} ${one.says} ${group} ${one.id}` })),
  );
  const found = [...menu, ...others].filter(({ text }) => hasWords(text, input)).map((one) => one.name);
  expect(found).toContain(name);
  expect(found.length).toBeLessThan(40);
});
