/** Reads the lessons of docs/lessons during the build; the format is in src/lessons/reader.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Plugin } from 'vite';
import type { Lesson, Values } from '@ackscope/model/lesson';
import { revisionOf } from '../../model/src/lesson/revision.ts';
import { LAST_VARIANT } from '../../model/src/lesson/lastVariant.ts';
import { claimWith, unknownPlaces, withValues } from '../../model/src/lesson/variant.ts';
import {
  checked,
  GIVEN,
  listOf,
  paragraphsOf,
  partsOf,
  readBody,
  text,
  VARIANTS,
} from '../src/course/foreign/reader.ts';
import type { StepClaims } from '../src/course/foreign/reader.ts';
import { classwork, runExpression } from './analysis.ts';
import { yamlText } from '../src/course/foreign/yamlText.ts';
import { faultsOfClaims } from './claims.ts';

const MODULE_ID = 'virtual:lessons';
const RESOLVED_ID = `\0${MODULE_ID}`;

export const LESSON_FOLDER = fileURLToPath(new URL('../../../docs/lessons/', import.meta.url));

const SCHEMA = fileURLToPath(new URL('../../../docs/scenario.schema.json', import.meta.url));

const HEAD = v.strictObject({
  title: text,
  summary: text,
  minutes: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120)),
  unit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
  after: v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12))),
  order: v.pipe(v.number(), v.integer()),
  code: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(95)),
  score: v.optional(v.picklist(['answered', 'right']), 'answered'),
  ...VARIANTS,
  given: GIVEN,
});

/** A lesson with what a test checks, by step; the page does not need it. */
export interface CheckedLesson extends Lesson {
  claims: readonly StepClaims[];
}

/** Throws an error with the file's name and what is wrong in it. */
export function readLesson(file: string, source: string): CheckedLesson {
  const id = basename(file, '.md');
  const fail = (what: string, line?: number): never => {
    throw new Error(`${[basename(file), ...(line === undefined ? [] : [line])].join(':')}: ${what}`);
  };
  if (!/^[a-z0-9-]{1,64}$/.test(id)) fail('a lesson is named in lower case, with digits and hyphens');
  const parts = partsOf(source, fail);
  const { given, ...front } = checked(HEAD, yamlText(parts.head, 2, fail), 'front matter', fail);
  const first = variantValues(front.vary, 0, fail);
  const { quotes, ...body } = readBody(parts, {
    compile: runExpression,
    claim: (claim) => claimWith(claim, first),
    fail,
  });
  const blocks = [
    ...body.intro,
    ...body.steps.flatMap(({ text: before, after }) => [...before, ...after]),
    ...body.note,
  ];
  const asked = body.steps.flatMap(({ predict }) => (predict === null ? [] : [predict.ask]));
  const faults = faultsOfClaims(
    [front.summary, ...asked, ...paragraphsOf(blocks)],
    [...Object.values(given).flatMap(listOf), ...quotes.map(({ says }) => says)],
  );
  if (faults.length > 0) fail(faults.join('\n'));
  const lesson = { id, ...front, variant: null, revision: revisionOf(source), ...body };
  const unknown = unknownPlaces(lesson);
  if (unknown.length > 0) fail(`vary has no path for ${unknown.join(', ')}`);
  return lesson;
}

/** The different variants of a lesson, each with its values: the lesson alone if it has none. */
export function variantsOf(lesson: Lesson): { lesson: Lesson; values: Values }[] {
  const all = new Map<string, { lesson: Lesson; values: Values }>();
  // There are at most 64 combinations, in equal parts of the 4096 numbers.
  for (let variant = 0; variant <= LAST_VARIANT; variant += 64) {
    const values = variantValues(lesson.vary, variant, raise);
    all.set(JSON.stringify(values), { lesson: withValues(lesson, values, variant), values });
  }
  return [...all.values()];
}

function variantValues(vary: Lesson['vary'], variant: number, fail: (what: string) => never): Values {
  try {
    return classwork({ do: 'values', vary, variant }) as Values;
  } catch (thrown) {
    return fail(thrown instanceof Error ? thrown.message : String(thrown));
  }
}

const raise = (what: string): never => {
  throw new Error(what);
};

/** Reads every lesson of the folder, by unit, and in a unit by `order`. */
export function readLessons(folder = LESSON_FOLDER): CheckedLesson[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readLesson(name, readFileSync(join(folder, name), 'utf8')))
    .sort((a, b) => a.unit - b.unit || a.order - b.order || a.id.localeCompare(b.id));
}

/** The names of queue disciplines by their ids. The page loads no schema to say one. */
function queueNames(): Record<string, string> {
  const { $defs } = JSON.parse(readFileSync(SCHEMA, 'utf8')) as {
    $defs: Record<string, { title?: string; properties?: { kind?: { const?: string } } }>;
  };
  return Object.fromEntries(
    Object.entries($defs).flatMap(([name, { title, properties }]) =>
      name.endsWith('Queue') && title !== undefined ? [[properties?.kind?.const ?? '', title]] : [],
    ),
  );
}

/** `import { LESSONS, QUEUES } from 'virtual:lessons'`. */
export function lessons(folder = LESSON_FOLDER): Plugin {
  return {
    name: 'ackscope-lessons',
    resolveId: (id) => (id === MODULE_ID ? RESOLVED_ID : null),
    load(id) {
      if (id !== RESOLVED_ID) return null;
      const all = readLessons(folder);
      for (const { id: name } of all) this.addWatchFile(join(folder, `${name}.md`));
      return [
        `export const LESSONS = ${JSON.stringify(all.map(({ claims: _, ...lesson }): Lesson => lesson))};`,
        `export const QUEUES = ${JSON.stringify(queueNames())};`,
      ].join('\n');
    },
  };
}
