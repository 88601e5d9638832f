/** Reads the units of the course during the build: one file of docs/units each. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { parse as parseYaml } from 'yaml';
import type { Plugin } from 'vite';
import type { Unit } from '@ackscope/model/lesson';

const MODULE_ID = 'virtual:units';
const RESOLVED_ID = `\0${MODULE_ID}`;

export const UNIT_FOLDER = fileURLToPath(new URL('../../../docs/units/', import.meta.url));

const text = v.pipe(v.string(), v.minLength(1));

const UNIT = v.strictObject({
  unit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
  title: text,
  asks: text,
  class: v.pipe(v.number(), v.integer(), v.minValue(5), v.maxValue(120)),
});

/** Throws an error with the file's name and what is wrong in it. */
function readUnit(file: string, source: string): Unit {
  const read = v.safeParse(UNIT, parseYaml(source));
  if (!read.success) {
    const [issue] = read.issues;
    throw new Error(`${file}: ${v.getDotPath(issue) ?? ''} ${issue.message}`);
  }
  const { unit: number, class: inClass, ...rest } = read.output;
  return { id: basename(file, '.yaml'), number, inClass, ...rest };
}

/** Every unit, by its number. */
export function readUnits(folder = UNIT_FOLDER): Unit[] {
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
      return `export const UNITS = ${JSON.stringify(all)};`;
    },
  };
}
