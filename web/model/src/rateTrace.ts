/** Rate traces in mahimahi's form: a line per opportunity to send 1500 bytes, in milliseconds. */

/** The most opportunities that a page accepts in a trace. */
const MOST_CHANCES = 500_000;

/** Whether the beginning of a text looks like a rate trace: lines of one whole number each. */
export function looksLikeRateTrace(head: string): boolean {
  return /^(\s*\d+[ \t]*\r?\n){2}/.test(head);
}

/** The instants of a trace, or why it is invalid. The engine checks the rest. */
export function readRateTrace(text: string): { opportunitiesMs: number[] } | { problem: string } {
  const opportunitiesMs: number[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const word = line.trim();
    if (word === '') continue;
    const instant = Number(word);
    const last = opportunitiesMs.at(-1) ?? 0;
    if (!/^\d+$/.test(word) || !Number.isSafeInteger(instant))
      return { problem: `Line ${String(at + 1)}: only whole milliseconds are allowed.` };
    if (instant < last) return { problem: `Line ${String(at + 1)}: the times must not decrease.` };
    if (opportunitiesMs.length === MOST_CHANCES)
      return { problem: `It has more than ${String(MOST_CHANCES)} lines.` };
    opportunitiesMs.push(instant);
  }
  return { opportunitiesMs };
}
