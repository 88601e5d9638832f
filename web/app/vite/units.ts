/** Reads the units of the course during the build: one file of docs/units each. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { parse as parseYaml } from 'yaml';
import type { Plugin } from 'vite';
import type { Unit } from '@ackscope/model/lesson';
import { HANGS } from '../src/course/foreign/reader.ts';
import type { Hangs } from '../src/course/foreign/reader.ts';

const MODULE_ID = 'virtual:units';
const RESOLVED_ID = `\0${MODULE_ID}`;

export const UNIT_FOLDER = fileURLToPath(new URL('../../../docs/units/', import.meta.url));

const text = v.pipe(v.string(), v.minLength(1));

const texts = v.pipe(v.array(text), v.minLength(1));

/** A run that answers a question of the exam, and what it fulfils; `verdict` under innocent changes, as of a belief. */
const TRY = v.strictObject({ run: text, expect: texts, verdict: v.optional(texts), 'hangs-on': HANGS });

const UNIT = v.strictObject({
  unit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
  title: text,
  asks: text,
  class: v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(120)),
  goals: texts,
  needs: texts,
  bring: texts,
  time: v.array(v.strictObject({ minutes: v.pipe(v.number(), v.minValue(1)), what: text })),
  beliefs: v.array(
    v.strictObject({
      they: text,
      says: text,
      step: v.pipe(v.string(), v.regex(/^[a-z0-9-]+\/[1-9]$/, 'is a lesson and a step, as sawtooth/1')),
      curve: v.optional(v.array(v.tuple([v.number(), v.number()]))),
      expect: texts,
      /** What refutes the belief whatever the numbers are, if `expect` has numbers of this path alone. */
      verdict: v.optional(texts),
      'hangs-on': HANGS,
    }),
  ),
  exam: v.array(v.strictObject({ ask: text, answer: text, expect: v.optional(texts), try: TRY })),
  leaves: text,
});

/** A unit with what a test checks; the page does not need it. */
export interface CheckedUnit extends Unit {
  claims: {
    /** What the run of each belief fulfils. */
    beliefs: readonly (readonly string[])[];
    /** What of it refutes the belief under innocent changes, too. */
    verdicts: readonly Verdict[];
    /** What each answer of the exam follows from. */
    exam: readonly (readonly string[])[];
    /** Each question with the run that gives the same answer: what it fulfils, and what of it holds under innocent changes. */
    tries: readonly ({ ask: string; answer: string; run: string; expect: readonly string[] } & Verdict)[];
  };
}

interface Verdict {
  holds: readonly string[];
  hangs: Hangs;
}

/** Throws an error with the file's name and what is wrong in it. */
function readUnit(file: string, source: string): CheckedUnit {
  const read = v.safeParse(UNIT, parseYaml(source));
  if (!read.success) {
    const [issue] = read.issues;
    throw new Error(`${file}: ${v.getDotPath(issue) ?? ''} ${issue.message}`);
  }
  const { unit: number, class: inClass, beliefs, exam, ...rest } = read.output;
  return {
    id: basename(file, '.yaml'),
    number,
    inClass,
    ...rest,
    beliefs: beliefs.map(({ they, says, step, curve }) => {
      const [lesson = '', at = '1'] = step.split('/');
      return { they, says, lesson, at: Number(at) - 1, ...(curve && { curve }) };
    }),
    exam: exam.map(({ ask, answer }) => ({ ask, answer })),
    claims: {
      beliefs: beliefs.map(({ expect }) => expect),
      verdicts: beliefs.map(({ expect, verdict, 'hangs-on': hangs }) => ({
        holds: verdict ?? expect,
        hangs,
      })),
      exam: exam.map(({ expect }) => expect ?? []),
      tries: exam.map(({ ask, answer, try: { run, expect, verdict, 'hangs-on': hangs } }) => ({
        ask,
        answer,
        run,
        expect,
        holds: verdict ?? expect,
        hangs,
      })),
    },
  };
}

export function readUnits(folder = UNIT_FOLDER): CheckedUnit[] {
  return readdirSync(folder)
    .map((name) => readUnit(name, readFileSync(join(folder, name), 'utf8')))
    .sort((a, b) => a.number - b.number);
}

/** `import { UNITS } from 'virtual:units'`. */
export function units(): Plugin {
  return {
    name: 'ackscope-units',
    resolveId: (id) => (id === MODULE_ID ? RESOLVED_ID : null),
    load(id) {
      if (id !== RESOLVED_ID) return null;
      const all = readUnits();
      for (const { id: name } of all) this.addWatchFile(join(UNIT_FOLDER, `${name}.yaml`));
      return `export const UNITS = ${JSON.stringify(all.map(({ claims: _, ...unit }): Unit => unit))};`;
    },
  };
}
