/** The outcome of a prediction: how near, by how much, and the run's value. */
import { formatNumber, formatQuantity, scaleFor } from '@ackscope/charts';
import type { Measured } from '@ackscope/engine';
import { MEANS } from '@ackscope/model/lesson';
import type { Guess, Judgement, Prediction, RunExpression } from '@ackscope/model/lesson';

/** A value of a prediction with its unit. */
export function inUnit(value: number, unit: 'packets' | 'bps' | 's' | 'ratio' | ''): string {
  return formatQuantity(value, unit);
}

/** A number beside a guess: both have the unit of the question’s scale. */
export function onScale(value: number, { unit, high }: Pick<Estimate, 'unit' | 'high'>): string {
  if (unit !== 'bps' && unit !== 's') return inUnit(value, unit);
  const { factor, unit: name } = scaleFor(high, unit);
  return `${formatNumber(value / factor)} ${name}`;
}

export function outcomeInWords(prediction: Prediction, guess: Guess, judgement: Judgement): string {
  if (judgement.kind === 'draw' && prediction.kind === 'draw') return curveInWords(prediction, judgement);
  const run = runInWords(prediction, judgement);
  return guess.kind === 'estimate' && prediction.kind === 'estimate'
    ? `${farInWords(judgement, prediction.unit)}You predicted ${onScale(guess.value, prediction)}. ${run}`
    : run;
}

/** By how much a number that is not right is off: a share in points, from double on a factor. */
function farInWords(judgement: Judgement, unit: Estimate['unit']): string {
  if (judgement.kind !== 'estimate' || judgement.nearness === 'right') return '';
  const { ratio, value } = judgement;
  const way = ratio > 1 ? 'high' : 'low';
  if (unit === 'ratio' && value > 0.5 && value <= 1) {
    const points = formatNumber(100 * Math.abs(ratio - 1) * value, 2);
    return `${points} ${points === '1' ? 'point' : 'points'} too ${way}. `;
  }
  if (!(value > 0 && ratio > 0)) return '';
  const times = Math.max(ratio, 1 / ratio);
  return times >= 2
    ? `A factor of ${formatNumber(times, 2)} too ${way}. `
    : `${formatNumber(100 * Math.abs(ratio - 1), 2)} % too ${way}. `;
}

type Estimate = Extract<Prediction, { kind: 'estimate' }>;

/** Words and units of what a choice compares. */
const QUANTITIES: Readonly<
  Record<string, readonly [word: string, unit: 'bps' | 's' | 'ratio' | 'packets' | '']>
> = {
  goodput_bps: ['goodput', 'bps'],
  throughput_bps: ['throughput', 'bps'],
  utilisation: ['utilization', 'ratio'],
  retransmission_ratio: ['retransmitted', 'ratio'],
  mean_rtt_s: ['round-trip time', 's'],
  mean_queueing_delay_s: ['wait in the queue', 's'],
  mean_queue_packets: ['queue', 'packets'],
  timeouts: ['timeouts', ''],
  drops: ['drops', ''],
  jain_index: ['Jain’s index', ''],
};

/** Of what a wrong choice says, the numbers of the run: each quantity once, with its lanes. */
export function chosenInWords(
  prediction: Prediction,
  guess: Guess,
  judgement: Judgement,
  read: (measured: Measured) => number,
  nameOf: (lane: string) => string,
): string | null {
  if (prediction.kind !== 'pick' || guess.kind !== 'pick' || judgement.kind !== 'pick') return null;
  const [chosen, right] = [prediction.options[guess.option], prediction.options[judgement.right]];
  if (guess.option === judgement.right || chosen === undefined || right === undefined) return null;
  const [mine, theirs] = [judgement.values[guess.option], judgement.values[judgement.right]];
  if (mine != null && theirs != null) {
    const kind = kindOf(chosen.value);
    const [, unit] = kind?.quantity ?? [];
    if (kind === null || unit === undefined || kindOf(right.value)?.says !== kind.says) return null;
    const [own, other] = [mine, theirs].map((value) =>
      kind.of === '' ? inUnit(value, unit) : formatQuantity(value, 'ratio', 2),
    );
    return `You chose ${chosen.name}. Its ${kind.says} is ${own}${kind.of}, that of ${right.name} ${other}.`;
  }
  const { measured } = chosen.value;
  const words = [...new Set(measured.map(({ number }) => number))].map((number) => {
    const quantity = QUANTITIES[number];
    const own = measured.filter((one) => one.number === number);
    const lanes = new Set(own.map(({ lane, flow }) => `${lane}/${flow ?? ''}`));
    // One lane in two intervals would need both of them told.
    if (quantity === undefined || lanes.size < own.length) return null;
    const [word, unit] = quantity;
    return `The ${word} in the run: ${own.map((one) => `${one.flow ?? nameOf(one.lane)} ${inUnit(read(one), unit)}`).join(', ')}.`;
  });
  return words.length === 0 || words.includes(null) ? null : words.join(' ');
}

/** What a number is: a measure alone, or the share that it is of the same in another interval. */
function kindOf({ text, measured }: RunExpression) {
  const [first, second] = measured;
  const quantity = QUANTITIES[first?.number ?? ''];
  if (first === undefined || quantity === undefined || measured.length > 2) return null;
  const [word] = quantity;
  if (second === undefined)
    return /^\w+\([^()]*\)$/.test(text.trim()) ? { quantity, says: word, of: '' } : null;
  const isShare = second.number === first.number && /^\w+\([^()]*\) \/ \w+\([^()]*\)$/.test(text.trim());
  const [a, b] = [first.interval_s, second.interval_s];
  return isShare && a != null && b != null && first.lane === second.lane
    ? { quantity, says: `${word} from ${a.join(' to ')} s`, of: ` of that from ${b.join(' to ')} s` }
    : null;
}

/** What the run gives, for somebody who did not know. */
export function runInWords(prediction: Prediction, judgement: Judgement): string {
  if (judgement.kind === 'estimate' && prediction.kind === 'estimate')
    return `The run gives ${onScale(judgement.value, prediction)}.`;
  if (judgement.kind === 'pick' && prediction.kind === 'pick')
    return `The run gives: ${prediction.options[judgement.right]?.name ?? ''}.`;
  if (judgement.kind === 'write') return holdInWords(judgement.holds);
  return '';
}

/** How many conditions of a test hold. */
export function holdInWords(holds: readonly boolean[]): string {
  const count = holds.filter(Boolean).length;
  const of = holds.length;
  if (of === 1) return count === 1 ? 'The condition holds.' : 'The condition does not hold.';
  return count === of
    ? `All ${String(of)} conditions hold.`
    : `${String(count)} of ${String(of)} conditions hold.`;
}

/** One sentence on a drawn curve. */
function curveInWords(
  { fromS, toS, unit }: Extract<Prediction, { kind: 'draw' }>,
  { verdict, drawn, run }: Extract<Judgement, { kind: 'draw' }>,
): string {
  const partS = (toS - fromS) / MEANS;
  /** Where the two are furthest apart, as one sees it in the chart. */
  const furthest = (): string => {
    const offs = drawn.map((value, at) => Math.abs(value - (run[at] ?? 0)));
    const at = offs.indexOf(Math.max(...offs));
    const [mine, theirs] = [drawn[at] ?? 0, run[at] ?? 0];
    const { factor, unit: name } = scaleFor(Math.max(mine, theirs), unit);
    const [from, to] = [at, at + 1].map((part) => formatNumber(fromS + part * partS, 2));
    const [a, b] = [mine, theirs].map((value) => formatNumber(value / factor, 2));
    return `Furthest off from ${from} to ${to} s: you ${a}, the run ${b} ${name} on average.`;
  };
  switch (verdict.kind) {
    case 'close':
      return `Close: ${formatQuantity(verdict.gap, unit, 2)} apart on average.`;
    case 'high':
    case 'low':
      return `The right shape, but too ${verdict.kind}: by ${formatQuantity(verdict.by, unit, 2)} on average.`;
    case 'early':
    case 'late':
      return `The right shape, but too ${verdict.kind}: by about ${formatNumber(verdict.by * partS, 2)} s.`;
    case 'until': {
      const then = {
        opposite: 'the other way',
        mixed: 'another shape',
        high: 'too high',
        low: 'too low',
      }[verdict.then];
      const until = formatNumber(fromS + verdict.parts * partS, 2);
      const how = verdict.parts === 0 ? then : `close until ${until} s, then ${then}`;
      return `${how.charAt(0).toUpperCase()}${how.slice(1)}. ${furthest()}`;
    }
  }
}
