/** A lane's results so far, counted from the record up to the clock or the cross-hair. */
import type { RuleTable } from './events.ts';
import { isMarked } from './events.ts';
import { seriesOf } from './selectors.ts';
import type { LaneTrace, SeriesTrace } from './trace.ts';

export interface SoFar {
  goodputBps: number | null;
  timeouts: number;
  fastRetransmits: number;
}

/** For the focus flow between two times; goodput is null if unknown or without time. */
export function soFar(trace: LaneTrace, rules: RuleTable, fromS: number, toS: number): SoFar {
  const untilS = Math.min(toS, trace.simulatedS);
  const { events } = trace;
  const kinds = { timeout: 0, 'fast-retransmit': 0 };
  for (let at = events.indexAt(untilS); at >= 0 && (events.timeS[at] ?? 0) >= fromS; at -= 1) {
    const kind = rules.get(events.rule[at] ?? -1)?.kind;
    if ((kind === 'timeout' || kind === 'fast-retransmit') && isMarked(trace, rules, trace.focus, at))
      kinds[kind] += 1;
  }
  return {
    goodputBps: goodputSoFar(trace, trace.focus, fromS, toS),
    timeouts: kinds.timeout,
    fastRetransmits: kinds['fast-retransmit'],
  };
}

/** A flow's goodput between two times; null if unknown or without time. */
export function goodputSoFar(trace: LaneTrace, index: number, fromS: number, toS: number): number | null {
  const untilS = Math.min(toS, trace.simulatedS);
  const flow = trace.info.flows.find((one) => one.index === index);
  const counter = seriesOf(trace, 'delivered', { kind: 'flow', index })[0];
  const spanS = untilS - fromS;
  if (counter === undefined || flow === undefined || spanS <= 0) return null;
  const packets = Math.max(0, countAt(trace, counter, untilS) - countAt(trace, counter, fromS));
  return (packets * flow.packet_bytes * 8) / spanS;
}

/** The counter is interpolated within a bin; before the first sample nothing was delivered. */
function countAt(trace: LaneTrace, counter: SeriesTrace, timeS: number): number {
  const at = counter.indexAt(timeS);
  if (at < 0) return 0;
  const [low, high] = [counter.min[at] ?? 0, counter.last[at] ?? 0];
  const beginsS = counter.timeS[at] ?? 0;
  const endsS = at + 1 < counter.count ? (counter.timeS[at + 1] ?? Infinity) : trace.simulatedS;
  return endsS > beginsS ? low + (high - low) * Math.min(1, (timeS - beginsS) / (endsS - beginsS)) : high;
}
