/** The conditions around a flow: losses at its bottleneck, states of the channels on its path. */
import { CHANNEL_BIT, LOSS_KIND, TERMS_PER_EVENT } from '@ackscope/engine';
import { bottleneckChannel, channelOf } from './bottleneck.ts';
import { leftOut } from './events.ts';
import type { RuleTable } from './events.ts';
import { Moments } from './moments.ts';
import type { Band } from './selectors.ts';
import type { LaneTrace } from './trace.ts';

/** Losses at the bottleneck of the flow in focus, collected as events arrive. */
export class LossList extends Moments {
  private seen = 0;
  private focus = -1;
  private channel = -1;
  private readonly trace: LaneTrace;
  private readonly rules: RuleTable;

  constructor(trace: LaneTrace, rules: RuleTable) {
    super();
    this.trace = trace;
    this.rules = rules;
  }

  update(): this {
    const { events, info, focus } = this.trace;
    if (focus !== this.focus) {
      this.focus = focus;
      this.channel = bottleneckChannel(info, focus);
      this.seen = 0;
      this.clear();
    }
    for (; this.seen < events.count; this.seen += 1) {
      if (events.source[this.seen] !== CHANNEL_BIT + this.channel) continue;
      const rule = this.rules.get(events.rule[this.seen] ?? -1);
      if (rule?.kind !== 'drop' && rule?.kind !== 'channel-loss') continue;
      const term = rule.terms.findIndex(({ name }) => name === 'early');
      const early = term >= 0 && events.terms[this.seen * TERMS_PER_EVENT + term] === 1;
      this.add(
        events.timeS[this.seen] ?? 0,
        rule.kind === 'channel-loss' ? LOSS_KIND.lost : early ? LOSS_KIND.early : LOSS_KIND.dropped,
      );
    }
    return this;
  }
}

const OUTAGES: ReadonlySet<string> = new Set(['blackout', 'handoff']);

export interface StateBand extends Band {
  kind: 'bad' | 'outage';
}

/** Bad states and outages on the focus flow's path, in both directions, in order of time. */
export function stateBands(trace: LaneTrace, rules: RuleTable): StateBand[] {
  const flow = trace.info.flows.find((item) => item.index === trace.focus);
  if (flow === undefined) return [];
  const crossed = new Map(
    trace.info.hops
      .filter((hop) => hop.hop >= Math.min(flow.from, flow.to) && hop.hop < Math.max(flow.from, flow.to))
      .map((hop) => [channelOf(hop), hop]),
  );
  const bands: StateBand[] = [];
  const open = new Map<number, number>();
  const { events } = trace;
  const close = (channel: number, toS: number): void => {
    const fromS = open.get(channel);
    const hop = crossed.get(channel);
    open.delete(channel);
    if (fromS === undefined || hop === undefined) return;
    const kind = OUTAGES.has(hop.loss_kind) ? 'outage' : 'bad';
    bands.push({ fromS, toS, kind, label: kind === 'outage' ? 'outage' : 'bad channel' });
  };
  for (let index = 0; index < events.count; index += 1) {
    const source = events.source[index] ?? 0;
    if (source < CHANNEL_BIT || !crossed.has(source - CHANNEL_BIT)) continue;
    if (rules.get(events.rule[index] ?? -1)?.kind !== 'channel-state') continue;
    const channel = source - CHANNEL_BIT;
    const timeS = events.timeS[index] ?? 0;
    if (events.terms[index * TERMS_PER_EVENT] === 1) open.set(channel, open.get(channel) ?? timeS);
    else close(channel, timeS);
  }
  // After `knownToS` changes are only counted, so the state may have ended there.
  const knownToS = leftOut(trace, rules, ['channel-state'])?.fromS ?? trace.simulatedS;
  for (const channel of [...open.keys()]) close(channel, Math.max(knownToS, open.get(channel) ?? 0));
  return bands.sort((a, b) => a.fromS - b.fromS);
}
