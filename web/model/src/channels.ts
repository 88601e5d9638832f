/** The history of a lane's channels, read from its events: losses, and states of loss models. */
import { CHANNEL_BIT, lastAtOrBefore, TERMS_PER_EVENT } from '@ackscope/engine';
import type { RuleTable } from './events.ts';
import type { LaneTrace } from './trace.ts';

interface StateChanges {
  timeS: number[];
  bad: boolean[];
  longestS: number;
}

/**
 * The run keeps a limited number of events per rule and only counts the rest. After the last kept
 * change, the state counts as known for this many times the longest state seen on the channel.
 */
const LASTS_AT_MOST = 4;

export class ChannelHistory {
  private readonly trace: LaneTrace;
  private readonly rules: RuleTable;
  private seen = 0;
  private readonly lossS: number[] = [];
  private readonly states = new Map<number, StateChanges>();

  constructor(trace: LaneTrace, rules: RuleTable) {
    this.trace = trace;
    this.rules = rules;
  }

  /** The latest drop or loss on any channel in (`fromS`, `toS`], or null. */
  latestLoss(fromS: number, toS: number): number | null {
    this.update();
    const found = this.lossS[lastAtOrBefore(this.lossS, this.lossS.length, toS)];
    return found !== undefined && found > fromS ? found : null;
  }

  /** Whether a channel is bad at a time; null if it has no states or the state is unknown. */
  isBad(channel: number, timeS: number): boolean | null {
    this.update();
    const changes = this.states.get(channel);
    if (changes === undefined) return null;
    const index = lastAtOrBefore(changes.timeS, changes.timeS.length, timeS);
    // A channel is good until its first change.
    if (index < 0) return false;
    const sinceS = timeS - (changes.timeS[index] ?? 0);
    if (index === changes.timeS.length - 1 && sinceS > LASTS_AT_MOST * changes.longestS) return null;
    return changes.bad[index] ?? null;
  }

  private update(): void {
    const { events } = this.trace;
    for (; this.seen < events.count; this.seen += 1) {
      const source = events.source[this.seen] ?? 0;
      if (source < CHANNEL_BIT) continue;
      const kind = this.rules.get(events.rule[this.seen] ?? -1)?.kind;
      const timeS = events.timeS[this.seen] ?? 0;
      if (kind === 'drop' || kind === 'channel-loss') this.lossS.push(timeS);
      else if (kind === 'channel-state') {
        this.change(source - CHANNEL_BIT, timeS, events.terms[this.seen * TERMS_PER_EVENT] === 1);
      }
    }
  }

  private change(channel: number, timeS: number, bad: boolean): void {
    const changes = this.states.get(channel) ?? { timeS: [], bad: [], longestS: 0 };
    this.states.set(channel, changes);
    changes.longestS = Math.max(changes.longestS, timeS - (changes.timeS[changes.timeS.length - 1] ?? 0));
    changes.timeS.push(timeS);
    changes.bad.push(bad);
  }
}

const histories = new WeakMap<LaneTrace, ChannelHistory>();

/** Returns the trace's history, which lives as long as the trace. */
export function channelHistory(trace: LaneTrace, rules: RuleTable): ChannelHistory {
  let history = histories.get(trace);
  if (history === undefined) {
    history = new ChannelHistory(trace, rules);
    histories.set(trace, history);
  }
  return history;
}
