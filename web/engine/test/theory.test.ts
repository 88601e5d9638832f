import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Catalogue, TheoryTable } from '../src/types.ts';
import { realStudy } from './real-engine.ts';

const study = realStudy();
const file = new URL('../src/generated/catalogue.json', import.meta.url);
const { theory } = JSON.parse(readFileSync(file, 'utf8')) as Catalogue;

// The catalogue is written by a program that has all texts; the module has few of them and must not miss any.
describe('the formulas of the module', () => {
  it('are those of the catalogue', () => {
    expect(theory.length).toBeGreaterThan(20);
  });

  it.each(theory.map((formula) => [formula.id, formula] as const))(
    '%s takes every parameter that is declared, and gives every result',
    (id, { parameters, outputs }) => {
      const sets = Object.fromEntries(parameters.map(({ name, default: value }) => [name, value]));
      const table = JSON.parse(study.theory(id, JSON.stringify(sets))) as TheoryTable;
      const [point] = table.points;
      expect(Object.keys(point?.values ?? {}).sort()).toEqual(outputs.map(({ name }) => name).sort());
      expect(point?.set).toEqual(sets);
    },
  );
});
