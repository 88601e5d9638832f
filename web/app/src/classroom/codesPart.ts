/** The codes of a class in an address: `codes=00G2-…,00GH-…`. */
import { wholeText } from '@ackscope/model';

/** As many codes as an address holds. */
const MAX_CODES = 500;
const LONGEST = 11_000;

/** The codes in an address, one on each line. */
export const readCodeList = (query: URLSearchParams): string =>
  (query.get('codes') ?? '').split(',').slice(0, MAX_CODES).join('\n');

/** Sixteen characters with spaces and hyphens between them, and no other letter, digit or hyphen behind them. */
const CODE = /^(?:[0-9a-z][\s\u002d\u2010-\u2015]*){15}[0-9a-z](?![\p{L}\p{N}\u002d\u2010-\u2015])/iu;

/** A line without the name beside its code: an address holds no names. The engine reads a line in the same way. */
export function codeOf(line: string): string {
  const bare = line.trim().replace(/^["']|["']$/g, '');
  const last = CODE.exec([...bare].toReversed().join(''))?.[0];
  if (last !== undefined) return bare.slice(-last.length);
  return CODE.exec(bare)?.[0] ?? line;
}

/** The codes as a part of an address; empty without codes. */
export function codesPart(codes: string): string {
  const lines = codes
    .split('\n')
    .map((line) => encodeURIComponent(wholeText(codeOf(line).trim().replaceAll(',', ' '))))
    .filter((line) => line !== '')
    .slice(0, MAX_CODES);
  // Only whole ones: a part of a code is another code, or none.
  let length = 0;
  const list = lines.filter((line) => (length += line.length + 1) <= LONGEST).join(',');
  return list === '' ? '' : `codes=${list}`;
}
