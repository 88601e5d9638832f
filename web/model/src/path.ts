/**
 * Paths into a scenario: keys joined by dots; an array item is its index or its `name`
 * (`hops.0.queue.capacity`, `flows.main.rtt`). Links, lane overrides and sweeps use the same paths;
 * this is the only file of the page that resolves them.
 */
import { isForbiddenKey, isObject, sameJson } from './json.ts';
import type { Json, JsonObject } from './json.ts';

export interface PathChange {
  path: string;
  /** `undefined`: the key is removed. */
  value: Json | undefined;
}

function itemIndex(list: readonly Json[], key: string): number {
  if (/^\d{1,6}$/.test(key)) return Number(key);
  return list.findIndex((item) => isObject(item) && item['name'] === key);
}

export function getPath(root: Json | undefined, path: string): Json | undefined {
  let here: Json | undefined = root;
  for (const key of path.split('.')) {
    if (Array.isArray(here)) here = here[itemIndex(here, key)];
    else if (isObject(here)) here = Object.hasOwn(here, key) ? here[key] : undefined;
    else return undefined;
  }
  return here;
}

/**
 * A copy of `root` with the value at `path` replaced; parts off the path are shared, not copied.
 * `null` if the path leads through something that cannot be changed: a missing array item (one past
 * the end appends), a number, a forbidden key.
 */
export function setPath(root: JsonObject, path: string, value: Json | undefined): JsonObject | null {
  const changed = replace(root, path.split('.'), value);
  return isObject(changed) ? changed : null;
}

function replace(here: Json | undefined, keys: readonly string[], value: Json | undefined): Json | null {
  const [key, ...rest] = keys;
  if (key === undefined || key === '' || isForbiddenKey(key)) return null;
  if (Array.isArray(here)) {
    const index = itemIndex(here, key);
    if (index < 0 || index > here.length) return null;
    const copy = [...here];
    if (rest.length === 0 && value === undefined) {
      if (index === here.length) return null;
      copy.splice(index, 1);
      return copy;
    }
    const item = rest.length === 0 ? value : index < here.length ? replace(here[index], rest, value) : null;
    if (item === null && rest.length > 0) return null;
    copy[index] = item ?? null;
    return copy;
  }
  if (isObject(here)) {
    const copy: JsonObject = { ...here };
    if (rest.length === 0) {
      if (value === undefined) delete copy[key];
      else copy[key] = value;
      return copy;
    }
    // Creates a missing object on the path: "hops.0.loss.kind" may be set on a hop without a loss.
    const next = Object.hasOwn(here, key) ? here[key] : {};
    const item = replace(next, rest, value);
    if (item === null) return null;
    copy[key] = item;
    return copy;
  }
  return null;
}

/**
 * The shortest list of changes that turns `from` into `to`. Two lists whose items carry the same
 * names (or that are equally long) are compared item by item; otherwise the list is replaced as a
 * whole.
 */
export function diffPaths(from: JsonObject, to: JsonObject): PathChange[] {
  const changes: PathChange[] = [];
  collect(from, to, '', changes);
  return changes;
}

function collect(from: Json, to: Json, prefix: string, changes: PathChange[]): void {
  const at = (key: string): string => (prefix === '' ? key : `${prefix}.${key}`);
  if (isObject(from) && isObject(to)) {
    for (const key of Object.keys(from)) {
      const next = to[key];
      if (next === undefined) changes.push({ path: at(key), value: undefined });
    }
    for (const [key, next] of Object.entries(to)) {
      const before = from[key];
      if (sameJson(before, next)) continue;
      if (before !== undefined && canDescend(before, next, key)) collect(before, next, at(key), changes);
      else changes.push({ path: at(key), value: next });
    }
    return;
  }
  if (Array.isArray(from) && Array.isArray(to)) {
    to.forEach((item, index) => {
      const before = from[index];
      if (before === undefined || sameJson(before, item)) return;
      collect(before, item, at(itemKey(item, index)), changes);
    });
    return;
  }
  changes.push({ path: prefix, value: to });
}

function itemKey(item: Json, index: number): string {
  const name = isObject(item) ? item['name'] : undefined;
  return typeof name === 'string' && isPlainKey(name) ? name : String(index);
}

/** Whether a key can be used in a path as it is: no dot, not read as an index. */
function isPlainKey(key: string): boolean {
  return key !== '' && !key.includes('.') && !/^\d{1,6}$/.test(key) && !isForbiddenKey(key);
}

function canDescend(before: Json, next: Json, key: string): boolean {
  // `compare` and `measure` are easier to read as a whole; a list of lists has no names to use.
  if (key === 'compare' || key === 'measure') return false;
  if (isObject(before) && isObject(next)) {
    return Object.keys(next)
      .concat(Object.keys(before))
      .every((name) => !name.includes('.') && name !== '');
  }
  if (!Array.isArray(before) || !Array.isArray(next) || before.length !== next.length) return false;
  const names = next.map((item) => (isObject(item) ? item['name'] : undefined));
  return next.every((item, index) => {
    const old = before[index];
    if (!isObject(item) || !isObject(old) || old['name'] !== item['name']) return false;
    // With two items of one name, the name would find only the first.
    return names[index] === undefined || names.indexOf(names[index]) === index;
  });
}

export function applyChanges(root: JsonObject, changes: readonly PathChange[]): JsonObject | null {
  let result: JsonObject | null = root;
  for (const change of changes) {
    if (result === null) return null;
    result = setPath(result, change.path, change.value);
  }
  return result;
}
