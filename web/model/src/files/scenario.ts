/** Files that are not measured: scenarios, and rate traces in mahimahi's form. */
import { isObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { MAX_BYTES, looksLikeRateTrace, readRateTrace } from '../rateTrace.ts';
import type { Reader } from './types.ts';
import { Refusal } from './types.ts';

/** An experiment's file holds a scenario beside its question, notes and published numbers. */
function ofExperiment(value: Json | undefined): JsonObject | null {
  if (!isObject(value) || 'version' in value || !isObject(value['scenario'])) return null;
  const windows = Array.isArray(value['windows']) ? value['windows'] : [];
  // Each has a name before its two ends.
  const measure = windows.filter((window) => Array.isArray(window)).map((window) => window.slice(1));
  return measure.length === 0 ? value['scenario'] : { ...value['scenario'], measure };
}

export const scenario: Reader = {
  kind: 'a scenario of Ackscope',
  claims: ({ head, json }) => {
    if (!/^\s*\{/.test(head)) return false;
    const value = json();
    return (
      ofExperiment(value) !== null ||
      // A version of words is that of another program.
      (isObject(value) && (typeof value['version'] === 'number' || 'hops' in value || 'flows' in value))
    );
  },
  read: ({ lines, json }) => {
    const inside = ofExperiment(json());
    return { scenario: inside === null ? lines().join('\n') : JSON.stringify(inside) };
  },
};

export const rateTrace: Reader = {
  kind: 'a rate trace of mahimahi',
  claims: ({ head }) => looksLikeRateTrace(head),
  read({ bytes, lines }) {
    if (bytes.length > MAX_BYTES)
      throw new Refusal(`A rate trace has at most ${MAX_BYTES} bytes; this one has ${bytes.length}.`);
    const read = readRateTrace(lines());
    if ('problem' in read) throw new Refusal(read.problem);
    return { rateMs: Float64Array.from(read.opportunitiesMs) };
  },
};
