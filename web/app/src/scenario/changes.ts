/** What differs between two scenarios, in words: "bottleneck rate 4 Mbit/s instead of 2 Mbit/s". */
import { formatNumber, formatQuantity } from '@ackscope/charts';
import {
  applyChanges,
  compareList,
  diffPaths,
  getPath,
  isObject,
  readCapacity,
  readQuantity,
  sameJson,
  shorten,
} from '@ackscope/model';
import type { Json, JsonObject } from '@ackscope/model';
import { KNOB_SPECS } from './firstKnobs.ts';
import type { KnobSpec } from './firstKnobs.ts';
import { changeDuration, readDurationS } from './knobs.ts';

/** Changes that are visible in the lanes themselves. */
const UNLISTED = new Set(['compare', 'version']);
/** Changes that change nothing of what is said of a scenario. They are named beside others, and behind them. */
const BESIDE: readonly string[] = ['seed', 'title'];

/** Whether a change only comes with another length of the run: the schedule is stretched with it. */
function stretchedBy(from: JsonObject, to: JsonObject): (path: string) => boolean {
  const durationS = readDurationS(to);
  const longer = durationS === null ? null : applyChanges(from, changeDuration(from, durationS));
  const ends = (scenario: JsonObject | null, path: string): number[] => {
    const periods = scenario === null ? null : getPath(scenario, path);
    const flat = Array.isArray(periods) ? periods.flat() : [];
    return flat.map((end) => readQuantity(end, 'time') ?? NaN);
  };
  return (path) => {
    if (path === 'measure') return true;
    if (!path.endsWith('.active')) return false;
    const [own, expected] = [ends(to, path), ends(longer, path)];
    // Each of several steps to this length rounds the times.
    const isNear = (endS: number, at: number): boolean =>
      Math.abs(endS - (expected[at] ?? NaN)) <= 0.001 * (durationS ?? NaN);
    return own.length > 0 && own.length === expected.length && own.every(isNear);
  };
}
const MAX_SHOWN = 3;

export function changesInWords(from: JsonObject, to: JsonObject): { shown: string[]; more: number } {
  const knobs = turnedKnobs(from, to);
  const all = diffPaths(from, to);
  const isLonger = all.some(({ path }) => path === 'duration');
  const isStretched = isLonger ? stretchedBy(from, to) : () => false;
  const changes = all
    .filter(({ path }) => !UNLISTED.has(path) && !BESIDE.includes(path) && !isStretched(path))
    .map(({ path, value }) => {
      const knob = knobs.get(path);
      return knob !== undefined && isOfParts(knob)
        ? knobInWords(knob, from, to)
        : changeInWords(knob?.name ?? nameOf(path), getPath(from, path), value);
    });
  const beside = BESIDE.filter((path) => changes.length > 0 && all.some((change) => change.path === path));
  changes.push(...beside.map((path) => changeInWords(path, shortly(from[path]), shortly(to[path]))));
  const said = [...new Set(changes)];
  return { shown: said.slice(0, MAX_SHOWN), more: Math.max(0, said.length - MAX_SHOWN) };
}

/** A title as a part of a sentence. */
function shortly(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? `“${shorten(value)}”` : value;
}

/** Whether a knob's value is in several places of the scenario, none of which has it in the knob's unit. */
const isOfParts = (knob: KnobSpec): boolean => knob === KNOB_SPECS.loss;

/** What a knob shows, and what it showed. */
function knobInWords({ name, unit, read }: KnobSpec, from: JsonObject, to: JsonObject): string {
  const words = (value: number): string => (value === 0 ? 'none' : `${formatNumber(value, 6)} ${unit}`);
  const [before, now] = [read(from), read(to)];
  if (now === null) return `${name} ${CHANGED}`;
  return `${name} ${words(now)}${before === null ? '' : ` instead of ${words(before)}`}`;
}

/** The changes that do not reach some lanes, because these set the same place themselves, by their labels. */
export function hiddenChanges(from: JsonObject, to: JsonObject, labels: readonly string[]): string[] {
  const lanes = compareList(to).map((entry) => {
    const set = isObject(entry) && isObject(entry.set) ? entry.set : {};
    return Object.entries(set).map(([path, value]) => ({ path, value }));
  });
  if (lanes.every((set) => set.length === 0)) return [];
  const knobs = turnedKnobs(from, to);
  const said = diffPaths(from, to).flatMap(({ path }) => {
    if (path === 'title' || path.startsWith('compare')) return [];
    const without = applyChanges(to, [{ path, value: getPath(from, path) }]);
    if (without === null) return [];
    const hiding = lanes.flatMap((set, index) => {
      const lane = applyChanges(to, set);
      const isSame = lane !== null && sameJson(lane, applyChanges(without, set));
      return isSame ? [labels[index] ?? `number ${index + 1}`] : [];
    });
    if (hiding.length === 0) return [];
    const name = knobs.get(path)?.name ?? nameOf(path);
    if (hiding.length === lanes.length)
      return [`${name}: every lane sets this itself, so the change has no effect.`];
    if (hiding.length === 1)
      return [`${name}: the lane ${hiding[0] ?? ''} sets this itself, so the change does not reach it.`];
    return [
      `${name}: the lanes ${hiding.join(', ')} set this themselves, so the change does not reach them.`,
    ];
  });
  return [...new Set(said)];
}

/** Paths set by a knob, with the knob: it may write several paths, but is one change. */
function turnedKnobs(from: JsonObject, to: JsonObject): Map<string, KnobSpec> {
  const knobs = new Map<string, KnobSpec>();
  const places = diffPaths(from, to).map(({ path }) => path);
  for (const knob of Object.values(KNOB_SPECS)) {
    const value = knob.read(to);
    if (value === null || value === knob.read(from)) continue;
    const written = knob.change(from, value);
    if (written.every(({ path, value: is }) => sameJson(is, getPath(to, path))))
      // The part of a place may be the change: a probability of a loss.
      for (const { path } of written)
        for (const changed of places)
          if (changed === path || changed.startsWith(`${path}.`)) knobs.set(changed, knob);
  }
  return knobs;
}

function changeInWords(name: string, was: Json | undefined, is: Json | undefined): string {
  const [before, now] = [was === undefined ? null : valueInWords(was), valueInWords(is)];
  // A value without a short text is only called changed.
  if (now === CHANGED || now === before) return `${name} ${CHANGED}`;
  return `${name} ${now}${before === null || before === CHANGED ? '' : ` instead of ${before}`}`;
}

const CHANGED = 'changed';

const NAMES: Record<string, string> = {
  duration: 'duration',
  measure: 'measured intervals',
  'hops.0.rate': 'bottleneck rate',
  'hops.0.queue.capacity': 'buffer',
  'hops.0.loss': 'random loss',
  'hops.0.loss.probability': 'random loss',
  'hops.0.queue.kind': 'queue',
};

/** A path as text: "reverse: count", "hop 1: delay". */
export function nameOf(path: string): string {
  const known = NAMES[path];
  if (known !== undefined) return known;
  const [list, item, ...rest] = path.split('.');
  const key = rest
    .join(' ')
    .replace(/^active$/, 'sending times')
    .replaceAll('_', ' ');
  if (list === 'flows' && item !== undefined) return key === '' ? `flow ${item}` : `${item}: ${key}`;
  if (list === 'hops' && item !== undefined) return key === '' ? `hop ${item}` : `hop ${item}: ${key}`;
  return path.replaceAll('.', ' ').replaceAll('_', ' ');
}

export function valueInWords(value: Json | undefined): string {
  if (value === undefined) return 'default';
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return formatNumber(value, 6);
  if (typeof value === 'string') return quantityInWords(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : CHANGED;
  const { kind } = value;
  if (kind === 'none') return 'none';
  if (kind === 'bernoulli' && typeof value.probability === 'number')
    return `${formatNumber(value.probability * 100)} %`;
  return typeof kind === 'string' ? kind : CHANGED;
}

function quantityInWords(text: string): string {
  const rateBps = /[a-z]bps$/i.test(text) || text.endsWith('bps') ? readQuantity(text, 'rate') : null;
  if (rateBps !== null) return formatQuantity(rateBps, 'bps');
  const capacity = readCapacity(text);
  if (capacity !== null && /(pkt|bdp|B)$/.test(text)) {
    if (capacity.unit === 'B') return formatQuantity(capacity.amount, 'bytes');
    if (capacity.unit === 'pkt') return formatQuantity(capacity.amount, 'packets', 6);
    return `${formatNumber(capacity.amount, 6)} BDP`;
  }
  const timeS = text.endsWith('s') ? readQuantity(text, 'time') : null;
  return timeS === null ? text : formatQuantity(timeS, 's', 6);
}
