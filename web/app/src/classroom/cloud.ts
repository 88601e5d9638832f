/** The answers of a class from their codes: what is in the address, and what a picture needs. No React. */
import { formatQuantity } from '@ackscope/charts';
import type { CodeLine, CodePlace } from '@ackscope/engine';
import { shorten } from '@ackscope/model';
import type { Lesson, Prediction } from '@ackscope/model/lesson';
import { codesPart, readCodeList } from './codesPart.ts';

export interface Cloud {
  lesson: string;
  /** From 1. */
  step: number;
  /** One code on each line, as pasted. */
  codes: string;
}

export function readCloud(query: string): Cloud {
  const given = new URLSearchParams(query);
  const [, lesson = '', step = '1'] = /^([a-z0-9-]{1,64})(?:\.(\d{1,2}))?$/.exec(given.get('of') ?? '') ?? [];
  return { lesson, step: Math.max(1, Number(step)), codes: readCodeList(given) };
}

/** Null if the address names a step of a lesson, or none at all. */
export function cloudProblem(query: string, lessons: readonly Lesson[]): string | null {
  const of = new URLSearchParams(query).get('of');
  const { lesson: id, step } = readCloud(query);
  const lesson = lessons.find((one) => one.id === id);
  if (of === null || of === '' || (lesson !== undefined && step <= lesson.steps.length)) return null;
  return lesson === undefined
    ? `“${shorten(of)}” names no lesson here: the codes say which one they answer.`
    : `“${shorten(of)}” is no step of the lesson “${id}”. Steps: 1 to ${lesson.steps.length}.`;
}

export function cloudHref({ lesson, step, codes }: Cloud): string {
  const of = lesson === '' ? '' : `of=${lesson}.${String(step)}`;
  return `#teach/cloud?${[of, codesPart(codes)].filter((part) => part !== '').join('&')}`;
}

export interface CloudPlace {
  lesson: Lesson;
  /** Index of the step. */
  at: number;
}

/** The step that the first readable code answers. */
export function placeOf(lines: readonly CodeLine[], lessons: readonly Lesson[]): CloudPlace | null {
  for (const { code } of lines) {
    if (code == null) continue;
    const lesson = lessons.find((one) => one.code === code.of.lesson);
    if (lesson === undefined) continue;
    const given = code.kind === 'answers' ? code.answers.findIndex((told) => told.code !== 0) : 0;
    const at = code.of.step - 1 + Math.max(0, given);
    if (at < lesson.steps.length) return { lesson, at };
  }
  return null;
}

/** The codes of a step; of the first readable code's step if none is named. Codes of others have a problem. */
export async function readCodes(
  read: (of: CodePlace | null) => Promise<readonly CodeLine[]>,
  named: CloudPlace | null,
  lessons: readonly Lesson[],
): Promise<{ lines: readonly CodeLine[]; place: CloudPlace | null }> {
  const all = named === null ? await read(null) : [];
  const place = named ?? placeOf(all, lessons);
  if (place === null) return { lines: all, place };
  return { lines: await read({ lesson: place.lesson.code, step: place.at + 1 }), place };
}

export interface Answers {
  /** Curves, twelve values each in the unit of the axis. */
  curves: readonly (readonly number[])[];
  /** Chosen options, from 0. */
  options: readonly number[];
  numbers: readonly number[];
  unsure: number;
}

export function answersOf(lines: readonly CodeLine[], predict: Prediction, at: number): Answers {
  const curves: number[][] = [];
  const options: number[] = [];
  const numbers: number[] = [];
  let unsure = 0;
  for (const { code, problem } of lines) {
    if (code == null || problem != null) continue;
    if (code.kind === 'curve' || code.kind === 'curve-of-variant') {
      const count = code.kind === 'curve' ? 32 : 16;
      if (predict.kind === 'draw')
        curves.push(code.levels.map((level) => ((level + 0.5) / count) * predict.top));
      continue;
    }
    if (code.kind !== 'answers') continue;
    const told = code.answers[at + 1 - code.of.step];
    if (told === undefined || told.code === 0) continue;
    if (told.option === null) unsure += 1;
    else if (predict.kind === 'pick' && told.option < predict.options.length) options.push(told.option);
    else if (predict.kind === 'estimate' && told.share !== null && told.share <= 1)
      numbers.push(predict.low + told.share * (predict.high - predict.low));
  }
  return { curves, options, numbers, unsure };
}

export const countOf = ({ curves, options, numbers, unsure }: Answers): number =>
  curves.length + options.length + numbers.length + unsure;

/** The answers to each step of a lesson that has some, by the index of the step. */
export async function answersByStep(
  read: () => Promise<readonly CodeLine[]>,
  lesson: Lesson,
): Promise<ReadonlyMap<number, Answers>> {
  const all = new Map<number, Answers>();
  const lines = (await read()).filter(({ code }) => code?.of.lesson === lesson.code);
  for (const [at, { predict }] of lesson.steps.entries()) {
    if (predict === null) continue;
    // A list of answers covers the steps after its own; any other code is of its step.
    const of = lines.filter(({ code }) => code?.kind === 'answers' || code?.of.step === at + 1);
    const answers = answersOf(of, predict, at);
    if (countOf(answers) > 0) all.set(at, answers);
  }
  return all;
}

export function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place - Math.floor(place));
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The median of the curves in each twelfth. */
export function medianOf(curves: readonly (readonly number[])[]): number[] {
  return Array.from({ length: 12 }, (_, at) => quantile(sorted(curves.map((curve) => curve[at] ?? 0)), 0.5));
}

/** Where the drawings differ; it never says which is right. */
export function inWords(
  curves: readonly (readonly number[])[],
  { fromS, toS, top, unit }: Extract<Prediction, { kind: 'draw' }>,
): string {
  if (curves.length < 3) return '';
  const spreads = Array.from({ length: 12 }, (_, at) => {
    const values = sorted(curves.map((curve) => curve[at] ?? 0));
    const [low, high] = [quantile(values, 0.1), quantile(values, 0.9)];
    return { low, high, timeS: fromS + ((at + 0.5) * (toS - fromS)) / 12 };
  });
  const width = ({ low, high }: { low: number; high: number }): number => high - low;
  const widest = spreads.reduce((most, one) => (width(one) > width(most) ? one : most));
  const agree = spreads.filter((one) => width(one) <= 0.15 * top);
  const first = spreads[0];
  const last = spreads[11];
  const where =
    agree.length === 12
      ? 'They agree everywhere.'
      : first !== undefined && agree.includes(first)
        ? 'They agree at the start.'
        : last !== undefined && agree.includes(last)
          ? 'They agree at the end.'
          : agree[0] === undefined
            ? 'They differ everywhere.'
            : `They agree at ${formatQuantity(agree[0].timeS, 's')}.`;
  return `${where} Widest apart at ${formatQuantity(widest.timeS, 's')}: eight of ten lie between ${formatQuantity(widest.low, unit)} and ${formatQuantity(widest.high, unit)}.`;
}

export interface Bar {
  label: string;
  count: number;
  isUnsure: boolean;
}

const BINS = 10;

/** Options, or the slider in ten parts; the last bar is “I don’t know”, if somebody said so. */
export function barsOf(answers: Answers, predict: Extract<Prediction, { kind: 'pick' | 'estimate' }>): Bar[] {
  const bars =
    predict.kind === 'pick'
      ? predict.options.map(({ name }, option) => ({
          label: name,
          count: answers.options.filter((one) => one === option).length,
          isUnsure: false,
        }))
      : Array.from({ length: BINS }, (_, bin) => {
          const edge = (at: number): number => predict.low + ((predict.high - predict.low) * at) / BINS;
          const isIn = (value: number): boolean =>
            value >= edge(bin) && (value < edge(bin + 1) || bin === BINS - 1);
          return {
            label: `${formatQuantity(edge(bin), predict.unit)} to ${formatQuantity(edge(bin + 1), predict.unit)}`,
            count: answers.numbers.filter(isIn).length,
            isUnsure: false,
          };
        });
  return answers.unsure === 0
    ? bars
    : [...bars, { label: 'I don’t know', count: answers.unsure, isUnsure: true }];
}
