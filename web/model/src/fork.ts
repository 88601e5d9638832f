/** Forks: lanes that repeat another lane's run up to an instant and then differ. */
import { isObject, sameJson } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import type { PathChange } from './path.ts';
import { readQuantity, writeTime } from './quantity.ts';
import { compareList, entryAlgorithm } from './slices/scenario.ts';

/** What differs in a lane from an instant on. */
export interface Fork {
  atS: number;
  /** The algorithm that takes over; null if it does not change. */
  algorithm: string | null;
  /** Other values that change at that instant, by path. */
  set: JsonObject;
}

function ownSet(entry: Json | undefined): JsonObject {
  return isObject(entry) && isObject(entry['set']) ? entry['set'] : {};
}

/** The fork of a lane, read from its entry in `compare`. */
function forkOf(entry: Json | undefined): Fork | null {
  const fork = ownSet(entry)['fork'];
  if (!isObject(fork)) return null;
  const atS = readQuantity(fork['at'], 'time');
  const algorithm = fork['algorithm'];
  const set = isObject(fork['set']) ? fork['set'] : {};
  return atS === null ? null : { atS, algorithm: typeof algorithm === 'string' ? algorithm : null, set };
}

interface Forks {
  forks: readonly (Fork | null)[];
  origins: readonly (number | null)[];
}

/** Cached per scenario: the lanes on the screen ask at every change of the store. */
const known = new WeakMap<JsonObject, Forks>();

function read(scenario: JsonObject): Forks {
  const list = compareList(scenario);
  const forks = list.map(forkOf);
  const before = list.map((item): Json => {
    const { fork: _, ...set } = ownSet(item);
    const parameters = isObject(item) ? (item['parameters'] ?? null) : null;
    return { algorithm: entryAlgorithm(item), parameters, set };
  });
  const origins = before.map((own, lane) => {
    if (forks[lane] === null) return null;
    const found = before.findIndex((other, at) => forks[at] === null && sameJson(other, own));
    return found < 0 ? null : found;
  });
  return { forks, origins };
}

function forksIn(scenario: JsonObject | null): Forks {
  if (scenario === null) return { forks: [], origins: [] };
  const found = known.get(scenario) ?? read(scenario);
  known.set(scenario, found);
  return found;
}

/** The fork of each lane of a scenario, by lane index. */
export function forksOf(scenario: JsonObject | null): readonly (Fork | null)[] {
  return forksIn(scenario).forks;
}

/** The lane that this one forks from, if it is still among the compared lanes. */
export function originOf(scenario: JsonObject | null, lane: number): number | null {
  return forksIn(scenario).origins[lane] ?? null;
}

/** Adds a lane right after `lane`: the same run up to `atS`, and then with `change`. */
export function addFork(scenario: JsonObject, lane: number, atS: number, change: JsonObject): PathChange[] {
  const list = compareList(scenario);
  const all: Json[] = list.length === 0 ? [{}] : list;
  const entry = all[lane];
  if (entry === undefined || forkOf(entry) !== null) return [];
  const { label: _, ...own } = isObject(entry) ? entry : { algorithm: entry };
  const set = { ...ownSet(entry), fork: { at: writeTime(atS), ...change } };
  return [{ path: 'compare', value: [...all.slice(0, lane + 1), { ...own, set }, ...all.slice(lane + 1)] }];
}

/** Scales the forks' times when the run is stretched by `factor`. */
export function stretchForks(scenario: JsonObject, factor: number): PathChange[] {
  const forks = forksOf(scenario);
  if (forks.every((fork) => fork === null)) return [];
  const value = compareList(scenario).map((entry, lane): Json => {
    const fork = forks[lane];
    if (fork == null || !isObject(entry)) return entry;
    const set = ownSet(entry);
    const own = isObject(set['fork']) ? set['fork'] : {};
    return { ...entry, set: { ...set, fork: { ...own, at: writeTime(fork.atS * factor) } } };
  });
  return [{ path: 'compare', value }];
}
