/** What the engine has read of a lesson's expression: nothing here needs a page. */
import type { ExpressionPart, ExpressionReport } from '@ackscope/engine';

/** An expression without mistakes. */
export interface RunExpression {
  text: string;
  /** Whether it compares, so that it holds or does not. */
  isCondition: boolean;
  parts: readonly ExpressionPart[];
}

/** What the engine made of a text. Throws with the place, what was found and what is allowed. */
export function readExpression(text: string, report: ExpressionReport): RunExpression {
  const [mistake] = report.errors;
  if (mistake !== undefined)
    throw new Error(`“${text.trim()}”, column ${String(columnIn(text, mistake))}: ${mistake.message}`);
  return { text, isCondition: report.is_condition, parts: report.parts };
}

/** In what is shown, which has no blanks before it. */
function columnIn(text: string, { line, column }: { line: number; column: number }): number {
  return line === 1 ? Math.max(1, column - (text.length - text.trimStart().length)) : column;
}
