import { describe, expect, it } from 'vitest';
import { circles, imports } from '../rust-circles.mjs';

const LIB = `mod low;
mod middle;
pub mod high;
pub use low::{Name, Other};`;

/** @param {Record<string, string>} files */
const of = (files) => circles(imports(new Map(Object.entries({ 'lib.rs': LIB, ...files }))));

describe('circles of modules', () => {
  it('are none where every import points down, whatever comments, texts and tests say', () => {
    const low = `// use crate::high::X;
      const TEXT: &str = "crate::high";
      #[cfg(test)]
      mod tests {
          use crate::high::X;
      }`;
    const middle = 'use super::low::{Name, Other};';
    expect(of({ 'low.rs': low, 'middle.rs': middle, 'high.rs': 'use crate::{Name, middle};' })).toEqual([]);
  });

  it('are found over lists, names that the crate hands on, and macros', () => {
    const high = 'use crate::middle::x;';
    const middle = 'use crate::{std_like, Name};';
    for (const low of [
      'use crate::{middle::{self, low}, high::X};',
      'macro_rules! m { () => { $crate::high::f() }; }',
      'fn f() { super::high::f() }',
    ]) {
      expect(of({ 'low.rs': low, 'middle.rs': middle, 'high.rs': high })).toEqual([
        ['high', 'low', 'middle'],
      ]);
    }
  });

  it('are found from files in folders, whose own siblings are no modules of the crate', () => {
    const inside = (/** @type {string} */ path) =>
      of({ 'low/mod.rs': '', 'low/part.rs': path, 'high.rs': 'use super::low;' });
    expect(inside('use super::super::high::X;')).toEqual([['high', 'low']]);
    expect(inside('use super::high::X;')).toEqual([]);
  });

  it('are told apart from a module that only reaches a circle', () => {
    const files = {
      'low.rs': 'use crate::middle;',
      'middle.rs': 'use crate::low;',
      'high.rs': 'use crate::low;',
    };
    expect(of(files)).toEqual([['low', 'middle']]);
  });
});
