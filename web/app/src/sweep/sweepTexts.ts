/** Numbers of a report as text. */
import { formatNumber, knownUnit } from '@ackscope/charts';
import type { Unit } from '@ackscope/charts';
import { QUANTITIES } from '@ackscope/model/sweep';
import type { SweepNumber, SweepState } from '@ackscope/model/sweep';
import type { JsonObject } from '@ackscope/model';
import { flowsOf } from '../scenario/pathWords.ts';

/** The name and unit of a measured quantity. */
export function metricWords(metric: string): { name: string; unit: Unit } {
  const [name = metric, unit = ''] = QUANTITIES[metric] ?? [];
  return { name, unit: knownUnit(unit) };
}

/** Where and when it was measured; the interval only if there are several. */
export function placeWords(
  number: SweepNumber,
  severalWindows: boolean,
  scenario: JsonObject | null = null,
): string {
  const source = sourceWords(number.source, scenario);
  return severalWindows ? `${source}, ${number.fromS}–${number.toS} s` : source;
}

/** Hops count from one; flows have their names from the scenario, except the only ones that lanes compare. */
function sourceWords(source: string, scenario: JsonObject | null): string {
  const compared = comparedWords(source, scenario);
  if (compared !== null) return compared;
  const [, hop, way] = /^hop[- ](\d+) (forward|backward)$/.exec(source) ?? [];
  if (hop !== undefined) return `hop ${Number(hop) + 1} ${way ?? ''}`;
  const direction = /^all (forward|backward)$/.exec(source)?.[1];
  if (direction !== undefined) return `all flows ${direction}`;
  const [name = source, flow] = source.split(' · ');
  return flow === undefined ? `“${name}”` : `${flow} of “${name}”`;
}

/** A group that all lanes compare needs no name; null if it is another one. */
function comparedWords(name: string, scenario: JsonObject | null): string | null {
  const compared = scenario === null ? [] : flowsOf(scenario).filter((flow) => flow.compared === true);
  if (compared.length !== 1 || compared[0]?.name !== name) return null;
  return (compared[0].count ?? 1) === 1 ? 'the compared flow' : 'the compared flows';
}

/** The part of a scenario that has a swept number: “hop 1”, “the compared flow”, “reverse”, “the run”. */
export function ownerWords(owner: string, scenario: JsonObject | null): string {
  if (owner === 'The run') return 'the run';
  return comparedWords(owner, scenario) ?? owner.replace(/^Hop/, 'hop');
}

/** “2 min 10 s”, “8 s”. */
export function durationWords(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Of runs that go on; `leftS`: the estimated seconds left, if known. */
export function runningWords({ done, total }: SweepState['progress'], leftS: number | null): string {
  const left = leftS === null ? '' : `, about ${durationWords(leftS)} left`;
  return `${formatNumber(done, 9)} of ${formatNumber(total, 9)} runs${left}`;
}
