/** A scenario's schedule for the timeline editor: when flows send, how a hop's rate changes. */
import { isObject, readQuantity, writeTime } from '@ackscope/model';
import type { Json, JsonObject, PathChange } from '@ackscope/model';
import { activePeriods } from './knobs.ts';

export type Span = readonly [fromS: number, toS: number];

export interface Track {
  path: string;
  name: string;
  compared: boolean;
  periods: readonly Span[];
}

export interface RateSteps {
  path: string;
  name: string;
  steps: readonly { atS: number; rate: Json }[];
}

export function tracksOf(scenario: JsonObject, durationS: number): Track[] {
  const flows = scenario.flows;
  if (!Array.isArray(flows)) return [];
  return flows.flatMap((flow, index): Track[] => {
    if (!isObject(flow)) return [];
    const name = typeof flow.name === 'string' && flow.name !== '' ? flow.name : `flow ${index + 1}`;
    const periods = activePeriods({ ...flow, count: 1 }, durationS);
    return [{ path: `flows.${index}`, name, compared: flow.compared === true, periods }];
  });
}

export function rateStepsOf(scenario: JsonObject): RateSteps[] {
  const hops = scenario.hops;
  if (!Array.isArray(hops)) return [];
  return hops.flatMap((hop, index): RateSteps[] => {
    const rate = isObject(hop) ? hop.rate : undefined;
    if (!Array.isArray(rate)) return [];
    const steps = rate.flatMap((step) => {
      const atS = Array.isArray(step) ? readQuantity(step[0], 'time') : null;
      return Array.isArray(step) && atS !== null && step[1] !== undefined ? [{ atS, rate: step[1] }] : [];
    });
    return [{ path: `hops.${index}.rate`, name: `rate of hop ${index + 1}`, steps }];
  });
}

/** The step of a drag: about a hundredth of the run, as a round number. */
export function gridOf(durationS: number): number {
  const rough = durationS / 200;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return step * power;
}

export function snapped(timeS: number, durationS: number): number {
  const grid = gridOf(durationS);
  return Number(Math.min(durationS, Math.max(0, Math.round(timeS / grid) * grid)).toPrecision(12));
}

/** The active periods of a flow. `start` and `stop` would be redundant and are removed. */
export function periodsChange(track: Track, periods: readonly Span[]): PathChange[] {
  const sorted = [...periods].sort((a, b) => a[0] - b[0]);
  return [
    { path: `${track.path}.active`, value: sorted.map(([fromS, toS]) => [writeTime(fromS), writeTime(toS)]) },
    { path: `${track.path}.start`, value: undefined },
    { path: `${track.path}.stop`, value: undefined },
  ];
}

/** Moves one end of a period, without reaching its other end or its neighbours. */
export function movedEnd(
  periods: readonly Span[],
  index: number,
  end: 0 | 1,
  toS: number,
  durationS: number,
): Span[] {
  const grid = gridOf(durationS);
  const period = periods[index];
  if (period === undefined) return [...periods];
  const least = end === 0 ? (periods[index - 1]?.[1] ?? 0) : period[0] + grid;
  const most = end === 0 ? period[1] - grid : (periods[index + 1]?.[0] ?? durationS);
  const timeS = Math.min(most, Math.max(least, toS));
  return periods.map((item, at) => (at !== index ? item : end === 0 ? [timeS, item[1]] : [item[0], timeS]));
}

/** Moves a whole period without changing its length. */
export function movedPeriod(periods: readonly Span[], index: number, byS: number, durationS: number): Span[] {
  const period = periods[index];
  if (period === undefined) return [...periods];
  const least = (periods[index - 1]?.[1] ?? 0) - period[0];
  const most = (periods[index + 1]?.[0] ?? durationS) - period[1];
  const shiftS = Math.min(most, Math.max(least, byS));
  return periods.map((item, at) => (at === index ? [item[0] + shiftS, item[1] + shiftS] : item));
}

/** The widest gap, for a further period; null if the flow sends all the time. */
export function gapFor(periods: readonly Span[], durationS: number): Span | null {
  const edges = [0, ...periods.flatMap(([fromS, toS]) => [fromS, toS]), durationS];
  let widest: Span | null = null;
  for (let at = 0; at + 1 < edges.length; at += 2) {
    const [fromS, toS] = [edges[at] ?? 0, edges[at + 1] ?? 0];
    if (toS - fromS > (widest === null ? gridOf(durationS) * 2 : widest[1] - widest[0]))
      widest = [fromS, toS];
  }
  if (widest === null) return null;
  const third = (widest[1] - widest[0]) / 3;
  return [snapped(widest[0] + third, durationS), snapped(widest[1] - third, durationS)];
}

export function stepsChange(rate: RateSteps, index: number, atS: number, durationS: number): PathChange[] {
  const grid = gridOf(durationS);
  const least = (rate.steps[index - 1]?.atS ?? 0) + (index > 0 ? grid : 0);
  const most = (rate.steps[index + 1]?.atS ?? durationS) - grid;
  const movedS = Math.min(most, Math.max(least, atS));
  const steps = rate.steps.map((step, at) => [writeTime(at === index ? movedS : step.atS), step.rate]);
  return [{ path: rate.path, value: steps }];
}
