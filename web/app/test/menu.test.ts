import { expect, it } from 'vitest';
import { decodeLink, presetById } from '@ackscope/model';
import { entryById, entryHref } from '@ackscope/model/gallery';
import CURVES from '../src/menu/curves.json' with { type: 'json' };
import { entryOf, MENU } from '../src/menu/entries.ts';

it('an entry knows its scenario again: by its id, or by its title in a link', () => {
  for (const { id, title } of MENU.flatMap(({ entries }) => entries)) {
    const preset = presetById(id);
    const entry = entryById(id);
    const scenario = entry === undefined ? null : decodeLink(entryHref(entry) ?? '').scenario;
    if (preset !== null) expect(entryOf(id, preset.scenario)?.id).toBe(id);
    else {
      expect(scenario?.title, id).toBe(title);
      expect(entryOf(null, scenario)?.id).toBe(id);
    }
    expect(entryOf(preset === null ? null : id, scenario)?.question, id).toMatch(/[?]/);
  }
  expect(entryOf(null, { title: 'mine' })).toBeNull();
});

it('the scenario menu has six groups of four experiments, each with its curve', () => {
  expect(MENU.map(({ entries }) => entries.length)).toEqual([4, 4, 4, 4, 4, 4]);
  const ids = MENU.flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(new Set(ids).size).toBe(24);
  for (const id of ids) {
    const entry = entryById(id);
    expect(presetById(id) ?? (entry === undefined ? null : entryHref(entry)), id).not.toBeNull();
  }
  expect(Object.keys(CURVES).sort()).toEqual([...ids].sort());
  for (const digits of Object.values(CURVES)) expect(digits).toMatch(/^[0-9a-z]{64}$/);
});

it('the menu offers no preset that only links of old name', () => {
  for (const { id } of MENU.flatMap(({ entries }) => entries))
    expect(presetById(id)?.today, id).toBeUndefined();
});
