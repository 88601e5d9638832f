/** Guess the algorithm: a seed defines a round with its path, four candidates and the answer. */
import type { Json, JsonObject } from '../json.ts';

export type GuessRow = 'cwnd' | 'queue';

export interface Round {
  seed: number;
  /** Ids, in the order of the buttons. */
  choices: readonly string[];
  /** Index of the right one. */
  secret: number;
  /** All choices as lanes of one scenario. */
  scenario: JsonObject;
  /** The path's parameters that the player sees. */
  path: { rateMbps: number; rttMs: number; bdps: number; lossPercent: number };
}

/** Algorithms with distinguishable curves; the others are close relatives of these. */
const CANDIDATES: readonly string[] = [
  'tahoe',
  'newreno',
  'westwood+',
  'vegas',
  'cubic',
  'stcp',
  'htcp',
  'bbr',
];

const CHOICES = 4;
export const GUESS_DURATION_S = 60;
/** Seeds per kind of round. In the first million, which older links name, ACKs are counted; beyond it, segments. */
const SEEDS = 1_000_000;
export const LARGEST_SEED = 2 * SEEDS - 1;

/** The seed of a new round, from any whole number. */
export const newSeed = (random: number): number => SEEDS + (random % SEEDS);

/** The round after this one, of the same kind. */
export const seedAfter = (seed: number): number => seed - (seed % SEEDS) + ((seed + 1) % SEEDS);

/** Mulberry32: small and identical in every browser, so that a link gives the same round to all. */
function stream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function roundOf(seed: number): Round {
  const draw = stream(seed);
  const oneOf = <T>(items: readonly [T, ...T[]]): T => items[Math.floor(draw() * items.length)] ?? items[0];
  const left = [...CANDIDATES];
  const choices = Array.from({ length: CHOICES }, () =>
    left.splice(Math.floor(draw() * left.length), 1),
  ).flat();
  const secret = Math.floor(draw() * CHOICES);
  const path = {
    rateMbps: oneOf([5, 10, 20]),
    rttMs: oneOf([60, 100, 160]),
    bdps: oneOf([0.5, 1, 1.5]),
    lossPercent: oneOf([0, 0, 0.02]),
  };
  const lanes = choices.map((algorithm): Json =>
    // As published, Vegas gets an ACK for every packet.
    algorithm === 'vegas' ? { algorithm, set: { 'flows.main.delayed_ack': false } } : algorithm,
  );
  const loss =
    path.lossPercent === 0 ? { kind: 'none' } : { kind: 'bernoulli', probability: path.lossPercent / 100 };
  return {
    seed,
    choices,
    secret,
    path,
    scenario: {
      version: 1,
      title: `Guess the algorithm, round ${seed}`,
      seed,
      duration: `${GUESS_DURATION_S}s`,
      hops: [
        {
          rate: `${path.rateMbps}Mbps`,
          delay: '10ms',
          queue: { kind: 'drop-tail', capacity: `${path.bdps}bdp` },
          loss,
        },
      ],
      flows: [
        {
          name: 'main',
          algorithm: 'newreno',
          rtt: `${path.rttMs}ms`,
          initial_window: 10,
          ...(seed < SEEDS ? {} : { growth: 'byte-counting', recovery_variant: 'rfc' }),
          compared: true,
        },
      ],
      compare: lanes,
      measure: [[0, GUESS_DURATION_S]],
    },
  };
}

/** The rounds that somebody has answered. */
export interface Tally {
  right: number;
  of: number;
  /** Right answers since the last wrong one. */
  streak: number;
}

export const NO_ROUND: Tally = { right: 0, of: 0, streak: 0 };

export interface GuessQuery {
  /** Null: a new round. */
  seed: number | null;
  row: GuessRow;
  /** Index of the chosen algorithm; null: not answered. */
  answer: number | null;
  tally: Tally;
}

/** `#teach/guess?seed=17&show=queue`, and once rounds are answered `&answer=2&score=3,5,1`. */
export function guessHref(
  seed: number,
  row: GuessRow,
  answer: number | null = null,
  { right, of, streak }: Tally = NO_ROUND,
): string {
  const answered = answer === null ? '' : `&answer=${answer + 1}`;
  return `#teach/guess?seed=${seed}&show=${row}${answered}${of === 0 ? '' : `&score=${right},${of},${streak}`}`;
}

/** Each part of the address; null if it cannot be used. */
export const GUESS_PARTS = {
  seed: (text: string): number | null =>
    /^\d{1,7}$/.test(text) && Number(text) <= LARGEST_SEED ? Number(text) : null,
  show: (text: string): GuessRow | null => (text === 'cwnd' || text === 'queue' ? text : null),
  answer: (text: string): number | null => (/^[1-4]$/.test(text) ? Number(text) - 1 : null),
  score: (text: string): Tally | null => {
    if (!/^\d{1,4},\d{1,4},\d{1,4}$/.test(text)) return null;
    const [right = 0, of = 0, streak = 0] = text.split(',').map(Number);
    return streak <= right && right <= of ? { right, of, streak } : null;
  },
};

export function readGuess(query: string): GuessQuery {
  const pairs = new URLSearchParams(query);
  const part = (name: keyof typeof GUESS_PARTS): string => pairs.get(name) ?? '';
  const seed = GUESS_PARTS.seed(part('seed'));
  return {
    seed,
    row: GUESS_PARTS.show(part('show')) ?? 'cwnd',
    answer: seed === null ? null : GUESS_PARTS.answer(part('answer')),
    tally: GUESS_PARTS.score(part('score')) ?? NO_ROUND,
  };
}
