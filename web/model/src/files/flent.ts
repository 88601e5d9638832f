/** A data file of flent: JSON with one time axis, and windows of the kernel (`…::tcp_cwnd`). */
import { isObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { Samples } from './samples.ts';
import type { Content, Reader } from './types.ts';
import { Refusal } from './types.ts';

function dataOf({ head, json }: Content): { results: JsonObject; times: Json[] } | null {
  if (!/^\s*\{/.test(head)) return null;
  const value = json();
  if (!isObject(value)) return null;
  const { results, x_values: times } = value as { results?: Json; x_values?: Json };
  return isObject(results) && Array.isArray(times) ? { results, times } : null;
}

/** Only a number of JSON: an empty text is not zero. */
const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : NaN);

export const flent: Reader = {
  kind: 'a data file of flent (.flent.gz)',
  claims: (content) => dataOf(content) !== null,
  read(content) {
    const { results, times } = dataOf(content) ?? { results: {}, times: [] };
    const samples = new Samples();
    for (const [name, values] of Object.entries(results)) {
      if (!/cwnd$/i.test(name)) continue;
      if (!Array.isArray(values) || values.length !== times.length)
        throw new Refusal(`The series “${name}” does not have ${times.length} values, one for each x_value.`);
      const rtts = results[name.replace(/cwnd$/i, 'rtt')];
      for (const [index, value] of values.entries()) {
        // Nothing was measured at this instant.
        if (value === null) continue;
        // The kernel's smoothed RTT, in ms.
        const rttMs = Array.isArray(rtts) ? numberOf(rtts[index]) : NaN;
        samples.add(
          name.replace(/::\w+$/, ''),
          numberOf(times[index]),
          numberOf(value),
          `Value ${index + 1} of ${name}`,
          { rttS: rttMs / 1000 },
        );
      }
    }
    if (samples.isEmpty)
      throw new Refusal('It is a data file of flent without tcp_cwnd: run flent with --socket-stats.');
    return { measured: samples.file('a data file of flent', () => null) };
  },
};
