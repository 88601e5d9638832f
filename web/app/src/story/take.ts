import type { IntervalDetail, LaneInfo } from '@ackscope/engine';
import { LaneTrace } from '@ackscope/model';
import type { RuleTable } from '@ackscope/model';
import { FlowLog } from './flowLog.ts';
import type { Source } from './types.ts';

export interface Context extends Pick<Source, 'name' | 'capacityPackets' | 'rttS'> {
  info: LaneInfo;
  focus: number;
  rules: RuleTable;
}

/** A replayed range as the source of a story; null without packets. */
export function takeIn(
  { chunk, packets }: IntervalDetail,
  { info, focus, rules, name, capacityPackets, rttS }: Context,
): Source | null {
  if (packets === null) return null;
  const trace = new LaneTrace(info, focus);
  trace.write(chunk);
  return { flow: new FlowLog(packets, focus), trace, rules, name, capacityPackets, rttS };
}
