/** What the numbers of a page hang on: the path of a scenario in short words, each with its unit. */
import { formatNumber, scaleFor } from '@ackscope/charts';
import type { Unit } from '@ackscope/charts';
import { bdpPackets, bufferPackets, getPath, isObject, readQuantity } from '@ackscope/model';
import type { Json, JsonObject } from '@ackscope/model';
import { readLoss, readRateBps } from './knobs.ts';

/** The values of a quantity in the unit of the largest one: “12 Mbit/s”, “60 and 180 ms”, “1.5 to 4.5 Mbit/s”. */
export function valuesWords(values: readonly number[], unit: Unit): string {
  const all = [...new Set(values)].sort((a, b) => a - b);
  const scale = scaleFor(Math.max(0, ...all), unit);
  const numbers = all.map((value) => formatNumber(value / scale.factor, 3));
  const joined = numbers.length > 2 ? [numbers[0], numbers.at(-1)].join(' to ') : numbers.join(' and ');
  return `${joined} ${scale.unit}`.trimEnd();
}

/** A schedule is pairs of a time and a value. */
function scheduled(rate: Json | undefined): number[] {
  if (!Array.isArray(rate)) return [];
  return rate.flatMap((step) => (Array.isArray(step) ? (readQuantity(step[1], 'rate') ?? []) : []));
}

/** The rates of the first hop in bit/s: several where it follows a schedule. */
export function ratesOf(scenario: JsonObject): number[] {
  const steps = scheduled(getPath(scenario, 'hops.0.rate'));
  return steps.length > 0 ? steps : [readRateBps(scenario) ?? []].flat();
}

/** The propagation round-trip times of the compared flows, in seconds; of all flows where none is compared. */
export function rttsOf(scenario: JsonObject): number[] {
  const flows = flowsOf(scenario);
  const compared = flows.filter((flow) => flow.compared === true);
  return (compared.length > 0 ? compared : flows).flatMap(({ rtt }) =>
    (Array.isArray(rtt) ? rtt : [rtt]).flatMap((one) => readQuantity(one, 'time') ?? []),
  );
}

export const flowsOf = ({ flows }: JsonObject): JsonObject[] =>
  Array.isArray(flows) ? flows.filter((flow) => isObject(flow)) : [];

/** One value, or the range of several: “buffer 10 to 160 packets”. */
interface Fact {
  name: string;
  unit: Unit;
  of: (scenario: JsonObject) => readonly number[];
}

const FACTS: readonly Fact[] = [
  { name: 'link', unit: 'bps', of: ratesOf },
  { name: 'RTT', unit: 's', of: rttsOf },
  { name: 'BDP', unit: 'packets', of: (scenario) => [bdpPackets(scenario) ?? []].flat() },
  { name: 'buffer', unit: 'packets', of: (scenario) => [bufferPackets(scenario) ?? []].flat() },
  // None goes without saying.
  {
    name: 'random loss',
    unit: 'ratio',
    of: (scenario) => [readLoss(scenario) ?? 0].filter((loss) => loss > 0),
  },
];

/**
 * “link 2 Mbit/s · RTT 250 ms · BDP 41.7 packets · buffer 10 to 160 packets”: of all these scenarios, which may
 * differ in any of them. Of several hops it is the first one.
 */
export function pathLine(scenarios: readonly JsonObject[]): string {
  const hops = scenarios[0]?.hops;
  const first = Array.isArray(hops) && hops.length > 1 ? `first of ${String(hops.length)} hops: ` : '';
  const parts = FACTS.flatMap(({ name, unit, of }) => {
    const values = scenarios.flatMap((scenario) => [...of(scenario)]);
    return values.length === 0 ? [] : [`${name} ${valuesWords(values, unit)}`];
  });
  return parts.length === 0 ? '' : first + parts.join(' · ');
}
