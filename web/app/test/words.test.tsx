import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { GLOSSARY, readGlossary } from '../src/dialogs/glossary.ts';
import { openAt } from './openPage.tsx';

// The dialog loads on demand. Here it is loaded first, so that no test waits for the bundler.
import '../src/dialogs/Dialogs.tsx';
import { act, openDrawer } from './settings.ts';

describe('the glossary', () => {
  it('has a definition in full sentences and a source for each word, and each word once', () => {
    expect(GLOSSARY.length).toBeGreaterThan(60);
    expect(new Set(GLOSSARY.map(({ term }) => term.toLowerCase())).size).toBe(GLOSSARY.length);
    for (const { term, definition, source } of GLOSSARY) {
      expect(definition, term).toMatch(/^[A-Z].*\.$/);
      expect(source, term).toMatch(/\w/);
    }
  });

  it('is read from the rows of tables, however they are padded', () => {
    const text =
      '# Words\n\n| term | definition | source |\n| ---- | --- | --- |\n| b  | Second. | RFC 2 |\n| a | First. | RFC 1 |\n';
    expect(readGlossary(text)).toEqual([
      { term: 'a', definition: 'First.', source: 'RFC 1' },
      { term: 'b', definition: 'Second.', source: 'RFC 2' },
    ]);
  });

  it('stands under the shortcuts, where a word is searched for', async () => {
    const { user } = openAt('#v1/gm04-table1?t=100');
    await screen.findByRole('button', { name: 'Instruments' });
    await user.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Shortcuts' });
    expect(within(dialog).getAllByRole('term').length).toBeGreaterThan(60);
    await user.type(within(dialog).getByRole('searchbox', { name: 'Find a word' }), 'ssthresh');
    expect(within(dialog).getByText(/the window at which slow start ends/)).toBeInTheDocument();
    expect(within(dialog).queryByText('utilization')).not.toBeInTheDocument();
    await user.type(within(dialog).getByRole('searchbox', { name: 'Find a word' }), ' and more');
    expect(within(dialog).getByText(/No word contains/)).toBeInTheDocument();
  });

  it('stands under what the model leaves out too, which phones have a button for', async () => {
    const { user } = openAt('#v1/gm04-table1?t=100');
    await screen.findByRole('button', { name: 'Instruments' });
    await act(user, 'What the model leaves out');
    const dialog = await screen.findByRole('dialog', { name: 'What the model leaves out' });
    expect(within(dialog).getByRole('searchbox', { name: 'Find a word' })).toBeInTheDocument();
  });

  it('defines every word of the state beside the curves, one press away', async () => {
    const { user } = openAt('#v1/gm04-table1?t=100');
    await openDrawer(user, 'Inspector');
    const state = await screen.findByRole('region', { name: 'State' });
    const words = within(state).getAllByRole('button', { name: /: definition$/ });
    expect(words).toHaveLength(6);
    for (const word of words) {
      await user.click(word);
      const dialog = await screen.findByRole('dialog', { name: 'Words' });
      const wanted = within(dialog).getByRole<HTMLInputElement>('searchbox').value;
      expect(GLOSSARY.map(({ term }) => term)).toContain(wanted);
      expect(within(dialog).getAllByRole('term')[0]).toHaveTextContent(new RegExp(`^${wanted}$`));
      await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    }
  });
});
