/** Reads the events of a lane: which ones get a mark, and how to step between them. */
import { CHANNEL_BIT, MARK_KIND } from '@ackscope/engine';
import type { Catalogue, RuleKind, ShownRule } from '@ackscope/engine';
import { bottleneckChannel } from './bottleneck.ts';
import { Moments } from './moments.ts';
import type { LaneTrace } from './trace.ts';

/** Kinds that get a mark on the compared flow; at one instant the first, most serious, wins. */
export const MARKED_KINDS: readonly RuleKind[] = ['timeout', 'window-cut', 'fast-retransmit'];

/** Kinds that the inspector explains: marks, and decisions that did not cut cwnd. */
export const EXPLAINED_KINDS: readonly RuleKind[] = [...MARKED_KINDS, 'decision', 'phase'];

/** What a queue or its link did to a packet. */
const QUEUE_KINDS: readonly RuleKind[] = ['drop', 'mark', 'channel-loss'];
const EXPLAINED_QUEUE_KINDS: readonly RuleKind[] = [...QUEUE_KINDS, 'decision', 'phase'];

/** Whose decisions are meant: the sender in focus, or the queue at its bottleneck. */
export type Decider = 'sender' | 'queue';

export interface EventRef {
  lane: number;
  /** The trace that `index` refers to: the run's record, or a replayed range. */
  trace: LaneTrace;
  index: number;
  timeS: number;
  rule: ShownRule;
}

const sourceOf = (trace: LaneTrace, decider: Decider): number =>
  decider === 'sender' ? trace.focus : CHANNEL_BIT + bottleneckChannel(trace.info, trace.focus);

/** Whether an event belongs to a queue or a link, not to a sender. */
export const isOfQueue = ({ trace, index }: Pick<EventRef, 'trace' | 'index'>): boolean =>
  (trace.events.source[index] ?? 0) >= CHANNEL_BIT;

export type RuleTable = ReadonlyMap<number, ShownRule>;

export function ruleTable(catalogue: Catalogue): Map<number, ShownRule> {
  return new Map(catalogue.rules.map((rule) => [rule.id, rule]));
}

/** Whether the event at this index gets a mark: it is of the flow in focus and of a marked kind. */
export function isMarked(trace: LaneTrace, rules: RuleTable, flow: number, index: number): boolean {
  return isOfKind(trace, rules, flow, index, MARKED_KINDS);
}

function isOfKind(
  trace: LaneTrace,
  rules: RuleTable,
  source: number,
  index: number,
  kinds: readonly RuleKind[],
): boolean {
  if (trace.events.source[index] !== source) return false;
  const rule = rules.get(trace.events.rule[index] ?? -1);
  if (rule === undefined || !kinds.includes(rule.kind)) return false;
  // The end of TCP's recovery explains nothing. A phase change of an algorithm or a queue does.
  return rule.kind !== 'phase' || rule.algorithm !== null || source >= CHANNEL_BIT;
}

function refAt(trace: LaneTrace, rules: RuleTable, lane: number, index: number): EventRef | null {
  const rule = rules.get(trace.events.rule[index] ?? -1);
  const timeS = trace.events.timeS[index];
  return rule === undefined || timeS === undefined ? null : { lane, trace, index, timeS, rule };
}

/** All that the decider did at the event's instant, the algorithm's own rule first. */
export function explanationsAt(rules: RuleTable, event: EventRef): EventRef[] {
  const source = event.trace.events.source[event.index] ?? -1;
  return together(event.trace, rules, source, event.lane, event.index, explained(source));
}

const explained = (source: number): readonly RuleKind[] =>
  source >= CHANNEL_BIT ? EXPLAINED_QUEUE_KINDS : EXPLAINED_KINDS;

function together(
  trace: LaneTrace,
  rules: RuleTable,
  source: number,
  lane: number,
  at: number,
  kinds: readonly RuleKind[],
): EventRef[] {
  const timeS = trace.events.timeS[at];
  let first = at;
  while (first > 0 && trace.events.timeS[first - 1] === timeS) first -= 1;
  const found: EventRef[] = [];
  for (let index = first; index < trace.events.count && trace.events.timeS[index] === timeS; index += 1) {
    if (!isOfKind(trace, rules, source, index, kinds)) continue;
    const event = refAt(trace, rules, lane, index);
    if (event) found.push(event);
  }
  const order = explained(source);
  // The algorithm's own rule comes before TCP's: it says why the window was cut.
  const rank = ({ rule }: EventRef): number => (rule.algorithm === null ? 10 : 0) + order.indexOf(rule.kind);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** The last decision of a lane's sender at or before a time, whether or not it cut the window. */
export function decisionBefore(
  lane: number,
  trace: LaneTrace | null,
  rules: RuleTable,
  timeS: number,
): EventRef | null {
  if (trace === null) return null;
  for (let index = trace.events.indexAt(timeS); index >= 0; index -= 1) {
    if (!isOfKind(trace, rules, trace.focus, index, EXPLAINED_KINDS)) continue;
    return together(trace, rules, trace.focus, lane, index, EXPLAINED_KINDS)[0] ?? null;
  }
  return null;
}

/**
 * The event of a lane nearest to a time, if within `withinS`. With `ofQueue`, an event of the queue
 * of these kinds; without it, a mark of the sender.
 */
export function markNear(
  lane: number,
  trace: LaneTrace | null,
  rules: RuleTable,
  timeS: number,
  withinS: number,
  ofQueue?: readonly RuleKind[],
): EventRef | null {
  if (trace === null) return null;
  const kinds = ofQueue ?? MARKED_KINDS;
  const source = sourceOf(trace, ofQueue === undefined ? 'sender' : 'queue');
  let best = -1;
  let bestDistance = withinS;
  for (let index = trace.events.indexAt(timeS + withinS); index >= 0; index -= 1) {
    const at = trace.events.timeS[index] ?? -Infinity;
    if (at < timeS - withinS) break;
    if (Math.abs(at - timeS) <= bestDistance && isOfKind(trace, rules, source, index, kinds)) {
      best = index;
      bestDistance = Math.abs(at - timeS);
    }
  }
  return best < 0 ? null : (together(trace, rules, source, lane, best, kinds)[0] ?? null);
}

/**
 * The next (or previous) event of a lane strictly after (before) a time. It is a mark; if the lane
 * has no further mark, it is a decision of its algorithm (Vegas seldom cuts but decides all the
 * time). It searches all `traces`, since a replayed range has more events than the run's record.
 */
export function stepEvent(
  lane: number,
  traces: readonly LaneTrace[],
  rules: RuleTable,
  timeS: number,
  direction: 1 | -1,
  decider: Decider = 'sender',
): EventRef | null {
  const nextIn = (trace: LaneTrace, kinds: readonly RuleKind[]): EventRef | null => {
    const { events } = trace;
    const source = sourceOf(trace, decider);
    let index = direction > 0 ? events.indexAt(timeS) + 1 : events.indexAt(timeS);
    for (; index >= 0 && index < events.count; index += direction) {
      if (events.timeS[index] !== timeS && isOfKind(trace, rules, source, index, kinds))
        return together(trace, rules, source, lane, index, kinds)[0] ?? null;
    }
    return null;
  };
  const nextOf = (kinds: readonly RuleKind[]): EventRef | null =>
    traces
      .flatMap((trace) => nextIn(trace, kinds) ?? [])
      .sort((a, b) => direction * (a.timeS - b.timeS))[0] ?? null;
  return decider === 'sender'
    ? (nextOf(MARKED_KINDS) ?? nextOf(EXPLAINED_KINDS))
    : (nextOf(QUEUE_KINDS) ?? nextOf(EXPLAINED_QUEUE_KINDS));
}

function markOf(kind: RuleKind | undefined): number {
  if (kind === 'timeout') return MARK_KIND.timeout;
  return kind === 'fast-retransmit' ? MARK_KIND.fastRetransmit : MARK_KIND.cut;
}

/** Events that a lane does not keep: the record is complete up to `fromS`, `count` more follow. */
export interface MarksLeftOut {
  fromS: number;
  count: number;
}

/** A run keeps a few thousand events per rule; null if none of these kinds exceeded that. */
export function leftOut(trace: LaneTrace, rules: RuleTable, kinds: readonly RuleKind[]): MarksLeftOut | null {
  let fromS = Infinity;
  let count = 0;
  trace.events.counts.forEach((all, id) => {
    const rule = rules.get(id);
    const kept = trace.events.kept.get(id);
    const missing = all - (kept?.count ?? 0);
    if (missing <= 0 || rule === undefined || !kinds.includes(rule.kind)) return;
    count += missing;
    fromS = Math.min(fromS, kept?.lastS ?? 0);
  });
  return count > 0 ? { fromS, count } : null;
}

/**
 * The marks of one lane as columns, collected as events arrive. Charts redraw many times while a
 * run is computed and must not search the whole list each time. Kinds are those of `MARK_KIND`; of
 * several marks at one instant only the most serious is kept.
 */
export class MarkList extends Moments {
  private seen = 0;
  private flow: number;
  private readonly trace: LaneTrace;
  private readonly rules: RuleTable;

  constructor(trace: LaneTrace, rules: RuleTable) {
    super();
    this.trace = trace;
    this.rules = rules;
    this.flow = trace.focus;
  }

  update(): this {
    const { events } = this.trace;
    if (this.flow !== this.trace.focus) {
      this.flow = this.trace.focus;
      this.seen = 0;
      this.clear();
    }
    for (; this.seen < events.count; this.seen += 1) {
      if (!isMarked(this.trace, this.rules, this.flow, this.seen)) continue;
      const timeS = events.timeS[this.seen] ?? 0;
      const kind = markOf(this.rules.get(events.rule[this.seen] ?? -1)?.kind);
      // A cut and its cause at one instant are one mark: timeout before fast retransmit before cut.
      if (this.count > 0 && this.timeS[this.count - 1] === timeS) {
        const before = this.kind[this.count - 1] ?? MARK_KIND.cut;
        this.kind[this.count - 1] = before === MARK_KIND.timeout || kind === MARK_KIND.cut ? before : kind;
        continue;
      }
      this.add(timeS, kind);
    }
    return this;
  }
}
