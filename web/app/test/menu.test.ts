import { expect, it } from 'vitest';
import { presetById } from '@ackscope/model';
import { entryById, entryHref } from '@ackscope/model/gallery';
import CURVES from '../src/menu/curves.json' with { type: 'json' };
import { MENU } from '../src/menu/entries.ts';

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
