import { brotliDecompressSync } from 'node:zlib';

/** The indices of `cmap`, `glyf` and `loca` in WOFF2's table of known tags (WOFF2, 4.1). */
const CMAP = 0;
const GLYF = 10;
const LOCA = 11;
const OTHER_TAG = 63;

/** The characters that have a glyph in a WOFF2 font, from its `cmap` of format 12. */
export function charactersOf(file: Buffer): Set<number> {
  let at = 48;
  const base128 = (): number => {
    for (let value = 0; ;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let offset = 0;
  let found: { offset: number; length: number } | null = null;
  for (let left = file.readUInt16BE(12); left > 0; left -= 1) {
    const flags = file.readUInt8(at++);
    const tag = flags & 63;
    if (tag === OTHER_TAG) at += 4;
    const original = base128();
    // `glyf` and `loca` are transformed unless the version is 3; other tables only if it is not 0.
    const isOwnForm = (tag === GLYF || tag === LOCA) !== flags >> 6 > 0;
    const length = isOwnForm ? base128() : original;
    if (tag === CMAP) found = { offset, length };
    offset += length;
  }
  if (found === null) throw new Error('a font without characters');
  const tables = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  return readCmap(tables.subarray(found.offset, found.offset + found.length));
}

function readCmap(cmap: Buffer): Set<number> {
  const characters = new Set<number>();
  for (let table = 0; table < cmap.readUInt16BE(2); table += 1) {
    const at = cmap.readUInt32BE(4 + table * 8 + 4);
    if (cmap.readUInt16BE(at) !== 12) continue;
    for (let group = 0; group < cmap.readUInt32BE(at + 12); group += 1) {
      const last = cmap.readUInt32BE(at + 16 + group * 12 + 4);
      for (let sign = cmap.readUInt32BE(at + 16 + group * 12); sign <= last; sign += 1) characters.add(sign);
    }
  }
  return characters;
}

/** The code points of a letter's mathematical italic form; empty if it has none. */
export function italicOf(letter: string): number[] {
  const code = letter.codePointAt(0) ?? 0;
  if (letter.length !== 1) return [];
  // Planck's constant was in Unicode before the block of mathematical letters.
  if (letter === 'h') return [0x210e];
  if (/[A-Z]/.test(letter)) return [0x1d434 + code - 0x41];
  if (/[a-z]/.test(letter)) return [0x1d44e + code - 0x61];
  if (/[Α-Ω]/.test(letter)) return [0x1d6e2 + code - 0x391];
  if (/[α-ω]/.test(letter)) return [0x1d6fc + code - 0x3b1];
  return [];
}
