/** Variants of a lesson: values of the scenario that differ from student to student. core/lab/src/codes/vary.rs chooses them. */
import { wholeText } from '../json.ts';
import type { Block, Inline, Lesson, LessonStep, Prediction, VaryValue } from './lesson.ts';

/** The value of each varied path. */
export type Values = Readonly<Record<string, VaryValue>>;

const PLACE = /\{([\w.-]+)\}/g;

/** The lesson with these values in its runs, and in its texts, where `{hops.0.rate}` or, of one path, `{value}` stands. */
export function withValues(lesson: Lesson, values: Values, variant: number | null): Lesson {
  const steps = lesson.steps.map((step) => ({
    ...step,
    run: Object.entries(values).reduce((run, [path, value]) => withSetting(run, path, value), step.run),
  }));
  return withTexts({ ...lesson, steps, variant }, (text) => filled(text, values, inWords));
}

/** A comparison with these values, as an expression has them. */
export const claimWith = (claim: string, values: Values): string => filled(claim, values, String);

/** Places for values in the texts that the lesson has none for. */
export function unknownPlaces(lesson: Lesson): string[] {
  const known = [...Object.keys(lesson.vary), ...(Object.keys(lesson.vary).length === 1 ? ['value'] : [])];
  const found = new Set<string>();
  if (known.length > 0)
    withTexts(lesson, (text) => {
      for (const [place, name = ''] of text.matchAll(PLACE)) if (!known.includes(name)) found.add(place);
      return text;
    });
  return [...found];
}

function filled(text: string, values: Values, written: (value: VaryValue) => string): string {
  const paths = Object.keys(values);
  return text.replace(PLACE, (place, name: string) => {
    const value = values[name === 'value' && paths.length === 1 ? (paths[0] ?? '') : name];
    return value === undefined ? place : written(value);
  });
}

const UNITS: Readonly<Record<string, string>> = {
  pkt: 'packets',
  bdp: 'BDP',
  bps: 'bit/s',
  kbps: 'kbit/s',
  Mbps: 'Mbit/s',
  Gbps: 'Gbit/s',
  us: 'µs',
};

/** “10 Mbit/s” for 10Mbps. */
function inWords(value: VaryValue): string {
  const [, number, unit = ''] = /^([\d.]+)([A-Za-z]+)$/.exec(String(value)) ?? [];
  if (number === undefined) return String(value);
  return `${number} ${number === '1' && unit === 'pkt' ? 'packet' : (UNITS[unit] ?? unit)}`;
}

/** A link with a setting; one that is there is replaced. */
function withSetting(run: string, path: string, value: VaryValue): string {
  const [start = '', query = ''] = run.split('?', 2);
  const others = query.split('&').filter((pair) => pair !== '' && pair.split('=')[0] !== path);
  return `${start}?${[...others, `${path}=${encodeURIComponent(wholeText(String(value)))}`].join('&')}`;
}

type Change = (text: string) => string;

function withTexts(lesson: Lesson, change: Change): Lesson {
  const blocks = (all: readonly Block[]): Block[] => all.map((block) => blockWith(block, change));
  const step = (of: LessonStep): LessonStep => ({
    ...of,
    title: change(of.title),
    text: blocks(of.text),
    after: blocks(of.after),
    predict: of.predict === null ? null : predictWith(of.predict, change),
  });
  const { intro, steps, note } = lesson;
  return { ...lesson, intro: blocks(intro), steps: steps.map(step), note: blocks(note) };
}

function predictWith(predict: Prediction, change: Change): Prediction {
  if (predict.kind !== 'pick') return { ...predict, ask: change(predict.ask) };
  const options = predict.options.map((option) => ({ ...option, name: change(option.name) }));
  return { ...predict, ask: change(predict.ask), options };
}

function blockWith(block: Block, change: Change): Block {
  if (block.kind === 'paragraph') return { ...block, text: inlineWith(block.text, change) };
  return { ...block, items: block.items.map((item) => inlineWith(item, change)) };
}

const inlineWith = (parts: readonly Inline[], change: Change): Inline[] =>
  parts.map((part) => {
    if (typeof part === 'string') return change(part);
    return part.kind === 'code'
      ? { ...part, text: change(part.text) }
      : { ...part, text: inlineWith(part.text, change) };
  });
