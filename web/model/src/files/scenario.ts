/** Files that are not measured: scenarios, and rate traces in mahimahi's form. */
import { isObject } from '../json.ts';
import { MOST_BYTES, looksLikeRateTrace, readRateTrace } from '../rateTrace.ts';
import type { Reader } from './types.ts';
import { Refusal } from './types.ts';

export const scenario: Reader = {
  kind: 'a scenario of Ackscope',
  claims: ({ head, json }) => {
    if (!/^\s*\{/.test(head)) return false;
    const value = json();
    return isObject(value) && ['version', 'hops', 'flows'].some((key) => key in value);
  },
  read: ({ lines }) => ({ scenario: lines().join('\n') }),
};

export const rateTrace: Reader = {
  kind: 'a rate trace of mahimahi',
  claims: ({ head }) => looksLikeRateTrace(head),
  read({ bytes, lines }) {
    if (bytes.length > MOST_BYTES)
      throw new Refusal(`A rate trace has at most ${MOST_BYTES} bytes; this one has ${bytes.length}.`);
    const read = readRateTrace(lines());
    if ('problem' in read) throw new Refusal(read.problem);
    return { rateMs: Float64Array.from(read.opportunitiesMs) };
  },
};
