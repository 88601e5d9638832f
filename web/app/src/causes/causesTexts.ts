/** Numbers and words of an answer about causes. */
import { formatFixed, scaleFor } from '@ackscope/charts';
import type { CausesOf, CausesReport, LaneResults, Suspect } from '@ackscope/engine';

export const TITLES: Record<CausesOf, string> = {
  goodput: 'What sets the goodput? We remove one possible cause at a time.',
  delay: 'What sets the waiting time? We remove one possible cause at a time.',
  completion: 'What sets the time it takes? We remove one possible cause at a time.',
  fairness: 'What sets the shares? We remove one possible cause at a time.',
};

export const OF_NAMES: Record<CausesOf, string> = {
  goodput: 'goodput',
  delay: 'waiting time',
  completion: 'completion time',
  fairness: 'fairness',
};

/** What is asked of a lane without a choice: its transfers' time, or its goodput. */
export const naturalOf = (results: LaneResults | null): CausesOf =>
  results?.flows.some((flow) => typeof flow.completion_s === 'number') === true ? 'completion' : 'goodput';

/** How the numbers of an answer are written: the unit, and a number in it. */
export function formOf({ of, unit, suspects, as_is: asIs, bound }: CausesReport): {
  unit: string;
  factor: number;
  write: (value: number) => string;
} {
  if (of === 'fairness') return { unit: 'Jain index', factor: 1, write: (value) => formatFixed(value, 3) };
  const largest = Math.max(asIs.value, bound, ...suspects.map(({ value }) => value));
  const scale = scaleFor(largest, unit === 'bit/s' ? 'bps' : 's');
  const decimals = largest / scale.factor >= 100 ? 0 : largest / scale.factor >= 10 ? 1 : 2;
  return { ...scale, write: (value) => formatFixed(value / scale.factor, decimals) };
}

/** From threefold on as a factor, below as a percentage; an index as a difference. */
export function changeOf(of: CausesOf, asIs: number, value: number): string {
  const signed = (difference: number, decimals: number): string => {
    const text = formatFixed(Math.abs(difference), decimals);
    return `${Number(text) === 0 ? '±' : difference > 0 ? '+' : '−'}${text}`;
  };
  if (of === 'fairness') return signed(value - asIs, 3);
  if (asIs <= 0) return '';
  const ratio = value / asIs;
  return ratio >= 3 ? `${formatFixed(ratio, ratio >= 10 ? 0 : 1)} ×` : `${signed(100 * (ratio - 1), 0)} %`;
}

export const titleOf = ({ name, is_remedy: isRemedy }: Suspect): string =>
  `${isRemedy ? 'With' : 'Without'} ${name}`;
