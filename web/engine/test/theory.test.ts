import { describe, expect, it } from 'vitest';
import { FORMULAS } from '../src/formulas.ts';
import type { TheoryTable } from '../src/types.ts';
import { realAnalysis } from './real-engine.ts';

const analysis = realAnalysis();

// Another program writes the catalogue. The module has few texts, but must have all formulas.
describe('the formulas of the module', () => {
  it('are those of the catalogue', () => {
    expect(FORMULAS.length).toBeGreaterThan(20);
  });

  it.each(FORMULAS.map((formula) => [formula.id, formula] as const))(
    '%s takes every parameter that is declared, and gives every result',
    (id, { parameters, outputs }) => {
      const sets = Object.fromEntries(parameters.map(({ name, default: value }) => [name, value]));
      const table = JSON.parse(analysis.theory(id, JSON.stringify(sets))) as TheoryTable;
      const [point] = table.points;
      expect(Object.keys(point?.values ?? {}).sort()).toEqual(outputs.map(({ name }) => name).sort());
      expect(point?.set).toEqual(sets);
    },
  );
});
