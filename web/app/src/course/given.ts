/** What a step's question takes as given, in one line: it stands wherever the question stands. */
import { formatQuantity } from '@ackscope/charts';
import type { Catalogue } from '@ackscope/engine';
import { applyChanges, compareList, entryAlgorithm, getPath, isObject, readQuantity } from '@ackscope/model';
import type { Json, JsonObject } from '@ackscope/model';
import { readBuffer, readLoss } from '../scenario/knobs.ts';

/** Link, round-trip time, buffer, random loss and algorithms: only what the scenario says, nothing of its run. */
export function givenOf(scenario: JsonObject, { algorithms }: Pick<Catalogue, 'algorithms'>): string {
  const lanes = lanesOf(scenario);
  const nameOf = (id: string): string[] => {
    const script = getPath(scenario, `scripts.${id}`);
    // A script has the name that it gives itself: “86” is one.
    if (typeof script === 'string')
      return [`“${/^[ \t]*algorithm[ \t]+"([^"\n]+)"/m.exec(script)?.[1] ?? id}”`];
    if (id === 'manual') return ['window set by hand'];
    const known = algorithms.find((algorithm) => algorithm.id === id);
    return known === undefined ? [] : [known.name];
  };
  const entries = compareList(scenario);
  const labels = (id: string): string => {
    const own = entries.filter((entry) => entryAlgorithm(entry) === id);
    const told = unique(own.flatMap((entry) => (isObject(entry) ? (text(entry.label) ?? []) : [])));
    return told.length > 1 && own.some(setsSender) ? ` (${told.join(', ')})` : '';
  };
  const ids = unique(lanes.flatMap(flowsOf).flatMap(({ algorithm }) => text(algorithm) ?? []));
  return [
    said('Link', lanes, (lane) => {
      const rate = getPath(narrowest(lane), 'hops.0.rate');
      if (!isObject(rate)) return quantity(readQuantity(rate, 'rate'), 'bps');
      const mean = quantity(readQuantity(rate.mean, 'rate'), 'bps');
      return mean === null ? text(rate.kind) : `${mean} on average (${text(rate.kind) ?? ''})`;
    }),
    said('RTT', lanes, (lane) => flowsOf(lane).map(({ rtt }) => quantity(readQuantity(rtt, 'time'), 's'))),
    said('buffer', lanes, (lane) => quantity(readBuffer(narrowest(lane)), 'packets')),
    said('random loss', lanes, (lane) => {
      const loss = readLoss(narrowest(lane));
      return loss === null || loss === 0 ? null : formatQuantity(loss, 'ratio');
    }),
    ids.flatMap((id) => nameOf(id).map((name) => name + labels(id))).join(', '),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

const quantity = (value: number | null, unit: 'bps' | 's' | 'packets'): string | null =>
  value === null ? null : formatQuantity(value, unit, 4);

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

/** Flows of one lane have one thing and another one, lanes have one or another one. */
function said(
  name: string,
  lanes: readonly JsonObject[],
  of: (lane: JsonObject) => string | null | (string | null)[],
): string {
  const values = lanes.map((lane) => unique([of(lane)].flat().filter((one) => one !== null)).join(' and '));
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
