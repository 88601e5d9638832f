/** Rate traces in mahimahi's form: a line per opportunity to send 1500 bytes, in milliseconds. */

/** The longest trace, as on the command line. */
export const MAX_BYTES = 16_777_216;

/** 24 Gbit: 40 minutes at 10 Mbit/s. More would hold the page for seconds. */
const MAX_INSTANTS = 2_000_000;

/** Whether the beginning of a text looks like a rate trace: lines of one whole number each. */
export function looksLikeRateTrace(head: string): boolean {
  return /^(\s*\d+[ \t]*\r?\n){2}/.test(head);
}

/** The instants of a trace, or why it is invalid. The engine checks the rest. */
export function readRateTrace(lines: readonly string[]): { opportunitiesMs: number[] } | { problem: string } {
  const opportunitiesMs: number[] = [];
  let last = 0;
  for (const [at, line] of lines.entries()) {
    const word = line.trim();
    if (word === '') continue;
    const instant = Number(word);
    if (!/^\d+$/.test(word) || !Number.isSafeInteger(instant))
      return { problem: `Line ${at + 1}: only whole milliseconds are allowed.` };
    if (instant < last) return { problem: `Line ${at + 1}: the times must not decrease.` };
    if (opportunitiesMs.length === MAX_INSTANTS)
      return {
        problem: `It has more than ${MAX_INSTANTS} instants, which is the most that the page reads.`,
      };
    last = instant;
    opportunitiesMs.push(instant);
  }
  return { opportunitiesMs };
}
