/**
 * Comparisons and numbers about a run, as lessons write them: `goodput(westwood+) > 1.3 *
 * goodput(vegas)`. The engine parses them (core/script/src/measured.rs), at build time or when an
 * embedding page sends a condition. This module computes them.
 */
import { OPERATIONS } from '@ackscope/engine';
import type { Measured, Operation } from '@ackscope/engine';
import type { RunExpression } from './read.ts';

export type Measure = (measured: Measured) => number;

/** Unlike in a script, division by zero gives infinity, or NaN for 0/0. */
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
  if (expression.isCondition) throw new Error(`“${expression.text.trim()}” is a comparison, not a number.`);
  return valueOf(expression, measure);
}

/** Whether a comparison holds. Throws for an expression without a comparison. */
export function holds(expression: RunExpression, measure: Measure): boolean {
  if (!expression.isCondition)
    throw new Error(`“${expression.text.trim()}” is not a comparison: write > or <.`);
  return valueOf(expression, measure) !== 0;
}
