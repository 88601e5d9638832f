/** The variants of a class: each student's values and what the runs answer with them, as a table. */
import type { Evaluate } from '@ackscope/engine';
import type { LaneRun } from '@ackscope/model';
import { numberFor, rightOption, withValues } from '@ackscope/model/lesson';
import type { Lesson, Values } from '@ackscope/model/lesson';

export interface Solving {
  variantOf: (student: string) => Promise<number>;
  valuesOf: (variant: number) => Promise<Values>;
  /** The finished lanes of a run. */
  lanesOf: (run: string) => Promise<readonly LaneRun[]>;
  evaluate: Evaluate;
}

/** Comma-separated: a line for each student, one on each line of `students`. A drawing has no cell. */
export async function solutions(lesson: Lesson, students: string, solving: Solving): Promise<string> {
  const names = students
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const paths = Object.keys(lesson.vary);
  const asked = lesson.steps.flatMap(({ predict }, at) =>
    predict?.kind === 'pick' || predict?.kind === 'estimate' ? [at] : [],
  );
  const rows = [['student', 'variant', ...paths, ...asked.map((at) => `step ${String(at + 1)}`)]];
  // Students with the same values need one run.
  const answers = new Map<string, string[]>();
  for (const student of names) {
    const variant = await solving.variantOf(student);
    const values = await solving.valuesOf(variant);
    const key = JSON.stringify(values);
    const known = answers.get(key) ?? (await answersOf(withValues(lesson, values, variant), asked, solving));
    answers.set(key, known);
    rows.push([student, String(variant), ...paths.map((path) => String(values[path])), ...known]);
  }
  return rows.map((row) => `${row.map(field).join(',')}\n`).join('');
}

async function answersOf(
  { steps }: Lesson,
  asked: readonly number[],
  { lanesOf, evaluate }: Solving,
): Promise<string[]> {
  const found: string[] = [];
  for (const at of asked) {
    const { run = '', predict } = steps[at] ?? {};
    const lanes = await lanesOf(run);
    if (predict?.kind === 'pick') {
      found.push(predict.options[rightOption(predict, lanes, evaluate).right]?.name ?? '');
    } else if (predict?.kind === 'estimate') {
      found.push(String(Number(numberFor(predict.value, lanes, evaluate).toPrecision(6))));
    }
  }
  return found;
}

/** Quoted if it has to be; a sheet must not read a formula in it. */
function field(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
