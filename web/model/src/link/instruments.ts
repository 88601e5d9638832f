/**
 * Instruments as links write them: `cursors=85.7..117.7,cwnd,41.7..83.5`,
 * `trigger=loss,all,traffic,-6..19`, `trigger=level,all,cwnd:rise:60`,
 * `listen=0.5,vegas`, `math=cwnd/rtt;queue/rate`.
 */
import { MAX_CHANNELS } from '../slices/instruments.ts';
import type { Cursors, Listen } from '../slices/instruments.ts';
import { DEFAULT_TRIGGER, TRIGGER_EVENTS, TRIGGER_MODES, TRIGGER_PLACES } from '../slices/trigger.ts';
import type { Trigger } from '../slices/trigger.ts';
import { momentText, readNumber, readTime, valueText } from './linkTexts.ts';

export const ROW_ID = /^[a-z][a-z0-9-]{0,31}$/;

export function cursorsText({ timeS, row, levels }: Cursors): string {
  const times = timeS.map((moment) => momentText(Number(moment.toPrecision(8)))).join('..');
  return [times, row, ...(levels === null ? [] : [levels.map(valueText).join('..')])].join(',');
}

/** Returns null unless the text has two times, a row and optionally two levels. */
export function readCursors(text: string): Cursors | null {
  const [times = '', row = '', levels, ...rest] = text.split(',');
  const timeS = pairOf(times, readTime);
  const of = levels === undefined ? null : pairOf(levels, readNumber);
  if (timeS === null || !ROW_ID.test(row) || rest.length > 0) return null;
  return levels !== undefined && of === null ? null : { timeS, row, levels: of };
}

export function triggerText({ event, mode, level, place, span }: Trigger): string {
  return [
    event,
    mode,
    ...(level === null ? [] : [`${level.row}:${level.isRising ? 'rise' : 'fall'}:${valueText(level.value)}`]),
    ...(place === null ? [] : [place]),
    ...(span === null ? [] : [span.map(valueText).join('..')]),
  ].join(',');
}

/** Returns null without a known event and mode, or with a part that is no level, place or span. */
export function readTrigger(text: string): Trigger | null {
  const [first, second, ...rest] = text.split(',');
  const event = TRIGGER_EVENTS.find((id) => id === first);
  const mode = TRIGGER_MODES.find((id) => id === second);
  if (event === undefined || mode === undefined) return null;
  let trigger: Trigger = { ...DEFAULT_TRIGGER, event, mode };
  for (const part of rest) {
    const place = TRIGGER_PLACES.find((id) => id === part);
    const span = pairOf(part, readNumber);
    const level = readLevel(part);
    if (place !== undefined) trigger = { ...trigger, place };
    else if (span !== null && span[0] <= 0 && span[1] > 0) trigger = { ...trigger, span };
    else if (level !== null) trigger = { ...trigger, level };
    else return null;
  }
  return event === 'level' && trigger.level === null ? null : trigger;
}

export function listenText({ lane, level }: Listen): string {
  return lane === null ? valueText(level) : `${valueText(level)},${lane}`;
}

/** Returns null if the text does not begin with a level from 0 to 1. */
export function readListen(text: string): Listen | null {
  const mark = text.indexOf(',');
  const level = readNumber(mark < 0 ? text : text.slice(0, mark));
  const lane = mark < 0 ? null : text.slice(mark + 1);
  if (level === null || level < 0 || level > 1 || lane === '' || (lane?.length ?? 0) > 80) return null;
  return { lane, level };
}

/** The longest expression that the engine accepts, in characters. */
const LONGEST_CHANNEL = 200;

export function mathText(math: readonly string[]): string {
  return math.filter((text) => text.trim() !== '').join(';');
}

/** Returns null for too many expressions, or for one that is too long or has invalid characters. */
export function readMath(text: string): string[] | null {
  const math = text.split(';');
  const fine = math.every((part) => part.length <= LONGEST_CHANNEL && /^[\x20-\x7e]*$/.test(part));
  return fine && math.length <= MAX_CHANNELS ? math : null;
}

function readLevel(text: string): Trigger['level'] {
  const [row = '', way, number = '', ...rest] = text.split(':');
  const value = readNumber(number);
  if (!ROW_ID.test(row) || value === null || rest.length > 0) return null;
  return way === 'rise' || way === 'fall' ? { row, value, isRising: way === 'rise' } : null;
}

function pairOf(text: string, read: (part: string) => number | null): [number, number] | null {
  const [a, b, ...rest] = text.split('..').map(read);
  return typeof a === 'number' && typeof b === 'number' && rest.length === 0 ? [a, b] : null;
}
