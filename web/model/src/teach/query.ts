/** What in a game's address cannot be used. */
import { shorten } from '../link/linkTexts.ts';
import { GUESS_PARTS, LARGEST_SEED } from './guess.ts';
import { HAND_DURATION_S, HAND_PATHS, readHand, readRest } from './hand.ts';

interface Key {
  /** Null for a value that cannot be used. */
  read: (value: string) => unknown;
  allowed: string;
}

const PATH_IDS = HAND_PATHS.map(({ id }) => id);

const KEYS: Readonly<Record<string, Readonly<Record<string, Key>>>> = {
  sender: {
    path: { read: (value) => PATH_IDS.find((id) => id === value) ?? null, allowed: PATH_IDS.join(', ') },
    hand: {
      read: (value) => (value === '' ? [] : readHand(value)),
      allowed: 'seconds and packets such as 0.5:20,4:45',
    },
    at: { read: readRest, allowed: `a time below ${HAND_DURATION_S} s` },
  },
  guess: {
    seed: { read: GUESS_PARTS.seed, allowed: `0 to ${String(LARGEST_SEED)}` },
    show: { read: GUESS_PARTS.show, allowed: 'cwnd, queue' },
    answer: { read: GUESS_PARTS.answer, allowed: '1 to 4' },
    score: { read: GUESS_PARTS.score, allowed: 'three counts: right, answered, in a row' },
  },
  worksheet: {
    of: { read: (value) => value, allowed: 'a link' },
    curve: { read: (value) => (value === 'hidden' ? value : null), allowed: 'hidden' },
    why: { read: (value) => (value === 'asked' ? value : null), allowed: 'asked' },
  },
};

/** A sentence for each part of a game's address that is left out. */
export function gameProblems(game: string | null, query: string): string[] {
  const keys = KEYS[game ?? ''];
  if (keys === undefined) return [];
  return [...new URLSearchParams(query)].flatMap(([name, value]) => {
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined;
    if (key === undefined)
      return [
        `“${shorten(name)}” is nothing that this game takes. It takes ${Object.keys(keys).join(', ')}.`,
      ];
    return key.read(value) === null
      ? [`${name}=${shorten(value)} cannot be used. Allowed: ${key.allowed}.`]
      : [];
  });
}
