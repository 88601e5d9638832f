/** A league of the scripts of a class: its runs, and what they say. No React. */
import { messageOf } from '@ackscope/engine';
import type { LaneResults } from '@ackscope/engine';
import { wholeText } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';

/** In alphabetical order; the textbook's are always there. */
const TEXTBOOK = ['cubic', 'newreno'];
/** A class. With the textbook's two they are 529 runs, half a minute of processor time; twice as many are four times the runs. */
export const MAX_SCRIPTS = 30;
const LONGEST = 11_000;
const LONGEST_ID = 64;
/** A ZIP archive begins with these. */
const ZIP = 'PK\u0003\u0004';
const SECONDS = 60;
const RATE_MBPS = 10;
/** Of each on the link of all. */
export const SHARE_MBPS = 4;
/** Of the curves of all together. */
export const SLICE_S = 5;
/** From so many fair shares on, one takes more than the others leave to it. */
const NOTABLE = 1.5;

export type Scripts = Readonly<Record<string, string>>;

/** The engine’s own senders: no script may have one of these ids. */
export type BuiltIn = ReadonlySet<string>;

export const builtInOf = (algorithms: readonly { id: string }[]): BuiltIn =>
  new Set([...TEXTBOOK, 'cbr', ...algorithms.map(({ id }) => id)]);

/** Letters that are not another letter with an accent. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** An id as scripts have it; null if nothing of the name is left. */
function idOf(name: string): string | null {
  const id = name
    .replace(/\.\w+$/, '')
    .toLowerCase()
    // Letters without their accents.
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{ASCII}]/gu, (letter) => PLAIN[letter] ?? letter)
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, LONGEST_ID)
    .replace(/(?<!-)-+$/, '');
  return id === '' ? null : id;
}

/** The first of `id`, `id-2`, `id-3` … that is free. */
function freeId(id: string, isFree: (id: string) => boolean): string {
  const numbered = Array.from({ length: MAX_SCRIPTS + 1 }, (_, at) => {
    const end = `-${String(at + 2)}`;
    return `${id.slice(0, LONGEST_ID - end.length)}${end}`;
  });
  return [id, ...numbered].find(isFree) ?? id;
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** What course systems add to a student's name: Moodle a number and the kind of hand-in. */
const ADDED = /_\d+_assignsubmission_\w*$/;

/**
 * The files of a folder that may be scripts, with their names. In a folder as a course system packs it each
 * student has a folder, and often all files have one name: a student's folder then names the file.
 */
export function filesOfFolder<File extends { webkitRelativePath: string }>(
  files: readonly File[],
): { name: string; file: File }[] {
  const isScript = ({ webkitRelativePath: path }: File): boolean =>
    /\.(?:ack|txt)$/i.test(path) && path.split('/').every((part) => !part.startsWith('.'));
  const scripts = files
    .filter(isScript)
    .toSorted((a, b) => (a.webkitRelativePath < b.webkitRelativePath ? -1 : 1));
  return scripts.map((file) => {
    const [, student = '', ...inside] = file.webkitRelativePath.split('/');
    const own = inside.length === 0 ? student : `${student.replace(ADDED, '')}.ack`;
    const isShared = scripts.some(
      (other) => other !== file && lastOf(other.webkitRelativePath) === lastOf(file.webkitRelativePath),
    );
    return { name: isShared ? own : lastOf(file.webkitRelativePath), file };
  });
}

export interface ScriptFile {
  name: string;
  text: string;
}

/** Scripts, and what is left out or has another name. */
export interface Added {
  scripts: Scripts;
  problems: string[];
}

/**
 * The scripts and these files. A file replaces the script of its id; a second file of the same id, and one with
 * the id of a built-in algorithm, gets a number. A file that cannot be added is left out and said.
 */
export function withFiles(scripts: Scripts, files: readonly ScriptFile[], builtIn: BuiltIn): Added {
  const [all, added, problems] = [new Map(Object.entries(scripts)), new Set<string>(), [] as string[]];
  for (const { name, text } of files) {
    if (text.trim() === '' || text.includes('\0') || text.startsWith(ZIP)) {
      const what = text.trim() === '' ? 'empty' : text.startsWith(ZIP) ? 'a ZIP archive' : 'no text';
      problems.push(`“${name}” is ${what}. It is left out.`);
      continue;
    }
    const named = idOf(name);
    const own = named ?? 'script';
    const id = freeId(own, (one) => !added.has(one) && !builtIn.has(one) && (one === own || !all.has(one)));
    if (!all.has(id) && all.size === MAX_SCRIPTS) {
      problems.push(`A league has at most ${String(MAX_SCRIPTS)} scripts. “${name}” is left out.`);
      continue;
    }
    if (named === null) problems.push(`“${name}” has no letter from a to z: it is ${id} here.`);
    else if (id !== own) problems.push(`The name ${own} is taken: “${name}” is ${id} here.`);
    all.set(id, text);
    added.add(id);
  }
  return { scripts: Object.fromEntries(all), problems };
}

/** The scripts of an address, and why others of it are left out or have another name. */
export function readLeague(query: string, builtIn: BuiltIn): Added {
  const files = [...new URLSearchParams(query)]
    .filter(([key, text]) => key.startsWith('scripts.') && text.trim() !== '')
    .map(([key, text]) => ({ name: key.slice('scripts.'.length), text }));
  return withFiles({}, files, builtIn);
}

/** Null if the texts are longer than an address. */
export function leagueHref(scripts: Scripts): string | null {
  const pairs = Object.entries(scripts).map(
    ([id, text]) => `scripts.${id}=${encodeURIComponent(wholeText(text))}`,
  );
  const query = pairs.join('&');
  if (query.length > LONGEST) return null;
  return query === '' ? '#teach/league' : `#teach/league?${query}`;
}

const SLICES = Array.from({ length: SECONDS / SLICE_S }, (_, at) =>
  [at, at + 1].map((edge) => `${String(edge * SLICE_S)}s`),
);

export interface Job {
  /** Of two players the pair and all together are two runs: on links of different rates. */
  kind: 'together' | 'alone' | 'pair';
  players: readonly string[];
  scenario: JsonObject;
}

/** All together on a link of as many shares, each against each on one link, each alone. */
export function jobsOf(scripts: Scripts): { players: string[]; jobs: Job[] } {
  const players = [...Object.keys(scripts), ...TEXTBOOK].toSorted();
  const job = (kind: Job['kind'], chosen: readonly string[], rateMbps: number): Job => ({
    kind,
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
        // An ACK for each packet, and each packet counts: a script that adds 1 / cwnd per ACK counts as New Reno does.
        growth: 'byte-counting',
        recovery_variant: 'rfc',
        delayed_ack: false,
        ...(id in scripts ? { recovery: 'sack' } : {}),
        // The lane's algorithm stands in the place of the first one, and is the same.
        compared: at === 0,
      })),
      compare: [chosen[0] ?? ''],
      measure: [['10s', `${String(SECONDS)}s`], ...(kind === 'together' ? SLICES : [])],
      scripts: Object.fromEntries(chosen.flatMap((id) => (id in scripts ? [[id, scripts[id] ?? '']] : []))),
    },
  });
  const pairs = players.flatMap((a, at) => players.slice(at + 1).map((b) => job('pair', [a, b], RATE_MBPS)));
  const alone = players.map((id) => job('alone', [id], RATE_MBPS));
  return { players, jobs: [job('together', players, SHARE_MBPS * players.length), ...alone, ...pairs] };
}

/** How far a league has come. */
export interface Played {
  /** Who plays: all whose script runs. */
  players: readonly string[];
  runs: number;
  finished: readonly (readonly [Job, LaneResults])[];
  /** Why a script does not run, by its id. */
  broken: Readonly<Record<string, string>>;
}

/** Does the work of all jobs, `atOnce` at a time. The first that rejects ends it. */
async function each(jobs: readonly Job[], atOnce: number, work: (job: Job) => Promise<void>): Promise<void> {
  const left = [...jobs];
  const hand = async (): Promise<void> => {
    for (let job = left.shift(); job !== undefined; job = left.shift())
      await work(job).catch((thrown: unknown) => {
        left.length = 0;
        throw thrown;
      });
  };
  await Promise.all(Array.from({ length: atOnce }, hand));
}

/**
 * Runs each script alone, then those that run with each other: a script that does not run stops no other one. `atOnce`
 * runs are under way at a time.
 */
export async function play(
  scripts: Scripts,
  run: (job: Job) => Promise<LaneResults>,
  tell: (played: Played) => void,
  atOnce = 1,
): Promise<void> {
  const finished: (readonly [Job, LaneResults])[] = [];
  const broken: Record<string, string> = {};
  const sound = () =>
    jobsOf(Object.fromEntries(Object.entries(scripts).filter(([id]) => !Object.hasOwn(broken, id))));
  const told = (): void => {
    const { players, jobs } = sound();
    tell({ players, runs: jobs.length, finished: [...finished], broken: { ...broken } });
  };
  told();
  const jobs = (isAlone: boolean) => sound().jobs.filter(({ kind }) => (kind === 'alone') === isAlone);
  await each(jobs(true), atOnce, async (job) => {
    try {
      finished.push([job, await run(job)]);
    } catch (thrown) {
      const [id = ''] = job.players;
      // If one of the textbook does not run, no script is to blame.
      if (!Object.hasOwn(scripts, id)) throw thrown;
      broken[id] = messageOf(thrown);
    }
    told();
  });
  await each(jobs(false), atOnce, async (job) => {
    finished.push([job, await run(job)]);
    told();
  });
}

const windowsOf = (results: LaneResults, id: string) =>
  results.flows.find(({ flow_name }) => flow_name === id)?.windows ?? [];

/** The goodput of a script among all others in each slice of the run, in bit/s; empty while it is not measured. */
export function overTime(finished: Played['finished'], id: string): readonly number[] {
  const together = finished.find(([job]) => job.kind === 'together');
  return together === undefined
    ? []
    : windowsOf(together[1], id)
        .slice(1)
        .map(({ goodput_bps: bps }) => bps);
}

/** Who takes most of the link of all, if one takes notably more than its share. */
export function findingOf(places: readonly Place[]): string | null {
  const sum = places.reduce((all, { togetherBps }) => all + (togetherBps ?? 0), 0);
  const [first] = places.toSorted((a, b) => (b.togetherBps ?? 0) - (a.togetherBps ?? 0));
  if (first === undefined || sum === 0) return null;
  const share = (first.togetherBps ?? 0) / sum;
  return share * places.length < NOTABLE
    ? `No script takes more than ${String(NOTABLE)} times its share.`
    : `${first.id} takes ${String(Math.round(share * 100))} % of a link that ${String(places.length)} share.`;
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
  const goodput = (results: LaneResults, id: string): number => windowsOf(results, id)[0]?.goodput_bps ?? 0;
  return players.map((id): Place => {
    const own = finished.filter(([job]) => job.players.includes(id));
    const together = own.find(([job]) => job.kind === 'together');
    const alone = own.find(([job]) => job.kind === 'alone');
    const all = own
      .flatMap(([job, results]) => {
        const other = job.players.find((one) => one !== id);
        if (job.kind !== 'pair' || other === undefined) return [];
        const [mine, theirs] = [goodput(results, id), goodput(results, other)];
        return mine + theirs > 0 ? [[other, mine / (mine + theirs)] as const] : [];
      })
      // Runs end in any order; a sum has one.
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
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
      shares: Object.fromEntries(all),
    };
  });
}

export const ORDERS = {
  goodput: { name: 'Goodput', of: (place: Place) => -(place.togetherBps ?? 0) },
  delay: { name: 'Delay', of: (place: Place) => place.delayS ?? Infinity },
  fairness: { name: 'Fairness', of: (place: Place) => -(place.fairness ?? 0) },
} as const;
export type Order = keyof typeof ORDERS;
