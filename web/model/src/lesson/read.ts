/** A lesson's expression as the engine parsed it; this module needs no page. */
import type { ExpressionPart, ExpressionReport } from '@ackscope/engine';

/** An expression without mistakes. */
export interface RunExpression {
  text: string;
  /** Whether it is a comparison. */
  isCondition: boolean;
  parts: readonly ExpressionPart[];
}

/** Turns the engine's report into an expression. Throws at a mistake, with its column. */
export function readExpression(text: string, report: ExpressionReport): RunExpression {
  const [mistake] = report.errors;
  if (mistake !== undefined)
    throw new Error(`“${text.trim()}”, column ${String(columnIn(text, mistake))}: ${mistake.message}`);
  return { text, isCondition: report.is_condition, parts: report.parts };
}

/** The column in the trimmed text that the message shows. */
function columnIn(text: string, { line, column }: { line: number; column: number }): number {
  return line === 1 ? Math.max(1, column - (text.length - text.trimStart().length)) : column;
}
