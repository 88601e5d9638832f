/**
 * Comparisons and numbers about a run, as lessons write them: `goodput(westwood+) > 1.3 *
 * goodput(vegas)`. The engine compiles them (core/script/src/measured.rs), at build time or when an
 * embedding page sends a condition, and evaluates them. What divides by zero decides nothing.
 */
import type { Evaluate, Measured } from '@ackscope/engine';
import type { RunExpression } from './read.ts';

export type Measure = (measured: Measured) => number;

/** NaN if the run does not give a number that it needs. */
function valueOf({ text, program, measured }: RunExpression, measure: Measure, evaluate: Evaluate): number {
  const inputs = Float64Array.from(measured, (one) => measure(one));
  const { values, byZero } = evaluate(program, inputs, 1);
  if (byZero !== null) throw new Error(`“${text.trim()}” divides by zero in this run.`);
  return values[0] ?? NaN;
}

export function numberOf(expression: RunExpression, measure: Measure, evaluate: Evaluate): number {
  if (expression.isCondition) throw new Error(`“${expression.text.trim()}” is a comparison, not a number.`);
  return valueOf(expression, measure, evaluate);
}

/** Whether a comparison holds. Throws for an expression without a comparison. */
export function holds(expression: RunExpression, measure: Measure, evaluate: Evaluate): boolean {
  if (!expression.isCondition)
    throw new Error(`“${expression.text.trim()}” is not a comparison: write > or <.`);
  return valueOf(expression, measure, evaluate) === 1;
}
