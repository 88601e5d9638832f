/**
 * A sweep: its setup, its address, and its results as they arrive. Not in the first load: the page
 * imports this module when a sweep is opened.
 */
import { createStore } from 'zustand/vanilla';
import type { StoreApi } from 'zustand/vanilla';
import type {
  Engine,
  LaneResults,
  PointReport,
  ScenarioError,
  ScoreReport,
  SweepHandle,
  SweepPlan,
  SweepProgress,
  SweepReport,
} from '@ackscope/engine';
import { isObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { costGate, costOfSweep, DEFAULT_SEGMENTS_PER_S } from './limits.ts';
import type { CostQuestion } from './limits.ts';
import quantities from './generated/quantities.json' with { type: 'json' };
import { decodeLink, encodeLink } from './link/codec.ts';
import { EMPTY_VIEW, shorten } from './link/view.ts';
import { readQuantity } from './quantity.ts';
import { channelName } from './sweepTheory.ts';

export const MAX_AXES = 2;
export const MAX_SEEDS = 1000;

export interface SweepSetup {
  scenario: JsonObject;
  /** The preset the scenario grew from. */
  preset: string | null;
  /** In the syntax of `ackscope sweep --set`. */
  axes: readonly string[];
  seeds: number;
  /** Key of the number that is drawn; null: the goodput of the compared flows. */
  number: string | null;
  /** The figure of a paper that defines the points (sweepFigure.ts); null: the axes define them. */
  figure: string | null;
  /** The scale of the vertical axis; null: chosen from the results. */
  upwards: Upwards | null;
}

export type Upwards = 'log' | 'linear';

/** What the page knows of a swept figure: its points, and its number for each run. */
export interface FigureOfSweep {
  key: string;
  points: readonly { set: JsonObject }[];
  value: (set: JsonObject, lane: string, results: LaneResults) => number | null;
}

// ---- the address
// -------------------------------------------------------------------------------------------------

/**
 * `#sweep?of=<link>&set=<axis>&seeds=3&number=<key>`, or a figure’s points,
 * `figure=gm04-fig27.0.quick`. The scenario is a link of its own, with its version.
 */
export function sweepHref(setup: SweepSetup): string {
  const query = new URLSearchParams();
  if (setup.figure !== null) query.set('figure', setup.figure);
  for (const axis of setup.axes) query.append('set', axis);
  query.set('seeds', String(setup.seeds));
  if (setup.number !== null) query.set('number', setup.number);
  if (setup.upwards !== null) query.set('upwards', setup.upwards);
  query.set('of', encodeLink({ scenario: setup.scenario, preset: setup.preset, view: EMPTY_VIEW }));
  return `#sweep?${query.toString()}`;
}

/** An entry of the gallery, the index of its panel, and the form. */
const FIGURE = /^[a-z0-9-]{1,40}\.\d{1,2}\.(?:quick|full)$/;

const SWEEP_KEYS = new Set(['figure', 'set', 'seeds', 'number', 'upwards', 'of']);

/** Reads what `sweepHref` wrote; damaged parts are dropped and reported. Never throws. */
export function readSweep(query: string): { setup: SweepSetup; problems: string[] } {
  const pairs = new URLSearchParams(query);
  const link = decodeLink(pairs.get('of') ?? '');
  const problems = [...link.problems];
  for (const key of new Set(pairs.keys()))
    if (!SWEEP_KEYS.has(key)) problems.push(`“${shorten(key)}” is not a setting of a sweep.`);
  const axes = pairs.getAll('set').filter((axis) => {
    const fine = axis.length <= 2000 && axis.indexOf('=') > 0;
    if (!fine) problems.push(`“${shorten(axis)}” is not an axis.`);
    return fine;
  });
  if (axes.length > MAX_AXES) problems.push(`Only the first ${MAX_AXES} axes of this link are drawn.`);
  const seeds = Number(pairs.get('seeds') ?? 1);
  const fineSeeds = Number.isInteger(seeds) && seeds >= 1 && seeds <= MAX_SEEDS;
  if (!fineSeeds) problems.push(`${shorten(String(pairs.get('seeds')))} is not a number of seeds.`);
  const number = pairs.get('number');
  const upwards = pairs.get('upwards');
  const isScale = upwards === 'log' || upwards === 'linear';
  if (upwards !== null && !isScale) problems.push(`“${shorten(upwards)}” is not a scale: log or linear.`);
  const figure = pairs.get('figure');
  const fineFigure = figure === null || FIGURE.test(figure);
  if (!fineFigure) problems.push(`“${shorten(figure)}” is not a figure.`);
  return {
    setup: {
      scenario: link.scenario,
      preset: link.preset,
      axes: axes.slice(0, MAX_AXES),
      seeds: fineSeeds ? seeds : 1,
      number: number === null || number.length > 200 ? null : number,
      figure: fineFigure ? figure : null,
      upwards: isScale ? upwards : null,
    },
    problems,
  };
}

/** The address that opens a point of a sweep in the lab, with the lane in focus. */
export function pointHref(ran: SweepSetup, plan: SweepPlan, point: number, lane: string): string | null {
  const scenario = plan.points[point]?.scenario as Json | undefined;
  if (!isObject(scenario)) return null;
  return `#${encodeLink({ scenario, preset: ran.preset, view: { ...EMPTY_VIEW, lane } })}`;
}

// ---- the results
// -------------------------------------------------------------------------------------------------

export type SweepStatus = 'idle' | 'planning' | 'asking' | 'running' | 'done' | 'stopped' | 'failed';

export interface SweepState {
  /** The setup in the form. */
  setup: SweepSetup;
  /** The setup that the results belong to. */
  ran: SweepSetup | null;
  status: SweepStatus;
  /** The cost, while the reader is asked about it. */
  asking: CostQuestion | null;
  plan: SweepPlan | null;
  /** The results so far, by `cellKey`. */
  cells: ReadonlyMap<string, PointReport>;
  /** The figure’s number of each run, by `cellKey`. */
  figureValues: ReadonlyMap<string, readonly number[]>;
  progress: SweepProgress;
  /** Estimated seconds left, if known. */
  leftS: number | null;
  error: ScenarioError | null;
}

export interface SweepStore extends StoreApi<SweepState> {
  change: (change: Partial<SweepSetup>) => void;
  start: () => void;
  /** Consent to the cost. */
  agree: () => void;
  cancel: () => void;
  csv: () => Promise<string>;
  report: () => Promise<SweepReport>;
  /** The report card so far, if the points are the standard paths. */
  score: () => Promise<ScoreReport>;
  /** The page has left the sweep. */
  leave: () => void;
}

/** Whether two setups have the same runs; what is drawn of them may differ. */
export function sameRuns(a: SweepSetup, b: SweepSetup): boolean {
  const runs = ({ scenario, axes, seeds, figure }: SweepSetup): string =>
    JSON.stringify([scenario, axes, seeds, figure]);
  return a === b || runs(a) === runs(b);
}

export const cellKey = (point: number, lane: number): string => `${point}/${lane}`;

const NOTHING: Omit<SweepState, 'setup'> = {
  ran: null,
  status: 'idle',
  asking: null,
  plan: null,
  cells: new Map(),
  figureValues: new Map(),
  progress: { done: 0, total: 0, share: 0 },
  leftS: null,
  error: null,
};

/** Below this share of the work, the estimate of the time left is too uncertain. */
const TELLING_SHARE = 0.03;

/** Does the work when its turn among the page's runs comes; rejects if the signal is aborted before. */
export type InTurn = (signal: AbortSignal, work: () => Promise<void>) => Promise<void>;

const atOnce: InTurn = (_, work) => work();

/** `figure`: the figure that the setup names. */
export function createSweepStore(
  engine: Engine,
  setup: SweepSetup,
  nowMs: () => number,
  figure: FigureOfSweep | null = null,
  inTurn: InTurn = atOnce,
): SweepStore {
  const store = createStore<SweepState>(() => ({ ...NOTHING, setup }));
  let handle: SweepHandle | null = null;
  const gate = costGate();
  /** What starts after consent. */
  let waiting: (() => void) | null = null;
  let over = new AbortController();
  /** Ends the turn of the runs: they are done, or there are no more. */
  const end = (): void => over.abort();
  const close = (): void => {
    end();
    handle?.close();
    handle = null;
    waiting = null;
  };
  return {
    ...store,
    change(change) {
      store.setState(({ setup: before }) => ({ setup: { ...before, ...change } }));
    },
    start() {
      close();
      over = new AbortController();
      const { signal } = over;
      const untilOver = (): Promise<void> =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      const ran = store.getState().setup;
      let beganMs = nowMs();
      store.setState({ ...NOTHING, ran, status: 'planning' });
      const { scenario, axes, seeds } = ran;
      const own = figure !== null && ran.figure === figure.key ? figure : null;
      const what = own === null ? { axes: [...axes] } : { points: own.points.map(({ set }) => set) };
      handle = engine.sweep(
        { scenario, seeds, ...what },
        {
          onPlan(plan, begin, runsAtOnce) {
            const cost = costOfSweep(plan, runsAtOnce);
            const judgement = gate.judge(cost);
            if (typeof judgement === 'object') {
              close();
              store.setState({ status: 'failed', error: judgement });
              return;
            }
            const run = (): void => {
              waiting = null;
              const progress = { done: 0, total: plan.jobs.length, share: 0 };
              store.setState({ plan, status: 'running', asking: null, progress });
              const work = (): Promise<void> => {
                beganMs = nowMs();
                const ended = untilOver();
                begin();
                return ended;
              };
              // A sweep that is cancelled while it waits has begun nothing.
              inTurn(signal, work).catch(() => undefined);
            };
            if (judgement === 'run') {
              run();
              return;
            }
            waiting = () => {
              gate.agree(cost);
              run();
            };
            store.setState({ status: 'asking', asking: { cost, segmentsPerS: DEFAULT_SEGMENTS_PER_S } });
          },
          onRun({ job, results, report }, progress) {
            const key = cellKey(job.point, job.lane);
            const before = store.getState();
            const cells = new Map(before.cells).set(key, report);
            const point = before.plan?.points[job.point];
            const value =
              point === undefined ? null : own?.value(point.set as JsonObject, results.label, results);
            const figureValues =
              value == null
                ? before.figureValues
                : new Map(before.figureValues).set(key, [...(before.figureValues.get(key) ?? []), value]);
            const elapsedS = (nowMs() - beganMs) / 1000;
            const { share } = progress;
            const leftS = share < TELLING_SHARE ? null : (elapsedS * (1 - share)) / share;
            store.setState({ cells, figureValues, progress, leftS });
          },
          onDone() {
            end();
            store.setState({ status: 'done', leftS: 0 });
          },
          onError(error) {
            end();
            store.setState({ status: 'failed', error, leftS: null });
          },
        },
      );
    },
    agree() {
      waiting?.();
    },
    cancel() {
      end();
      handle?.cancel();
      waiting = null;
      const { status } = store.getState();
      if (status === 'planning' || status === 'asking') store.setState({ status: 'idle', asking: null });
      else if (status === 'running') store.setState({ status: 'stopped', leftS: null });
    },
    csv: () => handle?.csv() ?? Promise.reject(new Error('nothing has been run')),
    report: () => handle?.report() ?? Promise.reject(new Error('nothing has been run')),
    score: () => handle?.score() ?? Promise.reject(new Error('nothing has been run')),
    leave: close,
  };
}

// ---- numbers
// -------------------------------------------------------------------------------------------------

/** A measured number of a sweep, as offered in the list. */
export interface SweepNumber {
  key: string;
  source: string;
  metric: string;
  fromS: number;
  toS: number;
}

/** Name and unit of each metric. */
export const QUANTITIES: Readonly<Record<string, readonly string[]>> = quantities;

type Measure = PointReport['measures'][number];

const keyOf = ({ source, metric, from_s, to_s }: Measure): string =>
  `${metric}/${String(from_s)}-${String(to_s)}/${source}`;

/** The number of a paper's figure; it is first in the list if a figure is swept. */
export const FIGURE_NUMBER: SweepNumber = { key: 'figure', source: '', metric: '', fromS: 0, toS: 0 };

/** The numbers that can be drawn: those of any point, since all points measure the same. */
export function numbersOf({
  cells,
  figureValues,
}: Pick<SweepState, 'cells' | 'figureValues'>): SweepNumber[] {
  const [first] = cells.values();
  const own = figureValues.size > 0 ? [FIGURE_NUMBER] : [];
  const measured = (first?.measures ?? []).map((measure) => ({
    key: keyOf(measure),
    source: measure.source,
    metric: measure.metric,
    fromS: measure.from_s,
    toS: measure.to_s,
  }));
  return [...own, ...measured];
}

/**
 * The periods, in seconds, in which uncompared flows send, for flows that do not send all the time.
 * A time that cannot be read is dropped: the engine refuses its scenario.
 */
function otherTraffic(flows: readonly Json[]): [fromS: number, toS: number][] {
  return flows.flatMap((flow) => {
    if (!isObject(flow) || flow['compared'] === true || !Array.isArray(flow['active'])) return [];
    return flow['active'].flatMap((period): [number, number][] => {
      const [fromS, toS] = (Array.isArray(period) ? period : []).map((end) => readQuantity(end, 'time'));
      return fromS == null || toS == null ? [] : [[fromS, toS]];
    });
  });
}

/**
 * Picks the most useful interval of a number: the first one within a period of other traffic, since
 * such a scenario is about that traffic; else the last one, long after slow start.
 */
function mostTelling(numbers: readonly SweepNumber[], flows: readonly Json[]): SweepNumber | undefined {
  const periods = otherTraffic(flows);
  const isWithin = ({ fromS, toS }: SweepNumber): boolean =>
    periods.some(([beginS, endS]) => fromS >= beginS && toS <= endS);
  return numbers.find(isWithin) ?? numbers.at(-1);
}

/** The number that the address names; undefined if these runs have none of that key. */
export function askedNumber(setup: SweepSetup, numbers: readonly SweepNumber[]): SweepNumber | undefined {
  const wanted = setup.number ?? FIGURE_NUMBER.key;
  const asked = wanted.replace(/hop \d+ (?:forward|backward)$/, (old) => channelName(setup.scenario, old));
  return numbers.find(({ key }) => key === wanted || key === asked);
}

/**
 * The requested number, else the goodput of the compared flows. With two axes it is the
 * utilization, since one colour scale fits it at any rate.
 */
export function shownNumber(setup: SweepSetup, numbers: readonly SweepNumber[]): SweepNumber | null {
  const { flows: given } = setup.scenario;
  const flows = Array.isArray(given) ? given : [];
  const compared = flows.find((flow) => isObject(flow) && flow['compared'] === true);
  const name = isObject(compared) ? compared['name'] : undefined;
  const goodputs = numbers.filter(({ metric }) => metric === 'total_goodput_bps');
  const [link] = numbers.filter(({ metric }) => metric === 'utilisation');
  const used =
    setup.axes.length > 1 && link !== undefined
      ? numbers.filter(({ metric, source }) => metric === link.metric && source === link.source)
      : [];
  return (
    askedNumber(setup, numbers) ??
    mostTelling(used, flows) ??
    mostTelling(
      goodputs.filter(({ source }) => source === name),
      flows,
    ) ??
    mostTelling(goodputs, flows) ??
    numbers[0] ??
    null
  );
}

export function measureOf(report: PointReport | undefined, number: SweepNumber): Measure | null {
  return report?.measures.find((measure) => keyOf(measure) === number.key) ?? null;
}
