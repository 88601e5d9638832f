/** A league of the scripts of a class: its runs, and what they say. No React. */
import type { LaneResults } from '@ackscope/engine';
import type { JsonObject } from '@ackscope/model';

/** In alphabetical order; the textbook's are always there. */
const TEXTBOOK = ['cubic', 'newreno'];
/** With more, the pairs would be hundreds of runs. */
export const MOST_SCRIPTS = 12;
const LONGEST = 11_000;
const SECONDS = 60;
const RATE_MBPS = 10;

export type Scripts = Readonly<Record<string, string>>;

/** An id as scripts have it, or null. */
export function idOf(name: string): string | null {
  const id = name
    .replace(/\.\w+$/, '')
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '')
    .slice(0, 24);
  return id === '' || TEXTBOOK.includes(id) ? null : id;
}

export function readLeague(query: string): Scripts {
  const found: Record<string, string> = {};
  for (const [key, text] of new URLSearchParams(query)) {
    const id = key.startsWith('scripts.') ? idOf(key.slice(8)) : null;
    if (id !== null && text.trim() !== '' && Object.keys(found).length < MOST_SCRIPTS) found[id] = text;
  }
  return found;
}

/** Null if the texts are longer than an address. */
export function leagueHref(scripts: Scripts): string | null {
  const pairs = Object.entries(scripts).map(([id, text]) => `scripts.${id}=${encodeURIComponent(text)}`);
  const query = pairs.join('&');
  if (query.length > LONGEST) return null;
  return query === '' ? '#teach/league' : `#teach/league?${query}`;
}

export interface Job {
  /** All together, two of them, or one alone. */
  players: readonly string[];
  scenario: JsonObject;
}

/** All together on a link of as many shares, each against each on one link, each alone. */
export function jobsOf(scripts: Scripts): { players: string[]; jobs: Job[] } {
  const players = [...Object.keys(scripts), ...TEXTBOOK].toSorted();
  const job = (chosen: readonly string[], rateMbps: number): Job => ({
    players: chosen,
    scenario: {
      version: 1,
      title: 'League',
      seed: 1,
      duration: `${String(SECONDS)}s`,
      hops: [
        {
          rate: `${String(rateMbps)}Mbps`,
          delay: '10ms',
          queue: { kind: 'drop-tail', capacity: '1bdp' },
          loss: { kind: 'none' },
        },
      ],
      flows: chosen.map((id, at) => ({
        name: id,
        algorithm: id,
        rtt: '100ms',
        send_jitter: '2ms',
        ...(id in scripts ? { recovery: 'sack' } : {}),
        // The lane's algorithm stands in the place of the first one, and is the same.
        compared: at === 0,
      })),
      compare: [chosen[0] ?? ''],
      measure: [['10s', `${String(SECONDS)}s`]],
      scripts: Object.fromEntries(chosen.flatMap((id) => (id in scripts ? [[id, scripts[id] ?? '']] : []))),
    },
  });
  const pairs = players.flatMap((a, at) => players.slice(at + 1).map((b) => job([a, b], RATE_MBPS)));
  const alone = players.map((id) => job([id], RATE_MBPS));
  return { players, jobs: [job(players, 4 * players.length), ...alone, ...pairs] };
}

export interface Place {
  id: string;
  /** Goodput among all others, in bit/s; null while it is not measured, as all below. */
  togetherBps: number | null;
  aloneBps: number | null;
  delayS: number | null;
  /** Mean over the pairs of twice the smaller share: 1 if every pair shares equally. */
  fairness: number | null;
  /** The smallest share that it leaves to another one, and to whom. */
  leaves: { share: number; to: string } | null;
  /** Its share against each other one, by id. */
  shares: Readonly<Record<string, number>>;
}

/** What the finished jobs say, in the order of the players: there is no total rank. */
export function placesOf(
  players: readonly string[],
  finished: readonly (readonly [Job, LaneResults])[],
): Place[] {
  const goodput = (results: LaneResults, id: string): number =>
    results.flows.find(({ flow_name }) => flow_name === id)?.windows[0]?.goodput_bps ?? 0;
  return players.map((id): Place => {
    const own = finished.filter(([job]) => job.players.includes(id));
    const together = own.find(([job]) => job.players.length === players.length);
    const alone = own.find(([job]) => job.players.length === 1);
    const shares = Object.fromEntries(
      own.flatMap(([job, results]) => {
        const other = job.players.find((one) => one !== id);
        if (job.players.length !== 2 || players.length === 2 || other === undefined) return [];
        const [mine, theirs] = [goodput(results, id), goodput(results, other)];
        return mine + theirs > 0 ? [[other, mine / (mine + theirs)] as const] : [];
      }),
    );
    const all = Object.entries(shares);
    const most = all.toSorted(([, a], [, b]) => b - a)[0];
    return {
      id,
      togetherBps: together === undefined ? null : goodput(together[1], id),
      aloneBps: alone === undefined ? null : goodput(alone[1], id),
      delayS:
        alone?.[1].hops.find(({ direction }) => direction === 'forward')?.windows[0]?.mean_queueing_delay_s ??
        null,
      fairness:
        all.length === 0
          ? null
          : all.reduce((sum, [, share]) => sum + 2 * Math.min(share, 1 - share), 0) / all.length,
      leaves: most === undefined ? null : { share: 1 - most[1], to: most[0] },
      shares,
    };
  });
}

export const ORDERS = {
  goodput: { name: 'Goodput', of: (place: Place) => -(place.togetherBps ?? 0) },
  delay: { name: 'Delay', of: (place: Place) => place.delayS ?? Infinity },
  fairness: { name: 'Fairness', of: (place: Place) => -(place.fairness ?? 0) },
} as const;
export type Order = keyof typeof ORDERS;
