/** What is compared, in words: how a run differs from the one before it or from the kept reference. */
import { formatNumber } from '@ackscope/charts';
import { sameJson } from '@ackscope/model';
import type { JsonObject, ReferenceSlice } from '@ackscope/model';
import { changesInWords } from './changes.ts';
import { FIRST_KNOBS, KNOB_SPECS } from './firstKnobs.ts';
import type { FirstKnobId } from './firstKnobs.ts';

/** A knob's value as the beginning of a sentence. */
function valueOf(id: FirstKnobId, value: number): string {
  const number = formatNumber(value, 3);
  return {
    buffer: `A buffer of ${number} ${value === 1 ? 'packet' : 'packets'}`,
    rate: `A rate of ${number} Mbit/s`,
    rtt: `A path of ${number} ms`,
    loss: value === 0 ? 'Without random loss' : `A random loss of ${number} %`,
    reverse: value === 0 ? 'Without reverse flows' : `${number} reverse ${value === 1 ? 'flow' : 'flows'}`,
  }[id];
}

/** The change between two scenarios, and what was before: "50 reverse flows instead of 10"; empty without one. */
export function changeInWords(before: JsonObject, now: JsonObject): string {
  const turned = FIRST_KNOBS.filter((id) => KNOB_SPECS[id].read(before) !== KNOB_SPECS[id].read(now));
  const { shown, more } = changesInWords(before, now);
  const [id] = turned;
  if (id !== undefined && shown.length === 1) {
    const [was, is] = [KNOB_SPECS[id].read(before), KNOB_SPECS[id].read(now)];
    const unit = id === 'loss' && was !== 0 ? ' %' : '';
    if (is === 0 && (id === 'loss' || id === 'reverse')) return valueOf(id, is);
    if (was !== null && is !== null) return `${valueOf(id, is)} instead of ${formatNumber(was, 3)}${unit}`;
  }
  const [first = '', ...others] = [...shown, ...(more > 0 ? [`${String(more)} more changes`] : [])];
  if (first === '') return sameJson(before.seed, now.seed) ? '' : 'Other random numbers';
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ');
}

/** What a sentence compares with, and over which interval. */
export function comparedHead(
  reference: Pick<ReferenceSlice, 'run' | 'link'>,
  now: JsonObject,
  { fromS, toS }: { fromS: number; toS: number },
): string {
  const change = reference.run === null ? '' : changeInWords(reference.run.scenario, now);
  const than = reference.link === null ? 'the run before' : 'the reference';
  return `${change === '' ? `Against ${than}` : change}, ${formatNumber(fromS, 6)} to ${formatNumber(toS, 6)} s`;
}
