const COUNTS = 'no one two three four five six seven eight nine ten'.split(' ');

/** Ten and fewer are written. */
export const countInWords = (count: number): string => COUNTS[count] ?? String(count);
