/** A lesson's expression as the engine compiled it; this module needs no page. */
import type { ExpressionReport, Measured } from '@ackscope/engine';

/** An expression without mistakes. */
export interface RunExpression {
  text: string;
  /** Whether it is a comparison. */
  isCondition: boolean;
  /** What evaluates it, and the measures that it takes. */
  program: readonly number[];
  measured: readonly Measured[];
}

/** Turns the engine's report into an expression. Throws at a mistake, with its column. */
export function readExpression(text: string, report: ExpressionReport): RunExpression {
  const [mistake] = report.errors;
  if (mistake !== undefined)
    throw new Error(`“${text.trim()}”, column ${String(columnIn(text, mistake))}: ${mistake.message}`);
  const { is_condition: isCondition, program, measured } = report;
  return { text, isCondition, program, measured };
}

/** The column in the trimmed text that the message shows. */
function columnIn(text: string, { line, column }: { line: number; column: number }): number {
  return line === 1 ? Math.max(1, column - (text.length - text.trimStart().length)) : column;
}
