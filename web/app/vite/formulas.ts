/**
 * The rules' equations, typeset while the page is built. KaTeX turns each LaTeX formula of the
 * engine's catalogue into MathML, which browsers draw themselves: no maths library, no font and no
 * style sheet reaches the page. Every formula comes twice: with the terms' symbols, and with
 * numbered places where the page puts the numbers of an event.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import katex from 'katex';
import type { Plugin } from 'vite';
import type { Catalogue, Formula, Rule } from '@ackscope/engine';

/** Asked for when it is read: a test that imports this module runs where modules have no file. */
const generated = (name: string): string =>
  fileURLToPath(new URL(`../../engine/src/generated/${name}`, import.meta.url));

/** The rules' equations; and those of the closed forms, which only one page shows. */
const MODULES = ['virtual:formulas', 'virtual:theory'] as const;

export interface TypesetFormula {
  equation: string;
  /** MathML of every parameter's and every result's symbol, by its name. */
  symbols: Record<string, string>;
}

export interface TypesetRule {
  /** One per equation. `symbols`: MathML, or empty; `numbers`: with `@0@` for the first term. */
  lines: { symbols: string; numbers: string }[];
  /** MathML of each term's symbol, in the rule's order. */
  terms: string[];
}

function mathml(latex: string, display: boolean): string {
  // A name of several letters is one word, not a product of letters: text in italics keeps it
  // together.
  const words = latex.replace(/\\mathit\{/g, '\\textit{');
  const html = katex.renderToString(words, {
    output: 'mathml',
    displayMode: display,
    throwOnError: true,
    strict: 'ignore',
    trust: false,
  });
  // The annotation repeats the source for copying; a screen reader would read it out after the
  // formula.
  return html
    .replace(/^<span class="katex">|<\/span>$/g, '')
    .replace(/<annotation[^>]*>[\s\S]*?<\/annotation>/g, '');
}

export function typesetFormula(formula: Formula): TypesetFormula {
  const terms = [...formula.parameters, ...formula.outputs];
  return {
    equation: mathml(formula.latex, true),
    symbols: Object.fromEntries(terms.map((term) => [term.name, mathml(term.symbol, false)])),
  };
}

/** Equations that a rule sets side by side stand below one another: the page is narrow. */
const BETWEEN = /,?\s*\\quad\s*/;
const TERM = /\{\{\s*([\w-]+)\s*\}\}/g;
const ONLY_TERM = /^\s*\{\{\s*([\w-]+)\s*\}\}\s*$/;

export function typeset(rule: Rule): TypesetRule {
  const lines = rule.formula.split(BETWEEN).filter((line) => line.trim() !== '');
  return {
    lines: lines.map((line) => typesetLine(rule, line)),
    terms: rule.terms.map((term) => mathml(term.symbol, false)),
  };
}

function typesetLine(rule: Rule, line: string): { symbols: string; numbers: string } {
  const fill = (value: (index: number) => string): string =>
    line.replace(TERM, (whole, name: string) => {
      const index = rule.terms.findIndex((term) => term.name === name);
      return index < 0 ? whole : `{${value(index)}}`;
    });
  const symbolOf = (index: number): string => rule.terms[index]?.symbol ?? '';
  const symbols = fill(symbolOf);
  const numbers = fill((index) => `\\text{@${index}@}`);
  // A term that stands alone, or equals its own symbol, says nothing without its number: one line
  // is enough.
  const alone = ONLY_TERM.exec(line)?.[1];
  if (alone !== undefined) {
    const index = rule.terms.findIndex((term) => term.name === alone);
    return { symbols: '', numbers: mathml(`${symbolOf(index)} = \\text{@${index}@}`, true) };
  }
  const sides = symbols.replace(/[{}\s]/g, '').split('=');
  const tautology = sides.length === 2 && sides[0] === sides[1];
  return { symbols: tautology ? '' : mathml(symbols, true), numbers: mathml(numbers, true) };
}

/** From the engine's own declarations, or from those of a test. */
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
      const rules = given?.rules ?? ((await read('catalogue.json')) as Catalogue).rules;
      const table = Object.fromEntries(rules.map((rule) => [rule.key, typeset(rule)]));
      return `export const FORMULAS = ${JSON.stringify(table)};`;
    },
  };
}
