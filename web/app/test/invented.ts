/**
 * Invented numbers for measures. The same measure and run always give the same number. The value of
 * an expression then shows how it was parsed, without a run.
 */

export const INVENTED_RUNS = 32;

/** Between 1e-4 and 1e8, uniform on a log scale: fits packets, seconds and bits per second. */
export function invented(measure: string, run: number): number {
  // FNV-1a with an additional mixing of the bits.
  let hash = 0x811c9dc5;
  for (const char of `${String(run)} ${measure}`)
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  hash = (hash ^ (hash >>> 13)) >>> 0;
  return 10 ** (-4 + (12 * hash) / 2 ** 32);
}
