/** What a run has stories of: lost and marked segments, and segments sent again though none was lost. */
import { CHANNEL_BIT } from '@ackscope/engine';
import type { LaneWay } from '@ackscope/charts';
import type { LaneTrace, RuleTable } from '@ackscope/model';

export type OccasionKind = 'loss' | 'mark' | 'resent';

export interface Occasion {
  kind: OccasionKind;
  timeS: number;
  number: number;
}

/** A term of an event by its name; NaN if its rule has none. */
export function termOf(trace: LaneTrace, rules: RuleTable, index: number, name: string): number {
  const rule = rules.get(trace.events.rule[index] ?? -1);
  const at = rule?.terms.findIndex((term) => term.name === name) ?? -1;
  return at < 0 ? NaN : (trace.events.termsOf(index)[at] ?? NaN);
}

/** The occasions of the flow in focus, in order of time. */
export function occasionsOf(trace: LaneTrace, rules: RuleTable, way: LaneWay): Occasion[] {
  const { events, focus } = trace;
  const found: Occasion[] = [];
  /** The number's last loss: what is sent again after it belongs to it. */
  const lost = new Set<number>();
  for (let index = 0; index < events.count; index += 1) {
    const [source, timeS] = [events.source[index] ?? 0, events.timeS[index] ?? 0];
    const kind = rules.get(events.rule[index] ?? -1)?.kind;
    if (source >= CHANNEL_BIT) {
      const isMark = kind === 'mark';
      if (kind !== 'drop' && kind !== 'channel-loss' && !isMark) continue;
      // The other direction carries its ACKs.
      if (!way.channels.includes(source - CHANNEL_BIT)) continue;
      if (termOf(trace, rules, index, 'flow') !== focus) continue;
      const number = termOf(trace, rules, index, 'number');
      found.push({ kind: isMark ? 'mark' : 'loss', timeS, number });
      if (!isMark) lost.add(number);
    } else if (source === focus && (kind === 'fast-retransmit' || kind === 'timeout')) {
      const number = termOf(trace, rules, index, 'segment');
      if (Number.isNaN(number) || lost.has(number)) continue;
      found.push({ kind: 'resent', timeS, number });
    }
  }
  return found;
}

/** The occasion nearest to a time; null if there is none. */
export function nearestTo(occasions: readonly Occasion[], timeS: number): Occasion | null {
  let best: Occasion | null = null;
  for (const one of occasions)
    if (best === null || Math.abs(one.timeS - timeS) < Math.abs(best.timeS - timeS)) best = one;
  return best;
}
