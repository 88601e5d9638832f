/**
 * Comparisons and numbers about a run, as lessons write them: `goodput(westwood+) > 1.3 *
 * goodput(vegas)`. The engine reads them (core/script/src/measured.rs), while the page is built or
 * when somebody's condition comes; here they are computed.
 */
import { OPERATIONS } from '@ackscope/engine';
import type { Measured, Operation } from '@ackscope/engine';
import type { RunExpression } from './read.ts';

export type Measure = (measured: Measured) => number;

/** Unlike in a script, a quotient of measurements by zero is infinite, or NaN for 0/0. */
const OF_RUN: Readonly<Record<string, Operation>> = { ...OPERATIONS, '/': (a: number, b: number) => a / b };

function valueOf({ parts }: RunExpression, measure: Measure): number {
  const values: number[] = [];
  for (const { op, of, value, measured } of parts)
    values.push(
      measured == null
        ? (OF_RUN[op]?.(...of.map((part) => values[part] ?? NaN)) ?? value)
        : measure(measured),
    );
  return values[values.length - 1] ?? NaN;
}

export function numberOf(expression: RunExpression, measure: Measure): number {
  if (expression.isCondition) throw new Error(`“${expression.text.trim()}” is a comparison, and no number.`);
  return valueOf(expression, measure);
}

/** Whether a comparison holds; a number without one holds nothing. */
export function holds(expression: RunExpression, measure: Measure): boolean {
  if (!expression.isCondition) throw new Error(`“${expression.text.trim()}” is no comparison: write > or <.`);
  return valueOf(expression, measure) !== 0;
}
