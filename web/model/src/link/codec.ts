/** Converts between address and screen, and picks the version. Reading never throws. */
import { DEFAULT_PRESET, OPENING_PRESET } from '../presets.ts';
import { cutOff, isBegun } from './cut.ts';
import { decodeV1, encodeV1, PREFIX_V1 } from './v1.ts';
import type { DecodedLink, LinkContent } from './v1.ts';
import { EMPTY_VIEW, shorten } from './view.ts';

export type { DecodedLink, LinkContent } from './v1.ts';
export type { LinkView } from './view.ts';
export { EMPTY_VIEW, MAX_REF_LENGTH, notARun } from './view.ts';

/** Longer addresses are refused without parsing: no valid scenario needs a quarter of this. */
export const MAX_LINK_LENGTH = 8000;

/** The fragment without its `#`. */
export function encodeLink(content: LinkContent): string {
  return encodeV1(content);
}

/**
 * Reads a fragment, with or without its `#`. An empty one gives the default preset. `others`: what else an address
 * may be, such as a page's name; the beginning of one was cut off.
 */
export function decodeLink(fragment: string, others: readonly string[] = []): DecodedLink {
  const text = fragment.startsWith('#') ? fragment.slice(1) : fragment;
  if (text === '') return fallback([]);
  if (text.length > MAX_LINK_LENGTH) {
    return fallback([`This link is ${text.length} characters long. At most ${MAX_LINK_LENGTH} are allowed.`]);
  }
  if (text.startsWith(PREFIX_V1)) return decodeV1(text);
  const version = /^v(\d{1,4})\//.exec(text);
  if (version)
    return fallback([`This link was made by a newer Ackscope (link version ${version[1] ?? ''}).`]);
  if (isBegun(text, [PREFIX_V1, ...others])) return fallback([cutOff('')]);
  return fallback([`“${shorten(text)}” is not an Ackscope link.`]);
}

/** What the page opens with, without a link. */
export const openingLink = (): DecodedLink => fallback([], OPENING_PRESET);

function fallback(problems: string[], { scenario, id } = DEFAULT_PRESET): DecodedLink {
  return { scenario, preset: id, view: EMPTY_VIEW, problems };
}
