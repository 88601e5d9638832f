/** A find in words, and as a test for others. */
import { formatNumber } from '@ackscope/charts';
import type { BreakReport, FindReport } from '@ackscope/engine';
import { EMPTY_VIEW, encodeLink } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { OBJECTIVES } from './setup.ts';

export const factorWords = (factor: number): string => `${formatNumber(factor, 2)} ×`;

/** A find holds in all of its runs: the least of them says how strong it is. */
export const leastWords = ({ low }: FindReport): string => `at least ${factorWords(low)}`;

/** “less goodput than CUBIC, up to 5.4 × in five runs”. */
export function rangeWords({ objective, low, high }: FindReport, witness: string): string {
  const [least, most] = [factorWords(low), factorWords(high)];
  const range = least === most ? '' : `up to ${most} `;
  const { worse = 'worse than', basis } = OBJECTIVES[objective] ?? {};
  const based = basis === undefined ? '' : ` (${basis})`;
  return `${worse} ${witness}${based}, ${range}in five runs that differ a little`;
}

/** Whether the other one of two fails in the five runs, too. */
export const tooWords = (fails: number | null | undefined, other: string): string =>
  fails == null
    ? `Whether ${other} fails here, too, is not known yet`
    : fails === 0
      ? `${other} does not fail here`
      : `${other} fails here, too${fails < 5 ? `, in ${String(fails)} of five runs` : ''}`;

/** The network in words, with the names of its algorithms in place of their ids. */
export const withNames = (network: string, nameOf: (id: string) => string): string =>
  network.replace(/(?<=, )[^ ,]+(?= beside it)/, nameOf).replace(/(?<=flows of )[a-z][a-z0-9+-]*$/, nameOf);

/** The finds of each cause, the strongest first. */
export const byCause = (finds: readonly FindReport[]): [string, FindReport[]][] => {
  const groups = new Map<string, FindReport[]>();
  for (const find of finds) groups.set(find.cause, [...(groups.get(find.cause) ?? []), find]);
  return [...groups];
};

/** What the page found, in a line. */
export function headline({ finds }: BreakReport, name: string, nameOf: (id: string) => string): string {
  const [first] = finds;
  if (first === undefined) return `Nothing was found that breaks ${name}`;
  const { cause_name: cause, objective, witness } = first;
  return `${name} is broken by ${cause}: ${leastWords(first)} ${OBJECTIVES[objective]?.worse ?? 'worse than'} ${nameOf(witness)}`;
}

/** The link that opens a find, with one of its lanes in front. */
export const linkOf = ({ scenario }: FindReport, lane: string | null): string =>
  encodeLink({ scenario: scenario as JsonObject, preset: null, view: { ...EMPTY_VIEW, lane } });

/** A find as a lesson of one's own, with its link; null if no measure of a lesson shows it. */
export const lessonOf = (find: FindReport): string | null =>
  find.lesson?.replace('{run}', linkOf(find, null)) ?? null;

/** What a find came from; the version is known once the search is over. */
type Origin = Pick<BreakReport, 'algorithm' | 'seed'> &
  Partial<Pick<BreakReport, 'version' | 'engine_fingerprint'>>;

/** A find for a test elsewhere: the scenario, and what is to be expected of its two lanes. */
export const testCase = (
  { algorithm, seed, version, engine_fingerprint }: Origin,
  { scenario, objective, witness, unit, value, witness_value, low, high }: FindReport,
): object => ({
  version: 1,
  algorithm,
  witness,
  objective,
  expected: { unit, value, witness_value, factor: { low, high } },
  found_with: { seed, version, engine_fingerprint },
  scenario,
});
