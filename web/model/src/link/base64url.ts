/** Bytes as text that needs no escapes in an address (RFC 4648 section 5, no padding). */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const VALUES = new Map(Array.from(ALPHABET).map((letter, value) => [letter, value]));

export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b, c] = bytes.subarray(index, index + 3);
    const group = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    const letters = b === undefined ? 2 : c === undefined ? 3 : 4;
    for (let letter = 0; letter < letters; letter += 1) {
      text += ALPHABET.charAt((group >> (18 - 6 * letter)) & 63);
    }
  }
  return text;
}

/** Returns null for text that `toBase64Url` never writes. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null;
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let group = 0;
  let bits = 0;
  let at = 0;
  for (const letter of text) {
    const value = VALUES.get(letter);
    if (value === undefined) return null;
    group = ((group << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at] = (group >> bits) & 255;
      at += 1;
    }
  }
  return bytes;
}
