/** The exercise sheet, and the tasks of `grade` with their solutions. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { decodeLink, isObject } from '@ackscope/model';
import type { Json, JsonObject } from '@ackscope/model';
import type { Hangs } from '../src/course/foreign/reader.ts';

export interface Answer {
  run: string;
  expect: string[];
  /** What of it holds under innocent changes, if `expect` has numbers of this path alone. */
  verdict?: string[];
  'hangs-on'?: Hangs;
}

const at = (place: string): string => fileURLToPath(new URL(`../../../${place}`, import.meta.url));

/** The tasks of the sheet, each with its heading, from 1. */
export const EXERCISES: readonly string[] = readFileSync(at('docs/exercises.md'), 'utf8')
  .split(/^## (?=\d)/m)
  .slice(1);

export const answersOf = (task: string): Answer[] =>
  [...task.matchAll(/^```lab\n([\s\S]*?)^```$/gm)].map(([, block = '']) => parse(block) as Answer);

interface Task {
  id: string;
  code: number;
  preset: string;
  set: JsonObject;
  lane: string;
  references?: string[];
  conditions: string[];
  paths: { name: string; set?: JsonObject }[];
}

/** Each path of each task with the solution of the sheet, what has to hold, and the settings that the sheet names. */
export function taskRuns(): { name: string; scenario: JsonObject; conditions: string[]; hangs: Hangs }[] {
  return readdirSync(at('core/lab/tasks')).flatMap((file) => {
    const task = JSON.parse(readFileSync(at(`core/lab/tasks/${file}`), 'utf8')) as Task;
    // Code 81 is exercise 1.
    const [answer] = answersOf(EXERCISES[task.code - 81] ?? '');
    const solved = decodeLink(answer?.run ?? '').scenario.scripts;
    const hangs = answer?.['hangs-on'] ?? {};
    const scripts = isObject(solved) ? solved : {};
    return task.paths.map(({ name, set = {} }) => {
      const written = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
      const lanes = [task.lane, ...(task.references ?? [])].map((algorithm) => ({
        label: algorithm,
        algorithm,
      }));
      const changes = Object.entries({ ...task.set, ...set, compare: lanes } as JsonObject);
      const link = changes.map(([key, value]) => `${key}=${encodeURIComponent(written(value))}`).join('&');
      const { scenario, problems } = decodeLink(`v1/${task.preset}?${link}`);
      if (problems.length > 0) throw new Error(`${task.id}, ${name}: ${problems.join(' ')}`);
      return {
        name: `${task.id}, ${name}`,
        scenario: { ...scenario, scripts },
        conditions: task.conditions,
        hangs,
      };
    });
  });
}
