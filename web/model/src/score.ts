/**
 * A report card: its address, and its results as they arrive. It is a sweep over the standard
 * paths, of the algorithms that this session has not scored yet. Not in the first load.
 */
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type {
  AlgorithmScore,
  Engine,
  ScenarioError,
  ScorePath,
  ScoreReport,
  SweepSpec,
} from '@ackscope/engine';
import { isObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { decodeLink, encodeLink } from './link/codec.ts';
import { EMPTY_VIEW, shorten } from './link/view.ts';
import { createSweepStore } from './sweep.ts';
import type { InTurn, SweepState, SweepStore } from './sweep.ts';

/** The algorithm that all others are compared with; it is always on the card. */
export const REFERENCE = 'newreno';
/** The most algorithms that an address may name. */
const MAX_NAMED = 40;

export interface ScoreSetup {
  /** Ids; null: all built-in algorithms. */
  algorithms: readonly string[] | null;
  /** The texts of the scored scripts, by id. */
  scripts: Readonly<Record<string, string>>;
}

// ---- the address
// -------------------------------------------------------------------------------------------------

const textsOf = (scenario: JsonObject): Record<string, string> => {
  const scripts = isObject(scenario['scripts']) ? Object.entries(scenario['scripts']) : [];
  return Object.fromEntries(scripts.flatMap(([id, text]) => (typeof text === 'string' ? [[id, text]] : [])));
};

/** `#score`, `#score/newreno,vegas`, `#score/my-own?of=<link>`: the link has the scripts. */
export function scoreHref({ algorithms, scripts }: ScoreSetup): string {
  const named = algorithms === null ? '#score' : `#score/${algorithms.join(',')}`;
  if (Object.keys(scripts).length === 0) return named;
  const scenario: JsonObject = {
    version: 1,
    duration: '60s',
    hops: [{ rate: '12Mbps', delay: '20ms' }],
    flows: [{ name: 'main', algorithm: REFERENCE, rtt: '60ms' }],
    scripts,
  };
  const of = encodeLink({ scenario, preset: null, view: EMPTY_VIEW });
  return `${named}?${new URLSearchParams({ of }).toString()}`;
}

/**
 * Reads what `scoreHref` wrote; `own` has the lab's scripts, used if the address has no link. An id
 * that is neither a script nor in `builtIn` is dropped and reported as a problem.
 */
export function readScore(
  item: string | null,
  query: string,
  own: JsonObject,
  builtIn: readonly string[],
): { setup: ScoreSetup; problems: readonly string[] } {
  const pairs = new URLSearchParams(query);
  const of = pairs.get('of');
  const other = [...new Set(pairs.keys())].filter((key) => key !== 'of');
  const link = of === null ? null : decodeLink(of);
  const known = textsOf(link === null ? own : link.scenario);
  const named = [...new Set((item ?? '').split(',').filter((id) => id !== ''))].slice(0, MAX_NAMED);
  const isKnown = (id: string): boolean => builtIn.includes(id) || Object.hasOwn(known, id);
  const found = named.filter(isKnown);
  const unknown = named.filter((id) => !isKnown(id));
  const algorithms = named.length === 0 ? null : found.length === 0 ? [REFERENCE] : found;
  const scripts = Object.fromEntries(
    Object.entries(known).filter(([id]) => algorithms?.includes(id) === true),
  );
  return {
    setup: { algorithms, scripts },
    problems: [
      ...(link?.problems ?? []),
      ...other.map((key) => `“${shorten(key)}” is not a setting of a report card.`),
      ...unknown.map((id) => `There is no algorithm “${shorten(id)}”.`),
    ],
  };
}

/** The address that opens a cell in the lab: New Reno and the algorithm on that path. */
export function cellHref(spec: SweepSpec, path: number, algorithm: string): string {
  const base = spec.scenario as JsonObject;
  const lanes = Array.isArray(base['compare']) ? base['compare'] : [];
  const idOf = (lane: Json): Json | undefined => (isObject(lane) ? lane['algorithm'] : lane);
  const compare = [REFERENCE, algorithm].flatMap((id) =>
    lanes.filter((lane) => idOf(lane) === id).slice(0, 1),
  );
  const own = textsOf(base)[algorithm];
  const { scripts: _, ...rest } = base;
  const scenario: JsonObject = {
    ...rest,
    ...(spec.points[path] as JsonObject | undefined),
    compare: algorithm === REFERENCE ? compare.slice(0, 1) : compare,
    ...(own === undefined ? {} : { scripts: { [algorithm]: own } }),
  };
  return `#${encodeLink({ scenario, preset: null, view: { ...EMPTY_VIEW, lane: algorithm } })}`;
}

// ---- the results
// -------------------------------------------------------------------------------------------------

export type ScoreStatus = SweepState['status'];

/** A row, and where its numbers are from: recorded with an engine, or computed in this page. */
export interface ScoreRow extends AlgorithmScore {
  from: 'nowhere' | 'record' | 'page';
  /** By path: whether what this page has computed differs from what was recorded. */
  differs: readonly boolean[];
}

export interface ScoreState {
  status: ScoreStatus;
  /** The sweep that scores all requested algorithms; links into the lab are made from it. */
  spec: SweepSpec | null;
  paths: readonly ScorePath[];
  /** The seeds of each run, and the interval that is measured. */
  measured: Pick<ScoreReport, 'seeds' | 'from_s' | 'to_s'> | null;
  /** In the order of the request; cells are filled as runs finish. */
  rows: readonly ScoreRow[];
  /** The engine of the recorded numbers, if any row has some. */
  recorded: Pick<ScoreReport, 'version' | 'engine_fingerprint'> | null;
  progress: SweepState['progress'];
  leftS: number | null;
  asking: SweepState['asking'];
  error: ScenarioError | null;
}

export interface ScoreStore extends StoreApi<ScoreState> {
  start: () => void;
  agree: () => void;
  cancel: () => void;
  leave: () => void;
}

/** What this session has scored: complete rows, by algorithm and script text. */
export interface ScoreCache {
  rows: Map<string, AlgorithmScore>;
  card: ScoreReport | null;
}

export const emptyCache = (): ScoreCache => ({ rows: new Map(), card: null });

const KEY = 'score';

export function createScoreStore(
  engine: Engine,
  algorithms: readonly string[],
  scripts: Readonly<Record<string, string>>,
  cache: ScoreCache,
  nowMs: () => number,
  recorded: ScoreReport | null = null,
  inTurn?: InTurn,
): ScoreStore {
  const ids = [...new Set([...algorithms, REFERENCE])];
  const keyOf = (id: string): string => `${id}\n${scripts[id] ?? ''}`;
  const empty = (id: string): AlgorithmScore => ({
    algorithm: id,
    goodput_share: null,
    p95_delay_s: null,
    cells: [],
  });
  const recordOf = (id: string): AlgorithmScore | undefined =>
    scripts[id] === undefined ? recorded?.algorithms.find((row) => row.algorithm === id) : undefined;
  const rowsWith = (card: ScoreReport | null): ScoreRow[] =>
    ids.map((id) => {
      const record = recordOf(id);
      const computed = cache.rows.get(keyOf(id));
      // A run with one seed is the same everywhere, so equal rules give equal digits.
      const differs = (computed ?? empty(id)).cells.map(
        (cell, at) => record !== undefined && JSON.stringify(cell) !== JSON.stringify(record.cells[at]),
      );
      if (computed !== undefined) return { ...computed, from: 'page', differs };
      if (record !== undefined) return { ...record, from: 'record', differs };
      const some = card?.algorithms.find((row) => row.algorithm === id);
      return { ...(wholeCells(card, some) ?? empty(id)), from: 'nowhere', differs };
    });
  const headOf = (card: ScoreReport | null): Pick<ScoreState, 'paths' | 'measured'> => ({
    paths: card?.paths ?? [],
    measured: card,
  });
  const store = createStore<ScoreState>(() => ({
    status: 'idle',
    spec: null,
    ...headOf(cache.card ?? recorded),
    rows: rowsWith(null),
    recorded: ids.some((id) => recordOf(id) !== undefined) ? recorded : null,
    progress: { done: 0, total: 0, share: 0 },
    leftS: null,
    asking: null,
    error: null,
  }));
  let sweep: SweepStore | null = null;
  let isOver = false;
  /** The number of runs in the card on the screen; null while a card is requested. */
  let published: number | null = -1;

  const tell = (): void => {
    const asked = sweep?.getState();
    if (published === null || asked === undefined || asked.plan === null || asked.progress.done === published)
      return;
    const { done } = asked.progress;
    published = null;
    void sweep?.score().then(
      (card) => {
        published = done;
        if (isOver) return;
        for (const row of card.algorithms) {
          if (row.goodput_share !== null && isWhole(card, row)) cache.rows.set(keyOf(row.algorithm), row);
        }
        cache.card ??= card;
        store.setState({ ...headOf(card), rows: rowsWith(card) });
        // The card with the last run ends the sweep.
        follow();
        tell();
      },
      () => undefined,
    );
  };
  const follow = (): void => {
    const state = sweep?.getState();
    if (state === undefined) return;
    const { progress, leftS, asking, error } = state;
    const waits = state.status === 'done' && published !== progress.done;
    store.setState({ status: waits ? 'running' : state.status, progress, leftS, asking, error });
  };

  return {
    ...store,
    start() {
      const scripted = Object.fromEntries(Object.entries(scripts).filter(([id]) => ids.includes(id)));
      const missing = ids.filter((id) => !cache.rows.has(keyOf(id)));
      store.setState({ status: 'planning', error: null });
      void engine.ask('scoreSpec', { algorithms: ids, scripts: scripted }).then((spec) => {
        if (isOver) return;
        store.setState({ spec });
        if (missing.length === 0) {
          store.setState({ status: 'done' });
          return;
        }
        const scenario = spec.scenario as JsonObject;
        const lanes = Array.isArray(scenario['compare']) ? scenario['compare'] : [];
        const compare = lanes.filter((_, at) => missing.includes(ids[at] ?? ''));
        const points = spec.points.map((set) => ({ set: set as JsonObject }));
        sweep = createSweepStore(
          engine,
          {
            scenario: { ...scenario, compare },
            preset: null,
            axes: [],
            seeds: spec.seeds,
            number: null,
            figure: KEY,
            upwards: null,
          },
          nowMs,
          { key: KEY, points, value: () => null },
          inTurn,
        );
        sweep.subscribe(() => {
          follow();
          tell();
        });
        sweep.start();
      });
    },
    agree: () => sweep?.agree(),
    cancel: () => sweep?.cancel(),
    leave() {
      isOver = true;
      sweep?.leave();
    },
  };
}

/** A row without the cells whose seeds are not all measured: they may still change. */
function wholeCells(card: ScoreReport | null, row: AlgorithmScore | undefined): AlgorithmScore | undefined {
  if (card === null || row === undefined || isWhole(card, row)) return row;
  const cells = row.cells.map((cell) => (cell?.goodput_bps.count === card.seeds.length ? cell : null));
  return { ...row, goodput_share: null, p95_delay_s: null, cells };
}

/** Whether a row has all seeds of all cells. */
function isWhole({ seeds }: ScoreReport, { cells }: AlgorithmScore): boolean {
  return cells.every((cell) => cell !== null && cell.goodput_bps.count === seeds.length);
}

// ---- in words and order
// -------------------------------------------------------------------------------------------------

export const ORDERS = ['goodput', 'delay', 'fairness'] as const;
export type ScoreOrder = (typeof ORDERS)[number];

/** Mean Jain index over the paths on which flows share a link. */
function fairnessOf({ cells }: AlgorithmScore): number | null {
  const indices = cells.flatMap((cell) => cell?.jain_index?.mean ?? []);
  return indices.length === 0 ? null : indices.reduce((sum, index) => sum + index, 0) / indices.length;
}

/** The best first; unknown values last. */
export function inOrder<Row extends AlgorithmScore>(rows: readonly Row[], order: ScoreOrder): Row[] {
  const of = (row: AlgorithmScore): number => {
    const value =
      order === 'goodput' ? row.goodput_share : order === 'delay' ? row.p95_delay_s : fairnessOf(row);
    if (value === null) return -Infinity;
    return order === 'delay' ? -value : value;
  };
  return [...rows].sort((a, b) => of(b) - of(a));
}
