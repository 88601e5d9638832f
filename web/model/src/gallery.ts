/**
 * The experiments of the gallery, and how their figures are computed from results. Not in the first
 * load: the page imports this module when the gallery opens.
 */
import type {
  FlowWindow,
  GalleryEntry,
  GalleryKey,
  GalleryMetric,
  GalleryPanel,
  HopWindow,
  LaneResults,
} from '@ackscope/engine';
import entries from './generated/gallery.json' with { type: 'json' };
import { encodeLink } from './link/codec.ts';
import { EMPTY_VIEW, MEASURED_SETS } from './link/view.ts';
import { isObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { applyChanges } from './path.ts';
import { presetById } from './presets.ts';

export const GALLERY: readonly GalleryEntry[] = entries as unknown as GalleryEntry[];

/** The entry of an id; a figure drawn with its neighbours (`gm04-fig4-8`) also has its own (`gm04-fig5`). */
export function entryById(id: string): GalleryEntry | undefined {
  const exact = GALLERY.find((entry) => entry.id === id);
  const [, name, number] = /^(.*\D)(\d+)$/.exec(id) ?? [];
  if (exact !== undefined || name === undefined) return exact;
  return GALLERY.find((entry) => {
    const [, start, from, to] = /^(.*\D)(\d+)-(\d+)$/.exec(entry.id) ?? [];
    return start === name && Number(from) <= Number(number) && Number(number) <= Number(to);
  });
}

/** The short form gives a picture within seconds; the full form repeats the paper's experiment. */
export type GalleryForm = 'quick' | 'full';

export function formScenario(entry: GalleryEntry, form: GalleryForm): JsonObject | null {
  const scenario = ((form === 'quick' ? entry.quick : null) ?? entry.scenario) as Json | null;
  return isObject(scenario ?? undefined) ? (scenario as JsonObject) : null;
}

function intervalsOf(entry: GalleryEntry, form: GalleryForm): GalleryEntry['windows'] {
  return form === 'quick' ? entry.quick_windows : entry.windows;
}

/** A run of a sweep: its place on the axes, and the scenario with that place's changes. */
export interface GalleryRun {
  /** The value on each axis, by the axis's name. */
  at: ReadonlyMap<string, GalleryKey>;
  seed: number;
  scenario: JsonObject;
}

/** A point on an entry's axes, and the changes it makes to the scenario. */
export interface GalleryGridPoint {
  at: Map<string, GalleryKey>;
  set: JsonObject;
}

/** The points of a panel: all values of drawn axes; on other axes the fixed value or the first. */
export function gridPointsOf(
  entry: GalleryEntry,
  panel: GalleryPanel | null,
  form: GalleryForm,
): GalleryGridPoint[] {
  let places: GalleryGridPoint[] = [{ at: new Map(), set: {} }];
  for (const axis of entry.axes) {
    const points = axis.points.filter((point) => form === 'full' || point.quick);
    const fixed = panel?.fixed[axis.name];
    const drawn = panel !== null && (panel.x === axis.name || panel.series === axis.name);
    const first = points.slice(0, 1);
    const kept = drawn
      ? points
      : fixed === undefined
        ? first
        : points.filter((point) => point.value === fixed);
    places = places.flatMap((place) =>
      kept.map((point) => ({
        at: new Map(place.at).set(axis.name, point.value),
        set: { ...place.set, ...(point.set as JsonObject) },
      })),
    );
  }
  for (const place of places) {
    const here = entry.together.filter((item) =>
      Object.entries(item.at).every(([axis, value]) => place.at.get(axis) === value),
    );
    Object.assign(place.set, ...here.map((item) => item.set));
  }
  return places;
}

/** The runs that a panel needs. The seed varies fastest. */
export function runsOf(entry: GalleryEntry, panel: GalleryPanel | null, form: GalleryForm): GalleryRun[] {
  const base = formScenario(entry, form);
  if (base === null) return [];
  const seeds = entry.seeds[form === 'quick' ? 1 : 0];
  const firstSeed = typeof base['seed'] === 'number' ? base['seed'] : 1;
  return gridPointsOf(entry, panel, form).flatMap(({ at, set }) => {
    const changes = Object.entries(set).map(([path, value]) => ({ path, value }));
    const scenario = applyChanges(base, changes);
    if (scenario === null) return [];
    return Array.from({ length: seeds }, (_, index) => ({
      at,
      seed: firstSeed + index,
      scenario: { ...scenario, seed: firstSeed + index },
    }));
  });
}

/** Whether the page contains measured windows for this entry. */
export function hasMeasurement(entry: GalleryEntry): boolean {
  return MEASURED_SETS.includes(entry.id);
}

/**
 * The address that opens a run of an entry in the lab, or a sweep's first point if no run is given.
 * Measured windows are shown only over the point at which they were measured.
 */
export function entryHref(entry: GalleryEntry, run: GalleryRun | null = null): string | null {
  if (run === null && presetById(entry.id) !== null) return `#v1/${entry.id}`;
  const scenario = (run ?? runsOf(entry, entry.plot[0] ?? null, 'full')[0])?.scenario;
  if (scenario === undefined) return null;
  const measured = run === null && hasMeasurement(entry) ? entry.id : null;
  return `#${encodeLink({ scenario, preset: null, view: { ...EMPTY_VIEW, measured } })}`;
}

// ---- numbers of a figure
// ------------------------------------------------------------------------------------------

/** A finished lane of a run. */
export interface GalleryResult {
  run: GalleryRun;
  lane: string;
  results: LaneResults;
}

/** The values of a metric at its keys, in one lane of one run; null where none was measured. */
export function measured(
  entry: GalleryEntry,
  metric: GalleryMetric,
  keys: readonly GalleryKey[],
  results: LaneResults,
  form: GalleryForm,
): number | null {
  if (metric.number === null) return null;
  const filled = (word: string): string => {
    const at = word.startsWith('$') ? metric.keys.indexOf(word.slice(1)) : -1;
    return at < 0 ? word : String(keys[at]);
  };
  const windows = intervalsOf(entry, form);
  const byKey = metric.keys.indexOf('window');
  const name = byKey < 0 ? metric.window : String(keys[byKey]);
  const at = name === null ? 0 : windows.findIndex((window) => window[0] === name);
  const number = filled(metric.number);
  const values = metric.of.flatMap((word) => numbersOf(filled(word), results, at, number));
  return across(metric.across, values);
}

/** Values of a channel (`hop 0 forward`), or of every flow of a group. */
function numbersOf(of: string, results: LaneResults, window: number, number: string): number[] {
  const channel = /^hop (\d+) (forward|backward)$/.exec(of);
  const windows: (FlowWindow | HopWindow | undefined)[] =
    channel === null
      ? results.flows.filter((flow) => flow.name === of).map((flow) => flow.windows[window])
      : results.hops
          .filter((hop) => hop.hop === Number(channel[1]) && hop.direction === channel[2])
          .map((hop) => hop.windows[window]);
  return windows.flatMap((item) => {
    const value = (item as unknown as Record<string, unknown> | undefined)?.[number];
    return typeof value === 'number' ? [value] : [];
  });
}

function across(how: string, values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0);
  switch (how) {
    case 'mean':
      return sum / values.length;
    case 'min':
      return Math.min(...values);
    case 'max':
      return Math.max(...values);
    case 'jain': {
      const squares = values.reduce((total, value) => total + value * value, 0);
      return squares === 0 ? null : (sum * sum) / (values.length * squares);
    }
    default:
      return sum;
  }
}

/** Computed here, one value per repetition; or recorded, as mean and half-width. */
export type FigurePoint =
  { x: GalleryKey; values: number[] } | { x: GalleryKey; mean: number; halfWidth: number | null };

export interface FigureLine {
  key: GalleryKey;
  points: FigurePoint[];
}

export interface FigureMark {
  source: 'paper' | 'ns2' | 'kernel';
  line: GalleryKey;
  x: GalleryKey;
  y: number;
}

export interface Figure {
  metric: GalleryMetric;
  lines: FigureLine[];
  marks: FigureMark[];
}

/** Key of the only line of a panel without several lines. */
const ONLY_LINE = '';

/** The panels that results can draw: no time series, no numbers derived from other numbers. */
export function drawnPanels(entry: GalleryEntry): GalleryPanel[] {
  return entry.plot.filter(
    (panel) =>
      panel.kind !== 'trace' &&
      entry.metrics.some((metric) => metric.id === panel.y && metric.number !== null),
  );
}

/** Published values for a panel at some keys, in its own metric or in its `beside` metric. */
export function publishedAt(
  entry: GalleryEntry,
  panel: GalleryPanel,
  keys: readonly GalleryKey[],
): Pick<FigureMark, 'source' | 'y'>[] {
  const own = { metric: panel.y, times: 1 };
  return [own, ...(panel.beside === null ? [] : [panel.beside])].flatMap(({ metric, times }) => {
    const value = entry.values.find(
      (item) => item.metric === metric && item.keys.every((key, at) => key === keys[at]),
    );
    if (value === undefined) return [];
    return (['paper', 'ns2', 'kernel'] as const).flatMap((source) => {
      const y = value[source];
      return y === null ? [] : [{ source, y: y * times }];
    });
  });
}

/** A panel drawn from the results, with values of the paper and ns-2 at the same points. */
export function figureOf(
  entry: GalleryEntry,
  panel: GalleryPanel,
  results: readonly GalleryResult[],
  form: GalleryForm,
): Figure | null {
  const metric = entry.metrics.find((item) => item.id === panel.y);
  if (metric === undefined) return null;
  const published = entry.values.filter((value) => value.metric === metric.id);
  const domain = (name: string): GalleryKey[] => {
    if (name === entry.lanes) return unique(results.map((item) => item.lane));
    if (name === 'window') return intervalsOf(entry, form).map(([id]) => id);
    const axis = entry.axes.find((item) => item.name === name);
    if (axis !== undefined)
      return axis.points.filter((point) => form === 'full' || point.quick).map((point) => point.value);
    const at = metric.keys.indexOf(name);
    return unique(published.flatMap((value) => value.keys[at] ?? []));
  };
  return drawn(entry, panel, metric, domain, (keys, x) => {
    const values = results
      .filter((item) => matches(entry, metric, keys, item))
      .flatMap((item) => measured(entry, metric, keys, item.results, form) ?? []);
    return values.length > 0 ? { x, values } : null;
  });
}

/** The panels whose numbers are recorded in the repository; other panels are drawn from a run. */
export function recordedPanels({ plot, recorded }: GalleryEntry): GalleryPanel[] {
  if (recorded === null) return [];
  // A table over time windows is drawn over time, from its run.
  return plot.filter(
    ({ kind, x, y }) => kind !== 'trace' && x !== 'window' && recorded.cells[y] !== undefined,
  );
}

/** A panel with the numbers of the last full run. */
export function recordedFigure(entry: GalleryEntry, panel: GalleryPanel): Figure | null {
  const metric = entry.metrics.find((item) => item.id === panel.y);
  const cells = entry.recorded?.cells[panel.y] ?? [];
  if (metric === undefined || cells.length === 0) return null;
  const domain = (name: string): GalleryKey[] => {
    const at = metric.keys.indexOf(name);
    const recorded = unique(cells.flatMap((cell) => cell.keys[at] ?? []));
    const axis = entry.axes.find((item) => item.name === name);
    if (axis === undefined) return recorded;
    return axis.points.map((point) => point.value).filter((value) => recorded.includes(value));
  };
  return drawn(entry, panel, metric, domain, (keys, x) => {
    const cell = cells.find((item) => item.keys.every((key, at) => key === keys[at]));
    return cell === undefined ? null : { x, mean: cell.mean, halfWidth: cell.half_width };
  });
}

/** Recorded numbers have five digits: a smaller relative difference is none. */
const SAME = 1e-4;

/** How many means of a figure differ from the recorded ones, and by how much at most. */
export function differences(
  recorded: Figure,
  computed: Figure | null,
): { differing: number; of: number; most: number } {
  const found = { differing: 0, of: 0, most: 0 };
  for (const line of recorded.lines) {
    for (const point of line.points) {
      const other = computed?.lines
        .find(({ key }) => key === line.key)
        ?.points.find(({ x }) => x === point.x);
      if (other === undefined) continue;
      const [was, is] = [meanOf(point), meanOf(other)];
      const off = was === is ? 0 : Math.abs(is - was) / Math.max(Math.abs(was), Number.MIN_VALUE);
      found.of += 1;
      found.most = Math.max(found.most, off);
      if (off > SAME) found.differing += 1;
    }
  }
  return found;
}

function meanOf(point: FigurePoint): number {
  if (!('values' in point)) return point.mean;
  return point.values.reduce((sum, value) => sum + value, 0) / point.values.length;
}

/** The lines of a panel over its places, with published values at the same places. */
function drawn(
  entry: GalleryEntry,
  panel: GalleryPanel,
  metric: GalleryMetric,
  domain: (name: string) => GalleryKey[],
  pointAt: (keys: readonly GalleryKey[], x: GalleryKey) => FigurePoint | null,
): Figure {
  const keysAt = (line: GalleryKey, x: GalleryKey): (GalleryKey | undefined)[] =>
    metric.keys.map((name) => (name === panel.x ? x : name === panel.series ? line : panel.fixed[name]));

  const figure: Figure = { metric, lines: [], marks: [] };
  for (const line of panel.series === null ? [ONLY_LINE] : domain(panel.series)) {
    const points: FigurePoint[] = [];
    for (const x of domain(panel.x)) {
      const keys = keysAt(line, x);
      if (!isWhole(keys)) continue;
      const point = pointAt(keys, x);
      if (point !== null) points.push(point);
      figure.marks.push(...publishedAt(entry, panel, keys).map((mark) => ({ ...mark, line, x })));
    }
    figure.lines.push({ key: line, points });
  }
  return figure;
}

function isWhole(keys: readonly (GalleryKey | undefined)[]): keys is GalleryKey[] {
  return keys.every((key) => key !== undefined);
}

/** Whether a result belongs to the lane and the point that the keys name. */
function matches(
  entry: GalleryEntry,
  metric: GalleryMetric,
  keys: readonly GalleryKey[],
  { run, lane }: GalleryResult,
): boolean {
  return metric.keys.every((name, at) => {
    if (name === entry.lanes) return lane === keys[at];
    return !run.at.has(name) || run.at.get(name) === keys[at];
  });
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
