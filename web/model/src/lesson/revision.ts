/** Hashes that name a text: 32 bits by FNV-1a. They tell versions apart, and protect nothing. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}

/** The revision of a lesson's text: eight hexadecimal digits. */
export const revisionOf = (text: string): string => hash32(text).toString(16).padStart(8, '0');

/** The number in codes of a lesson from elsewhere: 96 to 127, by its address. Two may have the same. */
export const foreignCode = (address: string): number => 96 + (hash32(address) % 32);
