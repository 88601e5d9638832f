/** Reading the events of a lane: which are worth a mark, how to step from one to the next. */
import { CHANNEL_BIT, MARK_KIND } from '@ackscope/engine';
import type { Catalogue, Rule, RuleKind } from '@ackscope/engine';
import { Moments } from './moments.ts';
import type { LaneRun } from './slices/run.ts';
import type { LabStore } from './store.ts';
import type { LaneTrace } from './trace.ts';

/** Marks on the compared flow, most serious first; where two fall together the first one speaks. */
export const MARKED_KINDS: readonly RuleKind[] = ['timeout', 'window-cut', 'fast-retransmit'];

/** What an inspector explains: marks, and decisions that did not cut cwnd. */
export const EXPLAINED_KINDS: readonly RuleKind[] = [...MARKED_KINDS, 'decision', 'phase'];

export interface EventRef {
  lane: number;
  index: number;
  timeS: number;
  rule: Rule;
}

export type RuleTable = ReadonlyMap<number, Rule>;

export function ruleTable(catalogue: Catalogue): Map<number, Rule> {
  return new Map(catalogue.rules.map((rule) => [rule.id, rule]));
}

/**
 * Adds the rules of the algorithms that a scenario brings with it. Their numbers follow the
 * catalogue's, and all lanes of a run agree on them.
 */
export function followOwnRules(store: LabStore, rules: Map<number, Rule>): () => void {
  const seen = new WeakSet<object>();
  return store.subscribe(({ run }) => {
    for (const { info } of run.lanes) {
      if (info === null || seen.has(info)) continue;
      seen.add(info);
      for (const rule of info.rules) rules.set(rule.id, rule);
    }
  });
}

/** Whether the event at this index is one to mark: of the flow in focus and of a marked kind. */
export function isMarked(trace: LaneTrace, rules: RuleTable, flow: number, index: number): boolean {
  return isOfKind(trace, rules, flow, index, MARKED_KINDS);
}

function isOfKind(
  trace: LaneTrace,
  rules: RuleTable,
  flow: number,
  index: number,
  kinds: readonly RuleKind[],
): boolean {
  const source = trace.events.source[index];
  if (source === undefined || source >= CHANNEL_BIT || source !== flow) return false;
  const rule = rules.get(trace.events.rule[index] ?? -1);
  if (rule === undefined || !kinds.includes(rule.kind)) return false;
  // The end of a recovery explains nothing; an algorithm's own change of phase does.
  return rule.kind !== 'phase' || rule.algorithm !== null;
}

function refAt(trace: LaneTrace, rules: RuleTable, lane: number, index: number): EventRef | null {
  const rule = rules.get(trace.events.rule[index] ?? -1);
  const timeS = trace.events.timeS[index];
  return rule === undefined || timeS === undefined ? null : { lane, index, timeS, rule };
}

export function eventRef(
  lanes: readonly LaneRun[],
  rules: RuleTable,
  lane: number,
  index: number,
): EventRef | null {
  const trace = lanes[lane]?.trace;
  if (!trace || index < 0 || index >= trace.events.count) return null;
  return refAt(trace, rules, lane, index);
}

/** Everything that explains one instant in one lane: the window's own rule first. */
export function explanationsAt(lanes: readonly LaneRun[], rules: RuleTable, event: EventRef): EventRef[] {
  const trace = lanes[event.lane]?.trace;
  return trace ? together(trace, rules, trace.focus, event.lane, event.index, EXPLAINED_KINDS) : [];
}

function together(
  trace: LaneTrace,
  rules: RuleTable,
  flow: number,
  lane: number,
  at: number,
  kinds: readonly RuleKind[],
): EventRef[] {
  const timeS = trace.events.timeS[at];
  let first = at;
  while (first > 0 && trace.events.timeS[first - 1] === timeS) first -= 1;
  const found: EventRef[] = [];
  for (let index = first; index < trace.events.count && trace.events.timeS[index] === timeS; index += 1) {
    if (!isOfKind(trace, rules, flow, index, kinds)) continue;
    const event = refAt(trace, rules, lane, index);
    if (event) found.push(event);
  }
  return found.sort((a, b) => rank(a.rule) - rank(b.rule));
}

/** What cut the window says more than what made it look: an algorithm's own rule before TCP's. */
function rank(rule: Rule): number {
  const own = rule.algorithm === null ? 10 : 0;
  return own + EXPLAINED_KINDS.indexOf(rule.kind);
}

/** Of the marks at one instant in one lane, the one that explains most. */
function mostTelling(
  trace: LaneTrace,
  rules: RuleTable,
  flow: number,
  lane: number,
  at: number,
): EventRef | null {
  return together(trace, rules, flow, lane, at, MARKED_KINDS)[0] ?? null;
}

/** The last decision of a lane at or before a time, whether or not it cut the window. */
export function decisionBefore(lane: number, run: LaneRun, rules: RuleTable, timeS: number): EventRef | null {
  const trace = run.trace;
  if (trace === null) return null;
  const flow = trace.focus;
  for (let index = trace.events.indexAt(timeS); index >= 0; index -= 1) {
    if (!isOfKind(trace, rules, flow, index, EXPLAINED_KINDS)) continue;
    return together(trace, rules, flow, lane, index, EXPLAINED_KINDS)[0] ?? null;
  }
  return null;
}

/** The mark of a lane nearest to a time, if one lies within `withinS` of it. */
export function markNear(
  lane: number,
  run: LaneRun,
  rules: RuleTable,
  timeS: number,
  withinS: number,
): EventRef | null {
  const trace = run.trace;
  if (trace === null) return null;
  const flow = trace.focus;
  let best = -1;
  let bestDistance = withinS;
  for (let index = trace.events.indexAt(timeS + withinS); index >= 0; index -= 1) {
    const at = trace.events.timeS[index] ?? -Infinity;
    if (at < timeS - withinS) break;
    if (Math.abs(at - timeS) <= bestDistance && isMarked(trace, rules, flow, index)) {
      best = index;
      bestDistance = Math.abs(at - timeS);
    }
  }
  return best < 0 ? null : mostTelling(trace, rules, flow, lane, best);
}

/**
 * The next (or previous) event of a lane strictly after (before) a time: a mark, or where the lane
 * has none left what its algorithm decided. Vegas, which seldom cuts, decides all the time.
 */
export function stepEvent(
  lane: number,
  run: LaneRun,
  rules: RuleTable,
  timeS: number,
  direction: 1 | -1,
): EventRef | null {
  const { trace } = run;
  if (trace === null) return null;
  const { events, focus } = trace;
  const nextOf = (kinds: readonly RuleKind[]): EventRef | null => {
    let index = direction > 0 ? events.indexAt(timeS) + 1 : events.indexAt(timeS);
    for (; index >= 0 && index < events.count; index += direction) {
      if (events.timeS[index] !== timeS && isOfKind(trace, rules, focus, index, kinds))
        return together(trace, rules, focus, lane, index, kinds)[0] ?? null;
    }
    return null;
  };
  return nextOf(MARKED_KINDS) ?? nextOf(EXPLAINED_KINDS);
}

function markOf(kind: RuleKind | undefined): number {
  if (kind === 'timeout') return MARK_KIND.timeout;
  return kind === 'fast-retransmit' ? MARK_KIND.fastRetransmit : MARK_KIND.cut;
}

/** Up to when a lane's events of these kinds are complete, and how many more were counted. */
export interface MarksLeftOut {
  fromS: number;
  count: number;
}

/** A run keeps a few thousand events per rule: null if none of these kinds reached that. */
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
 * The marks of one lane as columns, collected as the events come: charts redraw many times while a
 * run streams in, and must not search the whole list each time. Their kinds are those of
 * `MARK_KIND`; of several at once the most serious stands.
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
      // A cut and what goes with it are one mark: a timeout if one of them is, else a fast
      // retransmit.
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
