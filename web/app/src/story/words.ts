import { formatFixed, formatNumber } from '@ackscope/charts';

/** A span of time in words: "0.45 s", "12 ms". */
export function span(valueS: number): string {
  if (valueS >= 9.95) return `${formatFixed(valueS, 1)} s`;
  if (valueS >= 0.0995) return `${formatFixed(valueS, 2)} s`;
  return `${formatNumber(valueS * 1000, 2)} ms`;
}

export const numbered = (value: number): string => formatFixed(value, 0);

export const packets = (count: number): string => `${numbered(count)} ${count === 1 ? 'packet' : 'packets'}`;

/** A window's change: "84 → 42". */
export const change = (before: number, after: number): string =>
  `${formatNumber(before, 2)} → ${formatNumber(after, 2)}`;
