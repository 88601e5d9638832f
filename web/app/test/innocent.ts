/** Changes of a scenario that an answer survives, unless its text names the setting on which it hangs. */
import { isObject, readQuantity } from '@ackscope/model';
import type { Json, JsonObject } from '@ackscope/model';
import type { LaneRun } from '@ackscope/model';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import type { Hangs, Setting } from '../src/course/foreign/reader.ts';
import { runScenario } from './lessonRuns.ts';

export interface Innocent {
  name: string;
  /** The word of `hangs-on` for it. */
  setting: Setting;
  change: (scenario: JsonObject) => JsonObject;
}

const eachFlow = (scenario: JsonObject, change: (flow: JsonObject) => JsonObject): JsonObject => ({
  ...scenario,
  flows: (scenario.flows as JsonObject[]).map(change),
});

/** A time, or a list of instants with a time each. */
const scaled = (value: Json | undefined, factor: number): Json => {
  if (Array.isArray(value))
    return value.map((at) => (Array.isArray(at) ? [at[0] ?? null, scaled(at[1], factor)] : at));
  return factor * (readQuantity(value, 'time') ?? NaN);
};

/** Every length of the path, so that no hop is longer than what is left of the round trip. */
const timesRtt = (factor: number) => (scenario: JsonObject) => {
  const longer = (key: string, part: JsonObject): JsonObject =>
    part[key] === undefined ? part : { ...part, [key]: scaled(part[key], factor) };
  const flows = eachFlow(scenario, (flow) => longer('rtt', flow));
  return { ...flows, hops: (scenario.hops as JsonObject[]).map((hop) => longer('delay', hop)) };
};

/** CUBIC of 2005 becomes the one of RFC 9438; lanes keep their names. */
const cubicOfToday = (scenario: JsonObject): JsonObject => {
  const today = (of: Json): Json => (of === 'cubic' ? 'cubic-rfc9438' : of);
  const lane = (entry: Json): Json => {
    if (entry === 'cubic') return { label: 'cubic', algorithm: 'cubic-rfc9438' };
    return isObject(entry) && entry.algorithm === 'cubic'
      ? { label: 'cubic', ...entry, algorithm: 'cubic-rfc9438' }
      : entry;
  };
  const flows = eachFlow(scenario, (flow) => ({ ...flow, algorithm: today(flow.algorithm ?? null) }));
  return { ...flows, compare: ((scenario.compare ?? []) as Json[]).map(lane) };
};

/** What the profile decides is the profile’s; Prague counts bytes also there. */
const linux6 = ({ growth, recovery_variant: _, rto: __, ...flow }: JsonObject): JsonObject => ({
  ...flow,
  tcp: 'linux6',
  ...(flow.algorithm === 'prague' && growth !== undefined && { growth }),
});

/** A lane of QUIC takes over no timer of TCP from the flow: `null` removes a key. */
const withoutTimer = (lane: Json): Json => {
  if (!isObject(lane) || !isObject(lane.set)) return lane;
  const quic = Object.entries(lane.set).filter(
    ([key, value]) => key.endsWith('.transport') && value === 'quic',
  );
  const gone = quic.map(([key]) => [key.replace(/transport$/, 'rto'), null] as const);
  return { ...lane, set: { ...Object.fromEntries(gone), ...lane.set } };
};

const flows =
  (change: (flow: JsonObject) => JsonObject) =>
  (scenario: JsonObject): JsonObject => {
    const changed = eachFlow(scenario, (flow) => (flow.algorithm === 'cbr' ? flow : change(flow)));
    const { compare } = changed;
    return Array.isArray(compare) ? { ...changed, compare: compare.map(withoutTimer) } : changed;
  };

export const INNOCENT: readonly Innocent[] = [
  ...[2, 3, 4, 5].map((seed) => ({
    name: `seed ${String(seed)}`,
    setting: 'seed' as const,
    change: (scenario: JsonObject) => ({ ...scenario, seed }),
  })),
  { name: 'RTT − 40 %', setting: 'rtt', change: timesRtt(0.6) },
  { name: 'RTT + 40 %', setting: 'rtt', change: timesRtt(1.4) },
  { name: 'a minimum RTO of 1 s', setting: 'rto', change: flows((flow) => ({ ...flow, rto: 'rfc6298' })) },
  {
    name: 'byte counting',
    setting: 'growth',
    change: flows((flow) => ({ ...flow, growth: 'byte-counting' })),
  },
  {
    name: 'growth with the ACK that ends a recovery',
    setting: 'recovery',
    change: flows((flow) => ({ ...flow, recovery_variant: [] })),
  },
  { name: 'CUBIC of RFC 9438', setting: 'cubic', change: cubicOfToday },
  { name: 'the profile linux6', setting: 'linux6', change: flows(linux6) },
];

/** What a text has to say to name a setting. */
const NAMES: Readonly<Record<Setting, RegExp>> = {
  seed: /\b(seeds?|chance|random)/i,
  rtt: /round-trip time|\bRTT|\d ms\b/i,
  rto: /\btimer|\btimeouts?\b|\bRTO\b/i,
  growth: /\bper ACK\b|\bbytes?\b/i,
  recovery: /\brecovery\b/i,
  cubic: /\bCUBIC of (2005|today)|\bform of 2005/,
  linux6: /\bLinux\b/,
};

/** Something that has to hold in the run of a scenario, and the words of its text for the settings on which it hangs. */
export interface Check {
  what: string;
  text: readonly string[];
  hangs: Hangs;
  /** Throws if the run has no such number. */
  holds: (lanes: LaneRun[], scenario: JsonObject) => boolean;
}

/**
 * What does not hold under a change and names no setting for it, and what names a setting without need. A change that
 * the engine refuses is a fault.
 */
export function underChanges(
  engine: WasmEngine,
  scenario: JsonObject,
  checks: readonly Check[],
  changes: readonly Innocent[] = INNOCENT,
): string[] {
  const fell = checks.map(() => new Map<Setting, string[]>());
  for (const { name, setting, change } of changes) {
    const changed = change(scenario);
    if (JSON.stringify(changed) === JSON.stringify(scenario)) continue;
    const lanes = runScenario(engine, changed);
    checks.forEach(({ holds }, at) => {
      let why = 'it does not hold';
      try {
        if (holds(lanes, changed)) return;
      } catch (thrown) {
        why = thrown instanceof Error ? thrown.message : String(thrown);
      }
      const under = fell[at];
      under?.set(setting, [...(under.get(setting) ?? []), `${name}: ${why}`]);
    });
  }
  return checks.flatMap(({ what, text, hangs }, at) => [
    ...[...(fell[at] ?? [])].flatMap(([setting, why]) =>
      hangs[setting] === undefined
        ? [`${what} hangs on ${setting}, which its text does not name: ${why.join('; ')}`]
        : [],
    ),
    ...(Object.entries(hangs) as [Setting, string][]).flatMap(([setting, words]) => [
      ...(fell[at]?.has(setting) === true
        ? []
        : [`${what} does not hang on ${setting}: take out “${words}”`]),
      ...(NAMES[setting].test(words) ? [] : [`“${words}” does not name ${setting}`]),
      ...(text.some((one) => one.includes(words)) ? [] : [`the text of ${what} does not say “${words}”`]),
    ]),
  ]);
}
