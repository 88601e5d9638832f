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
  { file: 'a.rs', function: FUNCTION, span: at(3, 21, 22), replacement: '-', genre: 'BinaryOperator', id: 3 },
  { file: 'a.rs', function: FUNCTION, span: at(4, 9, 10), replacement: '%', genre: 'BinaryOperator', id: 8 },
];

describe('a file with its mutants', () => {
  const { text, owners } = withMutants(SOURCE, MUTANTS);

  it('keeps every body as it was where none is chosen, and the rest of the file', () => {
    expect(text).toContain('_ => {\n    let sum = of[0] + of[1]; // {\n    sum / 2\n}');
    expect(text).toContain('fn other() -> u32 { 7 }');
  });

  it('has one change in each mutant', () => {
    const [, third = '', eighth = ''] = text.split(/\/\*[38]\*\//);
    expect(third).toContain('of[0] - of[1]');
    expect(third).toContain('sum / 2');
    expect(eighth).toContain('of[0] + of[1]');
    expect(eighth.split('_ =>')[0]).toContain('sum % 2');
  });

  it('knows which lines are whose, so that what does not compile can be left out', () => {
    const lines = text.split('\n');
    const line = lines.findIndex((words) => words.includes('sum % 2')) + 1;
    expect(owners.get(line)).toBe(8);
    expect(owners.get(lines.findIndex((words) => words.includes('fn other')) + 1)).toBeUndefined();
  });
});
