/**
 * Be the sender: the paths to play on, the recorded moves, and the scenario that repeats them. The
 * moves are the script of the engine's algorithm `manual`, so a game is a run like any other.
 */
import type { Json, JsonObject } from '../json.ts';

export interface HandPath {
  id: string;
  name: string;
  /** The description that the player sees; it does not tell what the path does. */
  about: string;
  scenario: JsonObject;
}

/** The values of the window and when each was set, in order of time. */
export type Hand = readonly { atS: number; cwnd: number }[];

export const HAND_DURATION_S = 45;
export const LARGEST_HAND = 150;
/** The window at the start of every attempt. */
export const FIRST_CWND = 4;

/** An RTT slow enough to react to, and a link with countable packets: 100 per second. */
function path(
  id: string,
  name: string,
  about: string,
  hop: JsonObject,
  others: readonly JsonObject[] = [],
): HandPath {
  return {
    id,
    name,
    about,
    scenario: {
      version: 1,
      title: `By hand: ${name.toLowerCase()}`,
      seed: 1,
      duration: `${HAND_DURATION_S}s`,
      hops: [
        {
          rate: '1.2Mbps',
          delay: '20ms',
          queue: { kind: 'drop-tail', capacity: '25pkt' },
          loss: { kind: 'none' },
          ...hop,
        },
      ],
      flows: [
        {
          name: 'main',
          algorithm: 'manual',
          rtt: '500ms',
          initial_window: FIRST_CWND,
          delayed_ack: false,
          compared: true,
        },
        ...others,
      ],
      measure: [[0, HAND_DURATION_S]],
    },
  };
}

export const HAND_PATHS: readonly HandPath[] = [
  path('quiet', 'A link of your own', 'No other flow. How much can you send?', {}),
  path('lossy', 'A radio link', 'No other flow, but the radio link loses packets.', {
    loss: { kind: 'bernoulli', probability: 0.02 },
  }),
  path('changing', 'A link that changes', 'The rate changes during the run.', {
    rate: [
      ['0s', '1.2Mbps'],
      ['15s', '0.5Mbps'],
      ['30s', '2Mbps'],
    ],
  }),
  path(
    'shared',
    'A link shared with New Reno',
    'Another flow shares the link. How much do you leave to it?',
    {},
    [{ name: 'other', algorithm: 'newreno', rtt: '500ms', start: '0s', delayed_ack: false }],
  ),
];

export function handPath(id: string | null): HandPath {
  const [first] = HAND_PATHS;
  if (first === undefined) throw new Error('there is no path to try');
  return HAND_PATHS.find((item) => item.id === id) ?? first;
}

/** Adds an entry; it replaces all later entries. */
export function withHand(hand: Hand, atS: number, cwnd: number): Hand {
  const before = hand.filter((entry) => entry.atS < atS);
  if (before.at(-1)?.cwnd === cwnd) return before.length === hand.length ? hand : before;
  return [...before, { atS, cwnd }];
}

export function handAt(hand: Hand, timeS: number): number {
  return hand.filter((entry) => entry.atS <= timeS).at(-1)?.cwnd ?? FIRST_CWND;
}

/** Algorithms that run on the same path after the player. */
const RIVALS: readonly Json[] = [
  'newreno',
  'westwood+',
  { algorithm: 'vegas', set: { 'flows.main.delayed_ack': false } },
  'cubic',
];

/** The player's run; with the algorithms on the same path and channel, if they may be shown. */
export function handScenario(of: HandPath, hand: Hand, withRivals: boolean): JsonObject {
  const you = {
    label: 'you',
    algorithm: 'manual',
    set: {
      'flows.main.parameters.at': hand.map(({ atS }) => atS),
      'flows.main.parameters.cwnd': hand.map(({ cwnd }) => cwnd),
    },
  };
  return { ...of.scenario, compare: withRivals ? [you, ...RIVALS] : [you] };
}

// ---- the address
// -------------------------------------------------------------------------------------------------

/** More moves than anybody can make in that time. */
const MAX_MOVES = 600;

/** `#teach/sender?path=lossy&hand=0:4,1.25:10`; with `&at=7.5` the game has not ended but rests there. */
export function handHref(of: HandPath, hand: Hand | null, atS: number | null = null): string {
  const script = hand === null || hand.length === 0 ? '' : `&hand=${writeHand(hand)}`;
  const at = atS === null ? '' : `&at=${Number(atS.toFixed(3))}`;
  return `#teach/sender?path=${of.id}${script}${at}`;
}

/** A game that has not ended. */
export interface Resting {
  hand: Hand;
  atS: number;
}

export interface HandQuery {
  of: HandPath;
  /** The moves of a game that has ended. */
  ended: Hand | null;
  resting: Resting | null;
}

/** The time at which a game rests; null if it is none. */
export function readRest(text: string): number | null {
  const atS = /^\d{1,2}(?:\.\d{1,3})?$/.test(text) ? Number(text) : NaN;
  return atS < HAND_DURATION_S ? atS : null;
}

export function readHandQuery(query: string): HandQuery {
  const pairs = new URLSearchParams(query);
  const of = handPath(pairs.get('path'));
  const hand = readHand(pairs.get('hand'));
  const atS = readRest(pairs.get('at') ?? '');
  if (atS === null) return { of, ended: hand, resting: null };
  return { of, ended: null, resting: { hand: (hand ?? []).filter((entry) => entry.atS <= atS), atS } };
}

export function writeHand(hand: Hand): string {
  return hand.map(({ atS, cwnd }) => `${Number(atS.toFixed(3))}:${cwnd}`).join(',');
}

/** Returns null for an invalid text, since it comes from a link. */
export function readHand(text: string | null): Hand | null {
  if (text === null || text === '') return null;
  const moves = text.split(',');
  if (moves.length > MAX_MOVES) return null;
  let beforeS = -1;
  const hand = moves.map((move) => {
    const match = /^(\d{1,3}(?:\.\d{1,3})?):(\d{1,3})$/.exec(move);
    const atS = Number(match?.[1]);
    const cwnd = Number(match?.[2]);
    const fine = atS > beforeS && atS <= HAND_DURATION_S && cwnd >= 1 && cwnd <= LARGEST_HAND;
    beforeS = atS;
    return fine ? { atS, cwnd } : null;
  });
  return hand.every((entry) => entry !== null) ? hand : null;
}
