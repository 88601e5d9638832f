/**
 * Numbers for measures that nobody measured, the same for the same measure: what an expression makes
 * of them is what was read, and no run is needed to see it.
 */

/** As many runs as are invented. */
export const INVENTED_RUNS = 32;

/** Between 1e-4 and 1e8, evenly by their magnitude: packets, seconds and bits per second alike. */
export function invented(measure: string, run: number): number {
  // FNV-1a, and its bits stirred once more.
  let hash = 0x811c9dc5;
  for (const char of `${String(run)} ${measure}`)
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  hash = (hash ^ (hash >>> 13)) >>> 0;
  return 10 ** (-4 + (12 * hash) / 2 ** 32);
}
