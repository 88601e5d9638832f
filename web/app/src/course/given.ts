/** What a step's question takes as given, in one line: it stands wherever the question stands. */
import { formatQuantity } from '@ackscope/charts';
import type { Catalogue } from '@ackscope/engine';
import { applyChanges, compareList, entryAlgorithm, getPath, isObject, readQuantity } from '@ackscope/model';
import type { DecodedLink, Json, JsonObject } from '@ackscope/model';
import { QUEUES } from 'virtual:lessons';
import { readBuffer, readLoss, readReverseFlows } from '../scenario/knobs.ts';

/** Of a step about a recording: the network of its run is the answer. */
export const RECORDED = 'A recording: its network is to be found';

/** What is none goes without saying. */
const above0 = (value: number | null): number | null => (value === null || value === 0 ? null : value);

/** Of a lane: its link, round-trip times, queue, buffer, losses, jitter, flows in the other direction. */
const PARTS: readonly (readonly [name: string, of: (lane: JsonObject) => readonly (string | null)[]])[] = [
  ['Link', (lane) => [rateOf(lane)]],
  ['RTT', (lane) => flowsOf(lane).map(({ rtt }) => quantity(readQuantity(rtt, 'time'), 's'))],
  ['queue', (lane) => [queueOf(lane)]],
  ['buffer', (lane) => [quantity(readBuffer(narrowest(lane)), 'packets')]],
  ['random loss', (lane) => [quantity(above0(readLoss(narrowest(lane))), 'ratio')]],
  [
    'jitter up to',
    (lane) => [quantity(readQuantity(getPath(narrowest(lane), 'hops.0.jitter.max'), 'time'), 's')],
  ],
  ['reverse flows:', (lane) => [above0(readReverseFlows(lane))?.toString() ?? null]],
];

/**
 * Link, round-trip time, queue, buffer, loss and algorithms: only what the scenario says, nothing of its run. Where lanes
 * differ in more than one of them, each lane is said with its own.
 */
export function givenOf(
  { scenario, view }: Pick<DecodedLink, 'scenario' | 'view'>,
  { algorithms }: Pick<Catalogue, 'algorithms'>,
): string {
  if (view.measured !== null) return RECORDED;
  const entries = compareList(scenario);
  const lanes = lanesOf(scenario);
  // First in, first out goes without saying, if no lane has another queue.
  const isPlain = lanes.every((lane) => getPath(narrowest(lane), 'hops.0.queue.kind') === PLAIN_QUEUE);
  const parts = PARTS.filter(([name]) => name !== 'queue' || !isPlain);
  const nameOf = (id: string): string[] => {
    const script = getPath(scenario, `scripts.${id}`);
    // A script has the name that it gives itself.
    if (typeof script === 'string')
      return [`“${/^[ \t]*algorithm[ \t]+"([^"\n]+)"/m.exec(script)?.[1] ?? id}”`];
    if (id === 'manual') return [byHand(entries)];
    const known = algorithms.find((algorithm) => algorithm.id === id);
    return known === undefined ? [] : [known.name];
  };
  const labels = (id: string): string[] => {
    // A lane that names no algorithm has that of the compared flows.
    const own = entries.filter((entry, at) =>
      flowsOf(lanes[at] ?? {}).some(
        ({ algorithm, compared }) => algorithm === id && (compared === true || entryAlgorithm(entry) === ''),
      ),
    );
    const told = unique(own.flatMap((entry) => labelOf(entry) ?? []));
    return told.length > 1 && own.some(setsSender) ? told : [];
  };
  const ids = unique(lanes.flatMap(flowsOf).flatMap(({ algorithm }) => text(algorithm) ?? []));
  const laws = ids
    .flatMap((id) => {
      const told = labels(id);
      return nameOf(id).map((name) =>
        // A lane with the law's own name is the law as it is: the others are variants of it.
        told.includes(name) ? told.join(', ') : name + (told.length > 0 ? ` (${told.join(', ')})` : ''),
      );
    })
    .join(', ');
  const apart = parts.filter(([, of]) => new Set(lanes.map((lane) => String(of(lane)))).size > 1);
  // In one of them alone, “83 or 332 packets” says enough.
  const own = apart.length > 1 ? apart : [];
  const common = parts.filter((part) => !own.includes(part)).map(([name, of]) => said(name, lanes, of));
  const each = lanes.flatMap((lane, at) => {
    const words = own.map(([name, of]) => said(name, [lane], of)).filter((part) => part !== '');
    return words.length === 0 ? [] : [`${labelOf(entries[at]) ?? String(at + 1)}: ${words.join(', ')}`];
  });
  return [...common, laws, ...each].filter((part) => part !== '').join(' · ');
}

/** The rate of its link: a fixed one, or the mean of one that a model draws. */
function rateOf(lane: JsonObject): string | null {
  const rate = getPath(narrowest(lane), 'hops.0.rate');
  if (!isObject(rate)) return quantity(readQuantity(rate, 'rate'), 'bps');
  const mean = quantity(readQuantity(rate.mean, 'rate'), 'bps');
  return mean === null ? text(rate.kind) : `${mean} on average (${text(rate.kind) ?? ''})`;
}

const labelOf = (entry: Json | undefined): string | null => (isObject(entry) ? text(entry.label) : null);

const PLAIN_QUEUE = 'drop-tail';

/** Its discipline, and what decides whether it marks. */
function queueOf(lane: JsonObject): string | null {
  const queue = getPath(narrowest(lane), 'hops.0.queue');
  if (!isObject(queue) || typeof queue.kind !== 'string') return null;
  const threshold = quantity(readQuantity(queue.threshold, 'plain'), 'packets');
  const more = [
    ...(queue.ecn === true ? ['with ECN'] : []),
    ...(threshold === null ? [] : [`from ${threshold}`]),
  ];
  return [QUEUES[queue.kind] ?? queue.kind, ...more].join(' ');
}

/** A window that stays, or that is set in the run. */
function byHand(entries: readonly Json[]): string {
  const windows = entries.flatMap((entry) =>
    isObject(entry) ? (getPath(entry, 'parameters.cwnd') ?? []) : [],
  );
  return windows.length === entries.length && windows.length > 0
    ? `window of ${unique(windows).map(String).join(' or ')} packets, set by hand`
    : 'window set by hand';
}

const quantity = (value: number | null, unit: 'bps' | 's' | 'packets' | 'ratio'): string | null =>
  value === null ? null : formatQuantity(value, unit, 4);

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

/** Flows of one lane have one thing and another one, lanes have one or another one. */
function said(
  name: string,
  lanes: readonly JsonObject[],
  of: (lane: JsonObject) => readonly (string | null)[],
): string {
  const values = lanes.map((lane) => unique(of(lane).filter((one) => one !== null)).join(' and '));
  const own = unique(values.filter((value) => value !== ''));
  // Of values in one unit the last one has it: 83 or 332 packets.
  const joined = own.join(' or ').replaceAll(/ (\S+)(?= (?:and|or) .* \1$)/g, '');
  return joined === '' ? '' : `${name} ${joined}`;
}

/** The scenario of each lane: its algorithm stands in the place of the compared flows'. */
function lanesOf(scenario: JsonObject): JsonObject[] {
  const list = compareList(scenario);
  if (list.length === 0) return [scenario];
  return list.map((entry) => {
    const id = entryAlgorithm(entry);
    const flows = flowsOf(scenario).map((flow) =>
      id !== '' && flow.compared === true ? { ...flow, algorithm: id } : flow,
    );
    const set = isObject(entry) && isObject(entry.set) ? Object.entries(entry.set) : [];
    const own = { ...scenario, flows };
    return (
      applyChanges(
        own,
        set.map(([path, value]) => ({ path, value })),
      ) ?? own
    );
  });
}

/**
 * Whether a lane's sender has settings of its own: lanes with one algorithm then differ in more than
 * the path. The round-trip time is no setting of a sender, and is said already.
 */
const setsSender = (entry: Json): boolean =>
  isObject(entry) &&
  isObject(entry.set) &&
  Object.keys(entry.set).some((path) => path.startsWith('flows.') && !path.endsWith('.rtt'));

const text = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

const flowsOf = ({ flows }: JsonObject): JsonObject[] =>
  Array.isArray(flows) ? flows.filter((flow) => isObject(flow)) : [];

/** Its slowest hop alone: that one is the link of the question. */
function narrowest(scenario: JsonObject): JsonObject {
  const hops = Array.isArray(scenario.hops) ? scenario.hops : [];
  const rateOf = (hop: Json): number =>
    readQuantity(isObject(hop) ? hop.rate : undefined, 'rate') ?? Infinity;
  return { ...scenario, hops: hops.toSorted((a, b) => rateOf(a) - rateOf(b)).slice(0, 1) };
}
