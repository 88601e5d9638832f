/** Finds when a trigger's event happened in a lane. It reads events and does not compute TCP. */
import { MARK_KIND } from '@ackscope/engine';
import { MarkList } from './events.ts';
import type { RuleTable } from './events.ts';
import { PHASE, phasesOf } from './phases.ts';
import type { PhaseList } from './phases.ts';
import { focusSeries, trafficBands } from './selectors.ts';
import type { Trigger } from './slices/trigger.ts';
import type { LaneTrace } from './trace.ts';

export interface Occurrence {
  timeS: number;
  /** Of a loss: the retransmission timer expired before the loss was repaired. */
  isTimeout: boolean;
}

/** The part of a series that a threshold needs. */
interface Readings {
  count: number;
  timeS: ArrayLike<number>;
  last: ArrayLike<number>;
}

/** In order of time. `readings`: of the row that the level belongs to. */
export function occurrencesOf(
  trace: LaneTrace,
  rules: RuleTable,
  trigger: Pick<Trigger, 'event' | 'level'>,
  readings: Readings | null,
): Occurrence[] {
  switch (trigger.event) {
    case 'loss':
      return losses(trace, rules);
    case 'timeout':
      return losses(trace, rules, true);
    case 'recovery':
      return phaseEnds(phasesOf(trace, rules), PHASE.recovery);
    case 'slow-start':
      return phaseEnds(phasesOf(trace, rules), PHASE.slowStart);
    case 'seeds':
      return [];
    case 'level':
      return trigger.level === null || readings === null ? [] : crossings(readings, trigger.level);
  }
}

/**
 * One loss lasts from the moment the sender detects it until its recovery ends: retransmissions in
 * between are no further loss. A timeout in between belongs to it. So does the next timeout as long
 * as nothing new is acknowledged (RFC 6298 section 5.5).
 */
function losses(trace: LaneTrace, rules: RuleTable, timersOnly = false): Occurrence[] {
  const marks = new MarkList(trace, rules).update();
  const phases = phasesOf(trace, rules);
  const acked = focusSeries(trace, 'acked')[0];
  const found: Occurrence[] = [];
  let repairedS = -Infinity;
  let timerS = -Infinity;
  for (let index = 0; index < marks.count; index += 1) {
    const timeS = marks.timeS[index] ?? 0;
    const kind = marks.kind[index];
    if (kind === MARK_KIND.cut) continue;
    const last = found[found.length - 1];
    if (kind === MARK_KIND.timeout) {
      const isBackedOff = acked !== undefined && acked.at(timeS) <= acked.at(timerS);
      if (last !== undefined && timeS <= repairedS) last.isTimeout = true;
      else if (!isBackedOff) found.push({ timeS, isTimeout: true });
      if (timersOnly && last !== undefined && timeS <= repairedS) last.timeS = timeS;
      [timerS, repairedS] = [timeS, -Infinity];
    } else if (timeS > repairedS) {
      found.push({ timeS, isTimeout: false });
      repairedS = recoveredS(phases, timeS) ?? timeS;
    }
  }
  return timersOnly ? found.filter(({ isTimeout }) => isTimeout) : found;
}

/** The end of the recovery that begins at `fromS`; a timeout that ends it counts as its end. */
function recoveredS({ count, timeS, phase }: PhaseList, fromS: number): number | null {
  for (let index = 0; index < count; index += 1) {
    if ((timeS[index] ?? 0) > fromS && phase[index] !== PHASE.recovery) return timeS[index] ?? null;
  }
  return null;
}

function phaseEnds({ count, timeS, phase }: PhaseList, wanted: number): Occurrence[] {
  const found: Occurrence[] = [];
  for (let index = 1; index < count; index += 1) {
    if (phase[index - 1] === wanted && phase[index] !== wanted && phase[index] !== PHASE.none)
      found.push({ timeS: timeS[index] ?? 0, isTimeout: false });
  }
  return found;
}

/** A value must fall back by this share of the level before it can cross again: filters noise. */
const HYSTERESIS = 0.05;

function crossings(
  { count, timeS, last }: Readings,
  { value, isRising }: NonNullable<Trigger['level']>,
): Occurrence[] {
  const found: Occurrence[] = [];
  const sign = isRising ? 1 : -1;
  const back = value - sign * HYSTERESIS * Math.abs(value);
  let isArmed = false;
  for (let index = 0; index < count; index += 1) {
    const now = last[index] ?? NaN;
    if (isArmed && sign * now >= sign * value) {
      found.push({ timeS: timeS[index] ?? 0, isTimeout: false });
      isArmed = false;
    } else if (sign * now < sign * back) isArmed = true;
  }
  return found;
}

/** The bounds between the scenario's phases of other traffic, with the run's start and end. */
export function boundaries(trace: LaneTrace): number[] {
  const edges = trafficBands(trace.info).flatMap(({ fromS, toS }) => [fromS, toS]);
  return [...new Set([0, ...edges, trace.info.duration_s])].sort((a, b) => a - b);
}

/** Whether other traffic that comes and goes is on at a time. */
export function isInTraffic(trace: LaneTrace, timeS: number): boolean {
  return trafficBands(trace.info).some((band) => timeS >= band.fromS && timeS < band.toS);
}
