/**
 * Links that were cut off: chats and mail programs break long addresses. Only the last part of a
 * link can be incomplete. If that part is a valid one, nothing shows that more stood there.
 */
import { nearestName } from '../nearest.ts';
import { shorten } from './linkTexts.ts';

/** The last change of a link, for the engine's answer: only the engine knows the valid values. */
export interface LinkEnd {
  path: string;
  /** As it stands in the link. */
  pair: string;
  value: string;
}

export function cutOff(rest: string): string {
  return rest === ''
    ? 'The link was cut off.'
    : `The link was cut off. Its last part “${shorten(rest)}” is left out.`;
}

/** Of a last part whose value is refused. */
export const maybeCutOff = (rest: string): string =>
  `Its last part “${shorten(rest)}” is left out; perhaps the link was cut off.`;

/** Whether one of the known texts goes on where this one ends. */
export function isBegun(text: string, known: readonly string[]): boolean {
  return known.some((whole) => whole.length > text.length && whole.startsWith(text));
}

/** The known id that an unknown one means, if one is near; cut: the unknown one is its beginning. */
export function meantBy(id: string, known: readonly string[]): { id: string | null; isCut: boolean } {
  const begun = known.filter((whole) => whole.length > id.length && whole.startsWith(id));
  const shortest = begun.toSorted((a, b) => a.length - b.length)[0];
  return shortest === undefined
    ? { id: nearestName(id, known), isCut: false }
    : { id: shortest, isCut: true };
}

/** A percent sign without its two digits. */
export function endsInEscape(text: string): boolean {
  return /%[\da-f]?$/i.test(text);
}

/** Whether a JSON text ends within a list, an object or a string. JSON that is whole may be wrong, but is not cut. */
export function endsInJson(text: string): boolean {
  if (!/^[[{"]/.test(text)) return false;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted && sign === '\\') at += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && '[{'.includes(sign)) depth += 1;
    else if (!isQuoted && ']}'.includes(sign)) depth -= 1;
  }
  return isQuoted || depth > 0;
}

/** An item is missing. */
const UNFINISHED = /^$|,$/;
/** The fraction or the unit of a number may go on: of `15m`, but not of `15ms`. */
const NUMBER = /^\d+(?:\.\d*)?[A-Za-z]*$/;
const WHOLE_UNIT = /(?:s|B|pkt|bdp)$/;

/** Whether the value that the engine refuses at this place is the beginning of an allowed one. */
export function isCutOff(
  end: LinkEnd,
  refused: { path: string; allowed: string; nearest: string | null },
): boolean {
  const isThere = refused.path !== '' && isSamePlace(refused.path, end.path);
  if (!isThere) return false;
  const word = end.value.split(',').at(-1) ?? '';
  const allowed = refused.allowed.split(/[^\w+.-]+/);
  const mayGoOn = NUMBER.test(end.value) && !WHOLE_UNIT.test(end.value);
  const isUnfinished = UNFINISHED.test(end.value) || endsInJson(end.value);
  return mayGoOn || isUnfinished || isBegun(word, [...allowed, refused.nearest ?? '']);
}

/** Whether one path lies within the other. An item has a name in a link, and an index for the engine. */
function isSamePlace(a: string, b: string): boolean {
  const there = b.split('.');
  const isIndex = (key: string | undefined): boolean => key !== undefined && /^\d+$/.test(key);
  return a
    .split('.')
    .slice(0, there.length)
    .every((key, at) => key === there[at] || isIndex(key) || isIndex(there[at]));
}
