/** What in a game's address cannot be used. */
import { shorten } from '../link/words.ts';
import { HAND_DURATION_S, HAND_PATHS, readHand } from './hand.ts';

interface Key {
  is: (value: string) => boolean;
  allowed: string;
}

const matches = (pattern: RegExp, allowed: string): Key => ({ is: (value) => pattern.test(value), allowed });

const KEYS: Readonly<Record<string, Readonly<Record<string, Key>>>> = {
  sender: {
    path: matches(
      new RegExp(`^(?:${HAND_PATHS.map(({ id }) => id).join('|')})$`),
      HAND_PATHS.map(({ id }) => id).join(', '),
    ),
    hand: {
      is: (value) => value === '' || readHand(value) !== null,
      allowed: 'seconds and packets such as 0.5:20,4:45',
    },
    at: {
      is: (value) => /^\d{1,2}(?:\.\d{1,3})?$/.test(value) && Number(value) < HAND_DURATION_S,
      allowed: `a time below ${HAND_DURATION_S} s`,
    },
  },
  guess: {
    seed: matches(/^\d{1,6}$/, '0 to 999999'),
    show: matches(/^(?:cwnd|queue)$/, 'cwnd, queue'),
    answer: matches(/^[1-4]$/, '1 to 4'),
    score: matches(/^\d{1,4},\d{1,4},\d{1,4}$/, 'three counts: right, answered, in a row'),
  },
  worksheet: {
    of: matches(/^/, 'a link'),
    curve: matches(/^hidden$/, 'hidden'),
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
    return key.is(value) ? [] : [`${name}=${shorten(value)} cannot be used. Allowed: ${key.allowed}.`];
  });
}
