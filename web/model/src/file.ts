/** Scenario files: checked as strictly as a link when read, and written to be readable. */
import { messageOf } from '@ackscope/engine';
import { isHostile, isObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';

/** As on the command line: a rate as a list of instants has some megabytes. */
const MAX_CHARACTERS = 16_777_216;

/** The scenario in a text, or why there is none. The engine checks what the keys mean. */
export function readScenarioText(text: string): { scenario: JsonObject } | { problem: string } {
  if (text.length > MAX_CHARACTERS) return { problem: 'It is too long for a scenario.' };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (thrown) {
    return { problem: `It is not JSON: ${messageOf(thrown)}.` };
  }
  if (!isObject(value)) return { problem: 'A scenario is a JSON object. It starts with a brace.' };
  if (isHostile(value)) return { problem: 'It is nested too deeply, or it uses a name that is not allowed.' };
  return { scenario: value };
}

/** A list without texts and lists, one value a line. No string of JSON holds a line break. */
const FLAT_LIST = /\[\n([^"[\]{}]*)\]/g;
const LONG_LIST = 100;

export function writeScenarioText(scenario: JsonObject): string {
  const text = JSON.stringify(scenario, null, 2);
  const inOneLine = (list: string, items: string): string =>
    items.split(',').length > LONG_LIST ? `[${items.trim().replace(/\s+/g, ' ')}]` : list;
  return `${text.replace(FLAT_LIST, inOneLine)}\n`;
}

/** File name: the title in lower case. */
export function scenarioFileName(scenario: JsonObject): string {
  const title = typeof scenario['title'] === 'string' ? scenario['title'] : '';
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return `${words.slice(0, 8).join('-') || 'scenario'}.json`;
}
