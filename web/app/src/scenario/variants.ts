/** Lanes as entries of `compare`: an algorithm's name, or an object with changes for its lane. */
import { compareList, entryAlgorithm, isObject } from '@ackscope/model';
import type { Json, JsonObject, PathChange } from '@ackscope/model';

export interface Variant {
  label: string | null;
  algorithm: string;
  set: JsonObject;
}

export function variantOf(entry: Json): Variant {
  const own = isObject(entry) ? entry : {};
  return {
    label: typeof own.label === 'string' ? own.label : null,
    algorithm: entryAlgorithm(entry),
    set: isObject(own.set) ? own.set : {},
  };
}

/** The shortest form of an entry: only a name if nothing else is changed. */
function entryOf({ label, algorithm, set }: Variant): Json {
  const isPlain = (label === null || label === '') && Object.keys(set).length === 0;
  if (isPlain && algorithm !== '') return algorithm;
  return {
    ...(label === null || label === '' ? {} : { label }),
    ...(algorithm === '' ? {} : { algorithm }),
    ...(Object.keys(set).length === 0 ? {} : { set }),
  };
}

export function changeVariant(scenario: JsonObject, index: number, variant: Variant): PathChange[] {
  const list = compareList(scenario).map((entry, at) => (at === index ? entryOf(variant) : entry));
  return [{ path: 'compare', value: list }];
}

/** Adds a copy of this lane right after it, with its own name. */
export function duplicateVariant(scenario: JsonObject, index: number): PathChange[] {
  const list = compareList(scenario);
  const entry = list[index];
  if (entry === undefined) return [];
  const variant = variantOf(entry);
  const taken = new Set(list.map((item) => variantOf(item).label ?? entryAlgorithm(item)));
  let number = 2;
  const stem = (variant.label ?? variant.algorithm).replace(/ \d+$/, '');
  while (taken.has(`${stem} ${number}`)) number += 1;
  const copy = entryOf({ ...variant, label: `${stem} ${number}` });
  return [{ path: 'compare', value: [...list.slice(0, index + 1), copy, ...list.slice(index + 1)] }];
}

/** The classic comparison: this algorithm with a buffer of a tenth of the BDP, and of one BDP. */
export function bufferVariants(scenario: JsonObject, index: number, name: string): PathChange[] {
  const list = compareList(scenario);
  const entry = list[index];
  if (entry === undefined) return [];
  const variant = variantOf(entry);
  const lanes = (['0.1bdp', '1bdp'] as const).map((capacity) =>
    entryOf({
      ...variant,
      label: `${name}, ${capacity === '1bdp' ? '1' : '0.1'} BDP`,
      set: { ...variant.set, 'hops.0.queue.capacity': capacity },
    }),
  );
  return [{ path: 'compare', value: [...list.slice(0, index), ...lanes, ...list.slice(index + 1)] }];
}

/** The paths that a lane most often changes; any other path can be typed. */
export function commonLanePaths(scenario: JsonObject): { path: string; value: Json }[] {
  const flows = Array.isArray(scenario.flows) ? scenario.flows : [];
  const compared = Math.max(
    0,
    flows.findIndex((flow) => isObject(flow) && flow.compared === true),
  );
  const flow = flows[compared];
  const name =
    isObject(flow) && typeof flow.name === 'string' && flow.name !== '' ? flow.name : String(compared);
  return [
    { path: 'hops.0.queue.capacity', value: '0.1bdp' },
    { path: 'hops.0.queue.kind', value: 'red' },
    { path: 'hops.0.rate', value: '1Mbps' },
    { path: 'hops.0.loss', value: { kind: 'bernoulli', probability: 0.001 } },
    { path: `flows.${name}.rtt`, value: '100ms' },
    { path: `flows.${name}.delayed_ack`, value: false },
    { path: `flows.${name}.recovery`, value: 'sack' },
    { path: `flows.${name}.growth`, value: 'byte-counting' },
    { path: `flows.${name}.initial_window`, value: 10 },
  ];
}

/** The path of an algorithm's parameters in a lane's changes: those of the compared flow. */
export function parametersPath(scenario: JsonObject): string {
  const [usual] = commonLanePaths(scenario).filter(({ path }) => path.endsWith('.rtt'));
  return (usual?.path ?? 'flows.0.rtt').replace(/rtt$/, 'parameters');
}
