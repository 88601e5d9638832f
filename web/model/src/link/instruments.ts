/** Instruments as links write them: `cursors=85.7..117.7,cwnd,41.7..83.5`. */
import type { Cursors } from '../slices/instruments.ts';
import { momentText, readNumber, readTime, valueText } from './words.ts';

export const ROW_ID = /^[a-z][a-z0-9-]{0,31}$/;

export function cursorsText({ timeS, row, levels }: Cursors): string {
  const times = timeS.map((moment) => momentText(Number(moment.toPrecision(8)))).join('..');
  return [times, row, ...(levels === null ? [] : [levels.map(valueText).join('..')])].join(',');
}

/** Null for what is not two times, a row and at most two levels. */
export function readCursors(text: string): Cursors | null {
  const [times = '', row = '', levels, ...rest] = text.split(',');
  const timeS = pairOf(times, readTime);
  const of = levels === undefined ? null : pairOf(levels, readNumber);
  if (timeS === null || !ROW_ID.test(row) || rest.length > 0) return null;
  return levels !== undefined && of === null ? null : { timeS, row, levels: of };
}

function pairOf(text: string, read: (part: string) => number | null): [number, number] | null {
  const [a, b, ...rest] = text.split('..').map(read);
  return typeof a === 'number' && typeof b === 'number' && rest.length === 0 ? [a, b] : null;
}
