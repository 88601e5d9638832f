/**
 * The address of the page for writing: `#write/<script>?of=<link>&draft=<text>`. The link has the
 * scenario with its scripts; the draft is a text that is not in the scenario, because it has
 * mistakes or nobody has read it yet.
 */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { encodeLink, MAX_LINK_LENGTH } from './codec.ts';
import type { LinkContent } from './codec.ts';
import { MAX_QUERY_LENGTH, routeHref } from './pages.ts';

/** Limit of a draft after inflation. */
const DRAFT_BYTES = 65_536;

/** What an address of the page says beside the script's id. */
export interface WriteQuery {
  /** The link to the scenario; null: the scenario on the screen. */
  of: string | null;
  draft: string | null;
  /** The line to show, from 1; 0 for none. */
  line: number;
}

export interface WriteHref {
  href: string;
  /** Its length and the limit, if it is too long to be read again. */
  tooLong: { length: number; most: number } | null;
}

/** The address of a script of the scenario. */
export function writeHref(id: string, content: LinkContent, draft: string | null): WriteHref {
  const of = encodeLink(content);
  const query = new URLSearchParams({ of, ...(draft === null ? {} : { draft: packed(draft) }) }).toString();
  const href = `${routeHref('write', id)}?${query}`;
  if (of.length > MAX_LINK_LENGTH) return { href, tooLong: { length: of.length, most: MAX_LINK_LENGTH } };
  if (query.length > MAX_QUERY_LENGTH)
    return { href, tooLong: { length: query.length, most: MAX_QUERY_LENGTH } };
  return { href, tooLong: null };
}

export function readWrite(query: string): WriteQuery {
  const found = new URLSearchParams(query);
  const draft = found.get('draft');
  const line = Number(found.get('line') ?? 0);
  return {
    of: found.get('of'),
    draft: draft === null ? null : unpacked(draft),
    line: Number.isInteger(line) && line > 0 ? line : 0,
  };
}

function packed(text: string): string {
  return toBase64Url(deflateSync(strToU8(text), { level: 9 }));
}

/** Null if it is damaged. */
function unpacked(text: string): string | null {
  const bytes = fromBase64Url(text);
  if (bytes === null || bytes.length === 0) return null;
  try {
    return strFromU8(inflateSync(bytes, { out: new Uint8Array(DRAFT_BYTES) }));
  } catch {
    return null;
  }
}
