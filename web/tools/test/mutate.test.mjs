import { describe, expect, it } from 'vitest';
import { withMutants } from '../mutate.mjs';

const SOURCE = `/// Half of it (or {less}).
fn half<const N: usize>(of: [u32; 2]) -> u32 {
    let sum = of[0] + of[1]; // {
    sum / 2
}

fn other() -> u32 { 7 }
`;

const FUNCTION = {
  function_name: 'half',
  span: { start: { line: 1, column: 1 }, end: { line: 5, column: 2 } },
};
/** @param {number} line @param {number} from @param {number} to */
const at = (line, from, to) => ({
  start: { line, column: from },
  end: { line, column: to },
});
const MUTANTS = [
  { id: 3, span: at(3, 21, 22), replacement: '-' },
  { id: 8, span: at(4, 9, 10), replacement: '%' },
  { id: 9, span: at(7, 20, 21), replacement: '8' },
].map((mutant) => ({
  ...mutant,
  file: 'a.rs',
  // The last one belongs to no function, like a mutant of a constant.
  function: mutant.id === 9 ? null : FUNCTION,
  genre: 'BinaryOperator',
  name: String(mutant.id),
}));

describe('a file with its mutants', () => {
  const { text, written, owners } = withMutants(SOURCE, MUTANTS);
  /** @param {string} words */
  const whose = (words) => owners.get(text.split('\n').findIndex((line) => line.includes(words)) + 1);

  it('keeps every body as it was where none is chosen, and the rest of the file', () => {
    expect(text).toContain('_ => {\n    let sum = of[0] + of[1]; // {\n    sum / 2\n}');
    expect(text).toContain('fn other() -> u32 { 7 }');
  });

  it('has one change in each mutant', () => {
    const [, third = '', eighth = ''] = text.split(/^[38] =>/m);
    expect(third).toContain('of[0] - of[1]');
    expect(third).toContain('sum / 2');
    expect(eighth).toContain('of[0] + of[1]');
    expect(eighth.split('_ =>')[0]).toContain('sum % 2');
  });

  it('says which mutants are in it, and calls a function by its first', () => {
    expect([...written]).toEqual([
      [3, 3],
      [8, 3],
    ]);
    expect(text).toContain('match crate::mutant(3)');
  });

  it('knows which lines are whose, so that what does not compile can be left out', () => {
    expect(whose('sum % 2')).toEqual([8]);
    expect(whose('match crate::mutant(3)')).toEqual([3, 8]);
    expect(whose('fn half')).toBeUndefined();
    expect(whose('fn other')).toBeUndefined();
  });
});
