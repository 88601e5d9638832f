/**
 * Converts the engine's LaTeX into MathML, which browsers draw themselves. The engine's own rules
 * are converted at build time, a script's rules when one is explained. A script contributes only
 * names of quantities to its equations: letters, digits and underscores.
 */
import katex from 'katex';
import type { Formula, Rule } from '@ackscope/engine';

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

/** What explains a rule and its quantities. */
export interface RuleWords {
  source: string;
  /** In the rule's order. */
  terms: readonly { unit: string; help: string }[];
}

export const wordsOf = ({ source, terms }: Rule): RuleWords => ({
  source,
  terms: terms.map(({ unit, help }) => ({ unit, help })),
});

function mathml(latex: string, display: boolean): string {
  // A name of several letters is one word, not a product: italic text keeps it together.
  const words = latex.replace(/\\mathit\{/g, '\\textit{');
  const html = katex.renderToString(words, {
    output: 'mathml',
    displayMode: display,
    throwOnError: true,
    strict: 'ignore',
    trust: false,
  });
  // The annotation repeats the LaTeX source. A screen reader would read it out after the formula.
  return html
    .replace(/^<span class="katex">|<\/span>$/g, '')
    .replace(/<annotation[^>]*>[\s\S]*?<\/annotation>/g, '');
}

/** So many parameters have a colour, in the equation and at their sliders. */
export const COLOURED = 4;

/** Marks the first parameters where they stand in the equation, with `data-term` from 1 on. */
function withTerms(latex: string, symbols: readonly string[]): string {
  const escaped = (symbol: string): string => symbol.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const pattern = symbols
    .toSorted((a, b) => b.length - a.length)
    // A letter of a longer name, and a symbol with an index, is another symbol.
    .map((symbol) => `${/^\w/.test(symbol) ? '(?<![\\\\a-zA-Z])' : ''}${escaped(symbol)}(?![a-zA-Z_])`)
    .join('|');
  const marked = latex.replace(
    new RegExp(pattern, 'g'),
    (symbol) => `{\\textcolor{#00000${String(symbols.indexOf(symbol) + 1)}}{${symbol}}}`,
  );
  return mathml(marked, true).replace(/mathcolor="#00000(\d)"/g, 'data-term="$1"');
}

export function typesetFormula(formula: Formula): TypesetFormula {
  const terms = [...formula.parameters, ...formula.outputs];
  return {
    equation: withTerms(
      formula.latex,
      formula.parameters.slice(0, COLOURED).map(({ symbol }) => symbol),
    ),
    symbols: Object.fromEntries(terms.map((term) => [term.name, mathml(term.symbol, false)])),
  };
}

/** A rule's equations side by side are put below each other: the page is narrow. */
const BETWEEN = /,?(?<!\s)\s*\\quad\s*/;
const TERM = /\{\{\s*([\w-]+)\s*\}\}/g;
const ONLY_TERM = /^\s*\{\{\s*([\w-]+)\s*\}\}\s*$/;

/** The parts of a rule that are typeset. */
export type Equation = Pick<Rule, 'formula'> & { terms: readonly { name: string; symbol: string }[] };

export function typeset(rule: Equation): TypesetRule {
  const lines = rule.formula.split(BETWEEN).filter((line) => line.trim() !== '');
  return {
    lines: lines.map((line) => typesetLine(rule, line)),
    terms: rule.terms.map((term) => mathml(term.symbol, false)),
  };
}

function typesetLine(rule: Equation, line: string): { symbols: string; numbers: string } {
  const fill = (value: (index: number) => string): string =>
    line.replace(TERM, (whole, name: string) => {
      const index = rule.terms.findIndex((term) => term.name === name);
      return index < 0 ? whole : `{${value(index)}}`;
    });
  const symbolOf = (index: number): string => rule.terms[index]?.symbol ?? '';
  const symbols = fill(symbolOf);
  const numbers = fill((index) => `\\text{@${index}@}`);
  // A term that is alone, or equals its own symbol, needs only one line, with its number.
  const alone = ONLY_TERM.exec(line)?.[1];
  if (alone !== undefined) {
    const index = rule.terms.findIndex((term) => term.name === alone);
    return { symbols: '', numbers: mathml(`${symbolOf(index)} = \\text{@${index}@}`, true) };
  }
  const sides = symbols.replace(/[{}\s]/g, '').split('=');
  const tautology = sides.length === 2 && sides[0] === sides[1];
  return { symbols: tautology ? '' : mathml(symbols, true), numbers: mathml(numbers, true) };
}
