/**
 * What the parts of an expression do with numbers, by the name that the engine gives them. A
 * condition is 1 or 0. Divisions by zero are as in a script: the quotient is 0.
 */
const truth = (holds: boolean): number => (holds ? 1 : 0);

export type Operation = (...values: number[]) => number;

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  '+': (a = NaN, b = NaN) => a + b,
  '-': (a = NaN, b = NaN) => a - b,
  '*': (a = NaN, b = NaN) => a * b,
  '/': (a = NaN, b = NaN) => (b === 0 ? 0 : a / b),
  '^': (a = NaN, b = NaN) => a ** b,
  '<': (a = NaN, b = NaN) => truth(a < b),
  '<=': (a = NaN, b = NaN) => truth(a <= b),
  '>': (a = NaN, b = NaN) => truth(a > b),
  '>=': (a = NaN, b = NaN) => truth(a >= b),
  '==': (a = NaN, b = NaN) => truth(a === b),
  '!=': (a = NaN, b = NaN) => truth(a !== b),
  negative: (a = NaN) => -a,
  not: (a = NaN) => truth(a === 0),
  and: (a = NaN, b = NaN) => truth(a !== 0 && b !== 0),
  or: (a = NaN, b = NaN) => truth(a !== 0 || b !== 0),
  choice: (holds = NaN, a = NaN, b = NaN) => (holds === 0 ? b : a),
  min: Math.min,
  max: Math.max,
  abs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  round: (a = NaN) => Math.sign(a) * Math.round(Math.abs(a)),
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  exp: Math.exp,
  log: Math.log,
  log10: Math.log10,
  sign: Math.sign,
  clamp: (x = NaN, low = NaN, high = NaN) => Math.min(Math.max(x, low), high),
  smooth: (old = NaN, next = NaN, gain = NaN) => gain * old + (1 - gain) * next,
};
