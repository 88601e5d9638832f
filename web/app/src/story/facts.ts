/** Facts that several kinds of story need. */
import { focusSeries } from '@ackscope/model';
import { termOf } from './occasions.ts';
import type { Passage } from './flowLog.ts';
import type { Source } from './types.ts';
import { change } from './words.ts';

/** Times of the same instant, which were added up in another order. */
const SAME_S = 1e-9;

export const isSame = (aS: number, bS: number): boolean => Math.abs(aS - bS) < SAME_S;

/** The event of the flow at an instant with one of these kinds, about one segment if given; −1 if there is none. */
export function eventAt(
  { trace, rules }: Source,
  timeS: number,
  kinds: readonly string[],
  number?: number,
): number {
  const { events, focus } = trace;
  for (let index = events.indexAt(timeS + SAME_S); index >= 0; index -= 1) {
    const atS = events.timeS[index] ?? 0;
    if (atS < timeS - SAME_S) return -1;
    if (events.source[index] !== focus) continue;
    if (number !== undefined && termOf(trace, rules, index, 'segment') !== number) continue;
    if (kinds.includes(rules.get(events.rule[index] ?? -1)?.kind ?? '')) return index;
  }
  return -1;
}

/** The event of a channel about one segment, at an instant; −1 if there is none. */
export function channelEvent(
  { trace, rules }: Source,
  kinds: readonly string[],
  number: number,
  nearS: number,
): number {
  const { events } = trace;
  let best = -1;
  for (let index = 0; index < events.count; index += 1) {
    if (!kinds.includes(rules.get(events.rule[index] ?? -1)?.kind ?? '')) continue;
    if (termOf(trace, rules, index, 'number') !== number) continue;
    if (termOf(trace, rules, index, 'flow') !== trace.focus) continue;
    const distance = Math.abs((events.timeS[index] ?? 0) - nearS);
    if (best < 0 || distance < Math.abs((events.timeS[best] ?? 0) - nearS)) best = index;
  }
  return best;
}

export const keyOf = ({ trace, rules }: Source, index: number): string =>
  rules.get(trace.events.rule[index] ?? -1)?.key ?? '';

/** A series just before and after an instant. Its bin may hold samples of both. */
function around({ trace }: Source, name: string, timeS: number): readonly [before: number, after: number] {
  const columns = focusSeries(trace, name)[0];
  const at = columns?.indexAt(timeS + SAME_S) ?? -1;
  if (columns === undefined || at < 0) return [NaN, NaN];
  return [Math.max(columns.last[at - 1] ?? 0, columns.max[at] ?? 0), columns.last[at] ?? NaN];
}

/** How the window changes at an instant: at once, or towards the threshold; null if it hardly does. */
export function windowStep(source: Source, timeS: number): { size: string; isGradual: boolean } | null {
  const [before, after] = around(source, 'cwnd', timeS);
  if (Math.abs(after - before) > 0.5) return { size: change(before, after), isGradual: false };
  const [, goal] = around(source, 'ssthresh', timeS);
  return goal < before - 0.5 ? { size: change(before, goal), isGradual: true } : null;
}

/** "window 84 → 42", as a step says it. */
export function windowChange(source: Source, timeS: number): string {
  const step = windowStep(source, timeS);
  return step === null ? '' : `window ${step.size}${step.isGradual ? ', step by step' : ''}`;
}

/** What is replayed ends with the run, or not before this time. */
export const reaches = ({ flow, trace }: Source, timeS: number): boolean =>
  flow.log.to_s >= Math.min(trace.info.duration_s, timeS) - SAME_S;

export const isAtEnd = (source: Source): boolean => reaches(source, Infinity);

export const after = (
  list: readonly Passage[],
  timeS: number,
  is: (one: Passage) => boolean,
): Passage | null => list.find((one) => one.timeS > timeS && is(one)) ?? null;

export const before = (
  list: readonly Passage[],
  timeS: number,
  is: (one: Passage) => boolean,
): Passage | null => list.findLast((one) => one.timeS <= timeS && is(one)) ?? null;

/** The ACKs between two times that ask once more for a segment that is missing. */
export function duplicates({ flow }: Source, number: number, fromS: number, toS: number): Passage[] {
  return flow.acks.filter((ack) => {
    if (ack.number !== number || ack.timeS <= fromS || ack.timeS > toS + SAME_S) return false;
    return (flow.triggerOf(ack)?.number ?? -1) > number;
  });
}
