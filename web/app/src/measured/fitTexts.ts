/** What was found behind a curve, in short sentences. */
import { formatFixed, formatNumber, formatQuantity, scaleFor } from '@ackscope/charts';
import type { Unit } from '@ackscope/charts';
import type { Fit, FitInterval, FitNear, FitSoFar } from '@ackscope/engine';

type NameOf = (id: string) => string;

export const STAGES: Readonly<Record<FitSoFar['stage'], string>> = {
  try: 'Running every algorithm on the paths that the curve suggests',
  refine: 'Looking for better paths for the nearest algorithms',
  company: 'Trying other flows beside it',
  bound: 'Looking how far each number may be off',
};

/** “10.1 Mbit/s (9.8–10.3)”: the value, and the values that are as good, with as many decimals. */
function within({ value, low, high }: FitInterval, unit: Unit, digits = 3): [string, string] {
  const { factor } = scaleFor(value, unit);
  const before = Math.floor(Math.log10(value / factor)) + 1;
  const number = (size: number): string => formatFixed(size / factor, Math.max(0, digits - before));
  const range = high === null ? `${number(low)} or more` : `${number(low)}–${number(high)}`;
  return [formatQuantity(value, unit, digits), range];
}

/** Each parameter: what it is, its value, its interval. */
export function parametersOf({ parameters }: Fit): readonly (readonly [string, string, string])[] {
  const { rate_bps: rate, base_rtt_s: rtt, buffer_packets: buffer, loss } = parameters;
  const most = loss.high === null ? 'any' : `up to ${formatQuantity(loss.high, 'ratio', 2)}`;
  const limit = parameters.receive_window_packets;
  return [
    ['Rate', ...within(rate, 'bps')],
    ['Base RTT', ...within(rtt, 's')],
    ['Buffer', ...within(buffer, 'packets', 1)],
    ['Random loss', ...(loss.value === 0 ? (['none', most] as const) : within(loss, 'ratio', 2))],
    ...(limit == null ? [] : [['Receive window', formatQuantity(limit, 'packets'), 'read off'] as const]),
  ];
}

/** “10.1 Mbit/s, a base RTT of 100 ms, a buffer of 83 packets”. */
export function nearWords(
  { law, rate_bps, base_rtt_s, buffer_packets, loss }: FitNear,
  nameOf: NameOf,
): string {
  const parts = [
    formatQuantity(rate_bps, 'bps'),
    `a base RTT of ${formatQuantity(base_rtt_s, 's')}`,
    `a buffer of ${formatQuantity(buffer_packets, 'packets', 1)}`,
    ...(loss > 0 ? [`${formatQuantity(loss, 'ratio', 2)} random loss`] : []),
  ];
  return `${nameOf(law)} with ${parts.join(', ')}`;
}

const listed = (names: readonly string[], word: string): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1) ?? ''}`;

/** The first group of algorithms, and whether the curve tells them apart. */
export function lawWords({ laws, company }: Fit, nameOf: NameOf): string {
  const [first = []] = laws;
  const beside = company.startsWith('beside ')
    ? `, beside a flow of ${nameOf(company.slice('beside '.length))}`
    : company === 'alone'
      ? ''
      : `, against ${company}`;
  const which = listed(first.map(nameOf), 'or');
  return first.length < 2
    ? `The algorithm is ${which}${beside}.`
    : `The algorithm is ${which}${beside}: the curve does not tell them apart.`;
}

/** What ended, in a sentence. */
export const endWords = ({ answer, runs }: Fit): string =>
  `${answer === 'fit' ? 'A network gives this curve' : 'None of mine explains this curve'} · ${formatNumber(runs, 9)} runs`;

/** Why none does. */
export function whyNot({ unexplained, distance }: Fit): string {
  const [first, ...rest] = unexplained;
  if (first === undefined)
    return `The nearest is ${formatNumber(distance, 2)} tolerances away; up to 1 is alike.`;
  return `In the curve ${[first, ...rest].join(', ')}: no network of mine does that.`;
}
