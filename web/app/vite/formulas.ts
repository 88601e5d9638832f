/**
 * The rules' equations, typeset during the build. KaTeX turns each LaTeX formula of the engine's
 * catalogue into MathML, which browsers draw themselves. The page therefore needs no maths library
 * and no style sheet, only a font whose MATH table gives browsers the sizes. Every formula comes
 * twice: with the terms' symbols, and with numbered placeholders for the numbers of an event.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { Formula, Rule } from '@ackscope/engine';
import { typeset, typesetFormula, wordsOf } from '../src/formula/typeset.ts';

/** A function, because a test that imports this module runs where modules have no file URL. */
const generated = (name: string): string =>
  fileURLToPath(new URL(`../../engine/src/generated/${name}`, import.meta.url));

/** The rules' equations in symbols and words, and the closed forms' equations, which only one page shows. */
const MODULES = ['virtual:formulas', 'virtual:theory'] as const;

/** Takes the engine's own declarations, or those of a test. */
export function formulas(given?: { rules: readonly Rule[]; theory: readonly Formula[] }): Plugin {
  return {
    name: 'ackscope-formulas',
    resolveId: (id) => (MODULES.some((module) => module === id) ? `\0${id}` : null),
    async load(id) {
      const module = MODULES.find((item) => id === `\0${item}`);
      if (module === undefined) return null;
      const read = async (name: string): Promise<unknown> => {
        this.addWatchFile(generated(name));
        return JSON.parse(await readFile(generated(name), 'utf8'));
      };
      if (module === 'virtual:theory') {
        const theory = given?.theory ?? ((await read('theory.json')) as Formula[]);
        const equations = Object.fromEntries(theory.map((formula) => [formula.id, typesetFormula(formula)]));
        return `export const EQUATIONS = ${JSON.stringify(equations)};`;
      }
      const rules = given?.rules ?? ((await read('rules.json')) as Rule[]);
      const table = Object.fromEntries(
        rules.map((rule) => [rule.key, { ...typeset(rule), words: wordsOf(rule) }]),
      );
      return `export const FORMULAS = ${JSON.stringify(table)};`;
    },
  };
}
