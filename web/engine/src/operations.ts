/** A condition as a number, 1 or 0. */
const truth = (holds: boolean): number => (holds ? 1 : 0);

export type Operation = (...values: number[]) => number;

/**
 * The operators and functions of expressions, by the names that the engine gives them. Division by
 * zero gives 0, as in a script.
 */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => (b === 0 ? 0 : a / b),
  '^': (a, b) => a ** b,
  '<': (a, b) => truth(a < b),
  '<=': (a, b) => truth(a <= b),
  '>': (a, b) => truth(a > b),
  '>=': (a, b) => truth(a >= b),
  '==': (a, b) => truth(a === b),
  '!=': (a, b) => truth(a !== b),
  negative: (a) => -a,
  not: (a) => truth(a === 0),
  and: (a, b) => truth(a !== 0 && b !== 0),
  or: (a, b) => truth(a !== 0 || b !== 0),
  choice: (holds, a, b) => (holds === 0 ? b : a),
  min: Math.min,
  max: Math.max,
  abs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  round: (a) => Math.sign(a) * Math.round(Math.abs(a)),
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  exp: Math.exp,
  log: Math.log,
  log10: Math.log10,
  sign: Math.sign,
  clamp: (x, low, high) => Math.min(Math.max(x, low), high),
  smooth: (old, next, gain) => gain * old + (1 - gain) * next,
};
