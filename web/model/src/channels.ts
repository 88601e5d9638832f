/** What happened on a lane's channels, from its events: losses, and states of loss models. */
import { CHANNEL_BIT, lastAtOrBefore, TERMS_PER_EVENT } from '@ackscope/engine';
import type { RuleTable } from './events.ts';
import type { LaneTrace } from './trace.ts';

interface StateChanges {
  timeS: number[];
  bad: boolean[];
  longestS: number;
}

/**
 * Events are kept up to a number per rule and only counted beyond it, so that after the last change
 * that was kept the state is known only for as long as a state of this channel may last: this many
 * times the longest that was seen.
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

  /** The latest drop or loss on any channel after `fromS` and up to `toS`, or null. */
  latestLoss(fromS: number, toS: number): number | null {
    this.update();
    const found = this.lossS[lastAtOrBefore(this.lossS, this.lossS.length, toS)];
    return found !== undefined && found > fromS ? found : null;
  }

  /** Whether a channel is bad at a time; null without states, or where they are not known. */
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

/** One history per trace, kept as long as the trace is. */
export function channelHistory(trace: LaneTrace, rules: RuleTable): ChannelHistory {
  let history = histories.get(trace);
  if (history === undefined) {
    history = new ChannelHistory(trace, rules);
    histories.set(trace, history);
  }
  return history;
}
