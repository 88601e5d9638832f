/**
 * Links, version 1: `v1/<subject>?<key>=<value>&…`
 *
 * The subject is a preset's id, or `~` and the whole scenario compressed. The keys are the view's
 * (link/view.ts) or paths into the scenario; `-path` removes a key. A value is plain text, or JSON
 * if the text alone would be read as something else. `compare` may list lanes separated by commas;
 * `name*` is the preset's own entry for that algorithm, with its settings. A plus sign is a plus
 * sign.
 *
 * A published link must open for ever: after a change of this file, every file in test/links must
 * still open.
 */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { isHostile, isObject, sameJson, wholeText } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { diffPaths, getPath, setPath } from '../path.ts';
import { presetBehind, presetById, nearestPreset, DEFAULT_PRESET, PRESETS } from '../presets.ts';
import type { Preset } from '../presets.ts';
import { readQuantity } from '../quantity.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { cutOff, endsInEscape, endsInJson, isBegun } from './cut.ts';
import type { LinkEnd } from './cut.ts';
import { DICTIONARY_V1 } from './dictionary-v1.ts';
import { EMPTY_VIEW, isTruncatedValue, isViewKey, notARun, readView, shorten, writeView } from './view.ts';
import type { LinkView } from './view.ts';

export const PREFIX_V1 = 'v1/';

/** A longer readable link is replaced by the compressed form if that one is shorter. */
const READABLE_LENGTH = 200;
/** Limit of a compressed scenario after inflation; the catalogue's largest has a few kilobytes. */
const INFLATED_BYTES = 65_536;
const MAX_PAIRS = 200;

export interface LinkContent {
  scenario: JsonObject;
  /** The preset the scenario grew from, when the link names one. */
  preset: string | null;
  view: LinkView;
}

export interface DecodedLink extends LinkContent {
  /** The address that the scenario was fetched from, if it was. */
  origin?: string;
  /** What could not be used, one sentence each; empty for a valid link. */
  problems: readonly string[];
  /** The last change: there the link may have been cut off. */
  end?: LinkEnd;
}

const dictionary = strToU8(DICTIONARY_V1);

/** Compression takes milliseconds and the clock changes the address often: cached per scenario. */
const packed = new WeakMap<JsonObject, string>();

export function encodeV1(content: LinkContent): string {
  const preset = content.preset === null ? null : presetById(content.preset);
  const view = queryText(writeView(content.view));
  if (preset !== null) {
    const readable = readableSubject(preset, content.scenario);
    if (readable !== null) {
      const short = PREFIX_V1 + join(readable, view);
      if (short.length <= READABLE_LENGTH) return short;
      const long = PREFIX_V1 + join(compress(content.scenario), view);
      return short.length <= long.length ? short : long;
    }
  }
  return PREFIX_V1 + join(compress(content.scenario), view);
}

function join(subject: string, query: string): string {
  if (query === '') return subject;
  return subject + (subject.includes('?') ? '&' : '?') + query;
}

export function decodeV1(text: string): DecodedLink {
  const body = text.slice(PREFIX_V1.length);
  const mark = body.indexOf('?');
  const subject = mark < 0 ? body : body.slice(0, mark);
  const query = mark < 0 ? null : body.slice(mark + 1);
  const problems: string[] = [];
  // Changes without a preset's name apply to the default scenario.
  const start =
    subject === '' && query !== null && query !== ''
      ? { scenario: DEFAULT_PRESET.scenario, preset: DEFAULT_PRESET }
      : readSubject(subject, mark < 0, problems);
  return readQuery(start, query, problems);
}

// ---- the subject
// -----------------------------------------------------------------------------------------------

interface Start {
  scenario: JsonObject;
  preset: Preset | null;
}

function readSubject(subject: string, isLast: boolean, problems: string[]): Start {
  if (subject.startsWith('~')) {
    const scenario = decompress(subject);
    if (scenario !== null) return { scenario, preset: presetBehind(scenario) };
    problems.push(isLast && isUnfinished(subject) ? cutOff('') : 'The scenario in this link is damaged.');
    return { scenario: DEFAULT_PRESET.scenario, preset: DEFAULT_PRESET };
  }
  const id = unescape(subject) ?? subject;
  const preset = presetById(id);
  if (preset !== null) return { scenario: preset.scenario, preset };
  const nearest = nearestPreset(id);
  const isCut = isLast && isBegun(id, ['~', ...PRESETS.map((known) => known.id)]);
  problems.push(isCut ? cutOff('') : `There is no scenario named “${shorten(id)}” here.`);
  return { scenario: nearest.scenario, preset: nearest };
}

function compress(scenario: JsonObject): string {
  const known = packed.get(scenario);
  if (known !== undefined) return known;
  const bytes = deflateSync(strToU8(JSON.stringify(scenario)), { level: 9, mem: 8, dictionary });
  const subject = `~${toBase64Url(bytes)}`;
  packed.set(scenario, subject);
  return subject;
}

function decompress(subject: string): JsonObject | null {
  const bytes = fromBase64Url(subject.slice(1));
  if (bytes === null || bytes.length === 0) return null;
  try {
    // A fixed output buffer: a decompression bomb is cut off, and parsing the text then fails.
    const text = strFromU8(inflateSync(bytes, { dictionary, out: new Uint8Array(INFLATED_BYTES) }));
    const value = JSON.parse(text) as Json;
    return isObject(value) && !isHostile(value) ? value : null;
  } catch {
    return null;
  }
}

/** fflate's code for data that ends too early. */
const UNEXPECTED_END = 0;

/** Whether a compressed scenario that cannot be read ends too early. */
function isUnfinished(subject: string): boolean {
  const text = subject.slice(1);
  // One letter alone holds no byte.
  const bytes = fromBase64Url(text.length % 4 === 1 ? text.slice(0, -1) : text);
  if (bytes === null || bytes.length === 0) return bytes !== null;
  try {
    inflateSync(bytes, { dictionary, out: new Uint8Array(INFLATED_BYTES) });
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === UNEXPECTED_END;
  }
}

// ---- changes in readable form
// ----------------------------------------------------------------------------------

/** `preset` or `preset?path=value&…`; null if paths cannot express the differences. */
function readableSubject(preset: Preset, scenario: JsonObject): string | null {
  const pairs: [string, string][] = [];
  const { duration } = scenario;
  const isAsLong = duration === undefined || sameJson(duration, preset.scenario['duration'] ?? null);
  if (!isAsLong) pairs.push(['duration', writeValue(duration)]);
  const base = isAsLong ? preset.scenario : lasting(preset.scenario, duration);
  for (const { path, value } of diffPaths(base, scenario)) {
    if (path === '' || path.startsWith('-') || isViewKey(path)) return null;
    if (value === undefined) pairs.push([`-${path}`, '']);
    else if (path === 'compare' && Array.isArray(value)) pairs.push([path, writeCompare(preset, value)]);
    else pairs.push([path, writeValue(value)]);
  }
  const subject = join(preset.id, queryText(pairs));
  // Checks that the link can be read back. This costs microseconds, and a wrong link could spoil a
  // lecture.
  const back = decodeV1(PREFIX_V1 + subject);
  return back.problems.length === 0 && sameJson(back.scenario, scenario) ? subject : null;
}

/**
 * The scenario with another duration. Measured windows beyond the new end are removed. A window
 * that ended with the run still ends with it. Times of flows and events do not change.
 */
function lasting(scenario: JsonObject, duration: Json): JsonObject {
  const [beforeS, afterS] = [readQuantity(scenario['duration'], 'time'), readQuantity(duration, 'time')];
  const { measure } = scenario;
  const lasts = { ...scenario, duration };
  if (beforeS === null || afterS === null || !(afterS > 0) || !Array.isArray(measure)) return lasts;
  const windows = measure.map((window) =>
    Array.isArray(window) ? window.map((end) => readQuantity(end, 'time')) : [],
  );
  const kept = windows.flatMap(([fromS, toS]) => {
    if (fromS == null || toS == null || fromS >= afterS) return [];
    return [[fromS, toS >= beforeS || toS > afterS ? afterS : toS]];
  });
  return { ...lasts, measure: kept.length > 0 ? kept : [[0, afterS]] };
}

function writeValue(value: Json): string {
  if (typeof value === 'string' && readValue(value) === value) return value;
  return JSON.stringify(value);
}

/**
 * Parses the text as JSON if it looks like JSON; otherwise it is plain text. So is a whole number of more digits than
 * a number here holds: the engine then says what stands there, and not a rounded number.
 */
function readValue(text: string): Json {
  if (/^-?\d{16,}$/.test(text) && !Number.isSafeInteger(Number(text)) && String(Number(text)) !== text)
    return text;
  if (/^(?:[[{"]|-?\d|true$|false$|null$)/.test(text)) {
    try {
      return JSON.parse(text) as Json;
    } catch {
      return text;
    }
  }
  return text;
}

function presetEntry(preset: Preset | null, algorithm: string): Json | undefined {
  const entries = preset?.scenario['compare'];
  if (!Array.isArray(entries)) return undefined;
  return entries.find((entry) => isObject(entry) && entry['algorithm'] === algorithm);
}

function writeCompare(preset: Preset, entries: readonly Json[]): string {
  const words = entries.map((entry) => {
    if (typeof entry === 'string') return /^[a-z0-9+-]+$/.test(entry) ? entry : null;
    const algorithm = isObject(entry) ? entry['algorithm'] : undefined;
    return typeof algorithm === 'string' && sameJson(presetEntry(preset, algorithm), entry)
      ? `${algorithm}*`
      : null;
  });
  return words.length > 0 && words.every((word) => word !== null) ? words.join(',') : JSON.stringify(entries);
}

function readCompare(preset: Preset | null, text: string): Json | null {
  if (text.startsWith('[')) {
    const value = readValue(text);
    return Array.isArray(value) ? value : null;
  }
  const entries: Json[] = [];
  for (const word of text.split(',')) {
    const entry = word.endsWith('*') ? presetEntry(preset, word.slice(0, -1)) : word;
    if (entry === undefined || entry === '') return null;
    entries.push(entry);
  }
  return entries;
}

// ---- the query
// -------------------------------------------------------------------------------------------------

/** Escapes everything except what RFC 3986 allows in a fragment and does not separate pairs. */
function escape(text: string): string {
  return encodeURIComponent(wholeText(text)).replace(/%(?:2B|2C|3A|40|2F|24|3B)/g, (code) =>
    decodeURIComponent(code),
  );
}

function unescape(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function queryText(pairs: readonly (readonly [string, string])[]): string {
  return pairs
    .map(([key, value]) => (value === '' ? escape(key) : `${escape(key)}=${escape(value)}`))
    .join('&');
}

function readQuery(start: Start, query: string | null, problems: string[]): DecodedLink {
  let scenario = start.scenario;
  let view = EMPTY_VIEW;
  const pairs = query === null ? [] : query.split('&');
  // A link that sets `measure` keeps exactly those windows.
  const isMeasured = pairs.some((pair) => /^-?measure\b/.test(pair));
  if (pairs.length > MAX_PAIRS) problems.push(`Only the first ${MAX_PAIRS} settings of this link are used.`);
  const seenKeys = new Set<string>();
  let end: LinkEnd | null = null;
  for (const [at, pair] of pairs.slice(0, MAX_PAIRS).entries()) {
    const isLast = at === pairs.length - 1;
    if (pair === '' && isLast) problems.push(cutOff(''));
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const key = unescape(equals < 0 ? pair : pair.slice(0, equals));
    const value = unescape(equals < 0 ? '' : pair.slice(equals + 1));
    if (key === null || value === null) {
      problems.push(isLast && endsInEscape(pair) ? cutOff(pair) : `“${shorten(pair)}” cannot be read.`);
      continue;
    }
    const isCut =
      value === ''
        ? equals >= 0 || isKeyCut(scenario, key)
        : (/[,;]$/.test(value) && (key === 'compare' || isViewKey(key))) ||
          (key === 'lane' && isLaneCut(scenario, value)) ||
          (key === 'listen' &&
            value.includes(',') &&
            isLaneCut(scenario, value.slice(value.indexOf(',') + 1)));
    if (isLast && isCut) {
      problems.push(cutOff(pair));
      continue;
    }
    if (seenKeys.has(key))
      problems.push(`“${shorten(key)}” is in this link more than once: its last value counts.`);
    seenKeys.add(key);
    if (isViewKey(key)) {
      const shown = readView(view, key, value);
      // Another run than the one that is named would be compared with in silence.
      const wrong = key === 'ref' && 'view' in shown ? decodeV1(value).problems : [];
      const read = wrong.length > 0 ? { problem: notARun(value) } : shown;
      const isUnended = (): boolean =>
        isTruncatedValue(key, value) || wrong.some((text) => text.startsWith(cutOff('')));
      if ('view' in read) view = read.view;
      else problems.push(isLast && isUnended() ? cutOff(pair) : `${read.problem}.`);
    } else {
      const changed = readChange(start.preset, scenario, key, value);
      // A list without its end is no list.
      const isBroken = isLast && endsInJson(value);
      if (changed === null)
        problems.push(isBroken ? cutOff(pair) : `“${shorten(pair)}” does not fit this scenario.`);
      else scenario = key === 'duration' && !isMeasured ? lasting(scenario, readValue(value)) : changed;
      if (isLast && changed !== null) end = { path: key, pair, value };
    }
  }
  const known = knownView(scenario, view);
  problems.push(...known.problems);
  return {
    scenario,
    preset: start.preset?.id ?? null,
    view: known.view,
    problems,
    ...(end === null ? {} : { end }),
  };
}

/** The view without what this scenario does not have, and a sentence for each such part. */
function knownView(scenario: JsonObject, view: LinkView): { view: LinkView; problems: string[] } {
  const problems = new Set<string>();
  const labels = laneLabels(scenario);
  const flows = flowCount(scenario);
  const isLane = (label: string | null): boolean => {
    if (label === null || labels.length === 0 || labels.includes(label)) return true;
    problems.add(`There is no lane named “${shorten(label)}”. Lanes: ${labels.slice(0, 6).join(', ')}.`);
    return false;
  };
  const isFlow = (flow: number): boolean => {
    if (flow < flows) return true;
    problems.add(`There is no flow ${flow}. Flows: 0 to ${flows - 1}.`);
    return false;
  };
  const { lane, listen, flow, pair } = view;
  const known = {
    ...view,
    lane: isLane(lane) ? lane : null,
    listen: listen !== null && isLane(listen.lane) ? listen : null,
    flow: flow !== null && isFlow(flow) ? flow : null,
    pair: pair?.every(isFlow) === true ? pair : null,
  };
  return { view: known, problems: [...problems] };
}

/** Labels of the lanes, as links name them. */
function laneLabels({ compare }: JsonObject): string[] {
  return (Array.isArray(compare) ? compare : []).flatMap((entry) => {
    const label = isObject(entry) ? (entry['label'] ?? entry['algorithm']) : entry;
    return typeof label === 'string' ? [label] : [];
  });
}

/** The number of flows, each repetition counted; infinite if the scenario does not say it here. */
function flowCount({ flows }: JsonObject): number {
  if (!Array.isArray(flows)) return Infinity;
  const counts = flows.map((group) => (isObject(group) ? (group['count'] ?? 1) : null));
  return counts.every((count) => typeof count === 'number')
    ? counts.reduce((sum, count) => sum + count, 0)
    : Infinity;
}

/** Whether a link ends within a key or just behind it. A text may be empty, and `-key` removes a key. */
function isKeyCut(scenario: JsonObject, key: string): boolean {
  if (key.startsWith('-')) return getPath(scenario, key.slice(1)) === undefined;
  return typeof getPath(scenario, key) !== 'string';
}

/** Whether a lane's label goes on where this one ends, and no lane has this one. */
function isLaneCut(scenario: JsonObject, label: string): boolean {
  const known = laneLabels(scenario);
  return !known.includes(label) && isBegun(label, known);
}

function readChange(
  preset: Preset | null,
  scenario: JsonObject,
  key: string,
  text: string,
): JsonObject | null {
  if (key.startsWith('-')) return text === '' ? setPath(scenario, key.slice(1), undefined) : null;
  const value = key === 'compare' ? readCompare(preset, text) : readValue(text);
  if (value === null && text !== 'null') return null;
  if (isHostile(value)) return null;
  return setPath(scenario, key, value);
}
