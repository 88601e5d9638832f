/** What is searched for, and its address. */
import type { BreakRequest } from '@ackscope/engine';
import { shorten } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import { readScore, scoreHref } from '@ackscope/model/score';

export interface BreakSetup {
  algorithm: string;
  /** Whether this one fails there, too; null for none. */
  other: string | null;
  /** The texts of those two that are scripts, by their ids. */
  scripts: Readonly<Record<string, string>>;
  /** Null: all of them. */
  objective: string | null;
  seed: number;
  runs: number;
}

/**
 * The ways to fail (core/lab/src/search/objectives.rs): what is looked at, what a factor of it means, and, as `basis`, what
 * the factor compares where it is not the two values alone.
 */
export const OBJECTIVES: Readonly<Record<string, { about: string; worse: string; basis?: string }>> = {
  starved: { about: 'goodput, alone on the path', worse: 'less goodput than' },
  crowded: {
    about: 'its share beside a competitor',
    worse: 'a smaller share than',
    basis: 'of what both flows get',
  },
  harm: { about: 'what its neighbour has left', worse: 'less for its neighbour than beside' },
  late: { about: 'the waiting time', worse: 'longer waits than', basis: '1 ms added to both' },
  unfair: {
    about: 'how evenly two of its own share',
    worse: 'more unequal than',
    basis: 'the larger goodput by the smaller',
  },
  wasteful: {
    about: 'segments sent again without a loss',
    worse: 'more sent again than',
    basis: '0.2 % added to both',
  },
  stuck: { about: 'the longest time without delivery', worse: 'longer without delivery than' },
};

export const BUDGETS = [1500, 6000, 20_000] as const;
const DEFAULTS = { algorithm: 'bbr', seed: 1, runs: BUDGETS[0] };
const BOUNDS = { seed: [1, 2 ** 32], runs: [100, BUDGETS[2]] } as const;

export const requestOf = ({
  algorithm,
  other,
  scripts,
  objective,
  seed,
  runs,
}: BreakSetup): BreakRequest => ({
  algorithm,
  scripts: { ...scripts },
  objectives: objective === null ? [] : [objective],
  seed,
  other,
  max_runs: runs,
});

/**
 * `#break/vegas?objective=late&seed=2&runs=6000`, or `#break/mine,yours` for two; scripts are in `of`, as in the address of
 * a report card.
 */
export function breakHref({ algorithm, other, scripts, objective, seed, runs }: BreakSetup): string {
  const algorithms = other === null ? [algorithm] : [algorithm, other];
  const [named = '', of] = scoreHref({ algorithms, scripts }).split('?');
  const pairs = [
    of ?? [],
    objective === null ? [] : `objective=${objective}`,
    seed === DEFAULTS.seed ? [] : `seed=${String(seed)}`,
    runs === DEFAULTS.runs ? [] : `runs=${String(runs)}`,
  ].flat();
  return named.replace('#score', '#break') + (pairs.length === 0 ? '' : `?${pairs.join('&')}`);
}

/** Reads what `breakHref` wrote; `own` has the lab's scripts, used if the address has none. */
export function readBreak(
  item: string | null,
  query: string,
  own: JsonObject,
  builtIn: readonly string[],
): { setup: BreakSetup; problems: readonly string[] } {
  const pairs = new URLSearchParams(query);
  const of = pairs.get('of');
  const read = readScore(item, of === null ? '' : new URLSearchParams({ of }).toString(), own, builtIn);
  const [algorithm = DEFAULTS.algorithm, other = null, ...others] = read.setup.algorithms ?? [];
  const texts = Object.entries(read.setup.scripts).filter(
    ([id]) => (id === algorithm || id === other) && !builtIn.includes(id),
  );
  const setup: BreakSetup = {
    ...DEFAULTS,
    objective: null,
    algorithm,
    other,
    scripts: Object.fromEntries(texts),
  };
  const alone =
    others.length === 0 ? [] : [`At most two algorithms at a time: ${others.join(', ')} is left out.`];
  const problems = [...pairs].flatMap(([key, value]) => {
    if (key === 'of') return [];
    if (key === 'objective' && Object.hasOwn(OBJECTIVES, value)) {
      setup.objective = value;
      return [];
    }
    if (key === 'objective')
      return [`There is no objective “${shorten(value)}”, but ${Object.keys(OBJECTIVES).join(', ')}.`];
    if (key !== 'seed' && key !== 'runs')
      return [`This page does not take “${shorten(key)}”, but objective, seed and runs.`];
    const [least, most] = BOUNDS[key];
    const number = value === '' ? NaN : Number(value);
    if (!Number.isInteger(number) || number < least || number > most)
      return [
        `${key}=${shorten(value)} is left out: whole numbers from ${String(least)} to ${String(most)} are allowed.`,
      ];
    setup[key] = number;
    return [];
  });
  return { setup, problems: [...new Set([...read.problems, ...alone, ...problems])] };
}
