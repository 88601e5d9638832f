/**
 * Comparisons and numbers about a run, as lessons write them: `goodput(westwood+) > 1.3 *
 * goodput(vegas)`, `peak(cwnd of newreno, 0..10) / 83`. Arguments of a function are words of a
 * lane, a series or a stretch of time, not expressions, so that a lane's name may hold a plus sign.
 * What a function means is in measure.ts.
 */

import { UNIT_FACTORS } from '../quantity.ts';

export type Comparison = '<' | '<=' | '>' | '>=';

export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'call'; name: string; args: readonly string[] }
  | { kind: 'binary'; sign: '+' | '-' | '*' | '/'; left: Expression; right: Expression }
  /** `a < b <= c` holds where every part does. */
  | { kind: 'comparison'; first: Expression; rest: readonly { sign: Comparison; side: Expression }[] };

/** Factors of the units a number may carry: those of scenarios, and per cent. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  '%': 0.01,
  ...UNIT_FACTORS.time,
  ...UNIT_FACTORS.rate,
  pkt: 1,
};

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next piece if it matches, else null; white space before it is passed over. */
  take(pattern: RegExp): string | null {
    const rest = this.#text.slice(this.#at);
    const match = new RegExp(`^\\s*(${pattern.source})`).exec(rest);
    if (match === null) return null;
    this.#at += match[0].length;
    return match[1] ?? '';
  }

  fail(wanted: string): never {
    const rest = this.#text.slice(this.#at).trim();
    throw new Error(
      `“${this.#text}”: expected ${wanted}, found ${rest === '' ? 'the end' : `“${rest.slice(0, 20)}”`}`,
    );
  }

  get isAtEnd(): boolean {
    return this.#text.slice(this.#at).trim() === '';
  }
}

/** Throws with what was expected where. */
export function parseExpression(text: string): Expression {
  const reader = new Reader(text);
  const expression = comparison(reader);
  if (!reader.isAtEnd) reader.fail('a comparison or the end');
  return expression;
}

function comparison(reader: Reader): Expression {
  const first = sum(reader);
  const rest: { sign: Comparison; side: Expression }[] = [];
  for (;;) {
    const sign = reader.take(/<=|>=|<|>/);
    if (sign === null) break;
    rest.push({ sign: sign as Comparison, side: sum(reader) });
  }
  return rest.length === 0 ? first : { kind: 'comparison', first, rest };
}

function sum(reader: Reader): Expression {
  let left = product(reader);
  for (;;) {
    const sign = reader.take(/[+-]/);
    if (sign === null) return left;
    left = { kind: 'binary', sign: sign as '+' | '-', left, right: product(reader) };
  }
}

function product(reader: Reader): Expression {
  let left = value(reader);
  for (;;) {
    const sign = reader.take(/[*/]/);
    if (sign === null) return left;
    left = { kind: 'binary', sign: sign as '*' | '/', left, right: value(reader) };
  }
}

function value(reader: Reader): Expression {
  if (reader.take(/\(/) !== null) {
    const inner = comparison(reader);
    if (reader.take(/\)/) === null) reader.fail('a closing bracket');
    return inner;
  }
  const number = reader.take(/\d+(?:\.\d+)?/);
  if (number !== null) {
    const unit = reader.take(/%|[A-Za-z]+/) ?? '';
    const factor = UNITS[unit];
    if (factor === undefined) reader.fail(`a unit (${Object.keys(UNITS).filter(Boolean).join(', ')})`);
    return { kind: 'number', value: Number(number) * factor };
  }
  const name = reader.take(/[a-z][a-z0-9_]*/);
  if (name === null || reader.take(/\(/) === null) reader.fail('a number or a measure with its lane');
  const args = reader.take(/[^()]*/) ?? '';
  if (reader.take(/\)/) === null) reader.fail('a closing bracket');
  return { kind: 'call', name, args: args.split(',').map((part) => part.trim()) };
}

export type Measure = (name: string, args: readonly string[]) => number;

export function numberOf(expression: Expression, measure: Measure): number {
  switch (expression.kind) {
    case 'number':
      return expression.value;
    case 'call':
      return measure(expression.name, expression.args);
    case 'binary': {
      const left = numberOf(expression.left, measure);
      const right = numberOf(expression.right, measure);
      if (expression.sign === '+') return left + right;
      if (expression.sign === '-') return left - right;
      return expression.sign === '*' ? left * right : left / right;
    }
    case 'comparison':
      throw new Error('a comparison is not a number');
  }
}

/** Whether a comparison holds; a number without one holds nothing. */
export function holds(expression: Expression, measure: Measure): boolean {
  if (expression.kind !== 'comparison') throw new Error('a comparison is needed, such as a(x) > b(y)');
  let left = numberOf(expression.first, measure);
  return expression.rest.every(({ sign, side }) => {
    const right = numberOf(side, measure);
    const fine =
      sign === '<'
        ? left < right
        : sign === '<='
          ? left <= right
          : sign === '>'
            ? left > right
            : left >= right;
    left = right;
    return fine;
  });
}
