import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../paths.mjs';

const page = readFileSync(fromRoot('docs/limits.md'), 'utf8');

const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => {
    const cells = line.split('|').map((cell) => cell.trim());
    const [, file = '', constant = ''] = /^`([^`]+)` `([^`]+)`$/.exec(cells.at(-2) ?? '') ?? [];
    return { what: cells[1] ?? '', most: Number(cells[2]), file, constant };
  });

/**
 * The number in the declaration of a constant: a literal, a product or a shift.
 *
 * @param {string} text @param {string} constant
 */
function declared(text, constant) {
  const [owner, key] = constant.split('.');
  // A field of an object that is declared on one line.
  const place = key === undefined ? text : (new RegExp(`const ${owner}\\b.*`).exec(text)?.[0] ?? '');
  const name = key ?? constant;
  const value = new RegExp(`\\b${name}\\b(?:\\s*:\\s*[a-z0-9]+)?\\s*[:=]\\s*([0-9][0-9_.e* <]*)`).exec(
    place,
  )?.[1];
  if (value === undefined) throw new Error(`${constant} is not declared there`);
  const factors = (value.replaceAll('_', '').split('<<')[0] ?? '').split('*').map(Number);
  const shift = Number(value.split('<<')[1] ?? 0);
  return factors.reduce((product, factor) => product * factor, 1) * 2 ** shift;
}

describe('docs/limits.md', () => {
  it('has a bound in every row', () => {
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.filter(({ most, file }) => !(most > 0) || file === '')).toEqual([]);
  });

  it.each(rows)('$what: $constant is what it says', ({ most, file, constant }) => {
    expect(declared(readFileSync(fromRoot(file), 'utf8'), constant)).toBe(most);
  });
});
