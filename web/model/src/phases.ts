/** The sender's phase: from its events, and between events from cwnd compared with ssthresh. */
import { lastAtOrBefore } from '@ackscope/engine';
import type { RuleKind } from '@ackscope/engine';
import { leftOut } from './events.ts';
import type { RuleTable } from './events.ts';
import { seriesOf } from './selectors.ts';
import type { LaneTrace } from './trace.ts';

/** The charts use the same numbers. */
export const PHASE = { none: 0, slowStart: 1, avoidance: 2, recovery: 3 } as const;

export interface PhaseList {
  count: number;
  timeS: Float64Array;
  phase: Uint8Array;
}

const EMPTY: PhaseList = { count: 0, timeS: new Float64Array(0), phase: new Uint8Array(0) };
const known = new WeakMap<LaneTrace, { sign: string; list: PhaseList }>();

/**
 * The phases of the flow in focus, each from its time until the next. `before`: the phase at the
 * beginning of a trace that starts in the middle of a run.
 */
export function phasesOf(trace: LaneTrace, rules: RuleTable, before: number = PHASE.none): PhaseList {
  const sign = `${trace.revision}/${trace.focus}/${before}`;
  const found = known.get(trace);
  if (found?.sign === sign) return found.list;
  const list = computed(trace, rules, before);
  known.set(trace, { sign, list });
  return list;
}

/** Kinds that change a phase. Once a run only counts some of them, the phase is unknown. */
const TURNING: readonly RuleKind[] = ['fast-retransmit', 'timeout', 'phase'];

const RECOVERY_ENDS: readonly string[] = ['tcp.recovered', 'tcp.recovery-left'];

/** The phase that holds at a time. */
export function phaseAt(list: PhaseList, timeS: number): number {
  return list.phase[lastAtOrBefore(list.timeS, list.count, timeS)] ?? PHASE.none;
}

function computed(trace: LaneTrace, rules: RuleTable, before: number): PhaseList {
  const source = { kind: 'flow' as const, index: trace.focus };
  const cwnd = seriesOf(trace, 'cwnd', source)[0];
  const ssthresh = seriesOf(trace, 'ssthresh', source)[0];
  if (cwnd === undefined || cwnd.count === 0 || hasOwnPhases(trace, rules)) return EMPTY;
  const times: number[] = [];
  const phases: number[] = [];
  let now: number = PHASE.none;
  const turn = (timeS: number, phase: number): void => {
    if (phase === now) return;
    now = phase;
    if (times[times.length - 1] === timeS) phases[phases.length - 1] = phase;
    else {
      times.push(timeS);
      phases.push(phase);
    }
  };
  const { events } = trace;
  // Read once: every read of a growing series checks for new chunks.
  const { count, timeS: binS, last } = cwnd;
  let recovering = before === PHASE.recovery;
  let event = 0;
  const knownToS = leftOut(trace, rules, TURNING)?.fromS ?? Infinity;
  for (let bin = 0; bin < count; bin += 1) {
    const endS = bin + 1 < count ? (binS[bin + 1] ?? Infinity) : Infinity;
    const fromS = binS[bin] ?? 0;
    if (fromS > knownToS) {
      turn(fromS, PHASE.none);
      break;
    }
    // Before the first loss ssthresh is infinite and has no sample: the phase is slow start.
    const threshold = ssthresh?.at(fromS) ?? NaN;
    const free = (last[bin] ?? 0) < threshold || Number.isNaN(threshold) ? PHASE.slowStart : PHASE.avoidance;
    if (!recovering) turn(fromS, free);
    for (; event < events.count && (events.timeS[event] ?? Infinity) < endS; event += 1) {
      if (events.source[event] !== trace.focus) continue;
      const rule = rules.get(events.rule[event] ?? -1);
      const timeS = events.timeS[event] ?? 0;
      const isOver = rule !== undefined && RECOVERY_ENDS.includes(rule.key);
      // A corrupted segment, unlike a lost one, is retransmitted without a recovery.
      const begins = rule?.kind === 'fast-retransmit' && rule.key !== 'tcp.corruption-told';
      if (begins) recovering = true;
      else if (rule?.kind === 'timeout' || isOver || rule?.key === 'tcp.start') recovering = false;
      else if (rule?.key === 'tcp.stop') turn(timeS, PHASE.none);
      if (begins) turn(timeS, PHASE.recovery);
      if (rule?.kind === 'timeout' || rule?.key === 'tcp.start') turn(timeS, PHASE.slowStart);
      if (isOver) turn(timeS, PHASE.avoidance);
    }
  }
  return { count: times.length, timeS: Float64Array.from(times), phase: Uint8Array.from(phases) };
}

/** BBR and FAST do not use ssthresh: the usual phases would be wrong for them. */
function hasOwnPhases(trace: LaneTrace, rules: RuleTable): boolean {
  const algorithm = trace.info.flows.find((flow) => flow.index === trace.focus)?.algorithm;
  if (algorithm === 'bbr' || algorithm === 'fast') return true;
  return rules.size === 0;
}
