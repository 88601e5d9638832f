import { CHART_MODES } from '../chartMode.ts';
import type { ChartMode } from '../chartMode.ts';
import { LANDSCAPES_OF } from '../slices/instruments.ts';
import type { Cursors, LandscapeOf, Listen } from '../slices/instruments.ts';
import type { Trigger } from '../slices/trigger.ts';
import {
  cursorsText,
  listenText,
  mathText,
  readCursors,
  readListen,
  readMath,
  readTrigger,
  triggerText,
} from './instruments.ts';
import { isBegun } from './cut.ts';
import { momentText, readTime, shorten } from './linkTexts.ts';

export { shorten } from './linkTexts.ts';

/** Measurements that come with the page, by the id of the experiment that repeats them. */
export const MEASURED_SETS: readonly string[] = [
  'kernel-10mbit',
  'kernel-marks',
  'kernel-westwood',
  'kernel-path',
];

/** A longer link of a reference run does not fit into a link. */
export const MAX_REF_LENGTH = 4000;

/** Id of a lane's row, or of the row of a script's state. */
const ROW_ID = /^(?:[a-z][a-z0-9-]{0,31}|show-[A-Za-z]\w{0,31})$/;

/** How a screen is shown, as far as a link stores it. The keys occur in no scenario. */
export interface LinkView {
  /** The clock, in simulated seconds; null: from the start, playing. */
  timeS: number | null;
  rows: string[] | null;
  /** The time range that the lanes show; null: the whole run. */
  zoom: [number, number] | null;
  /** Label of the lane whose path and decisions are shown. */
  lane: string | null;
  /** How the lanes are drawn; null: side by side. */
  charts: ChartMode | null;
  /** Index of the flow that is shown; null: the first compared one. */
  flow: number | null;
  /** The two flows of the phase plot; null: the first two that share a path direction. */
  pair: readonly [number, number] | null;
  /** The measured cwnds drawn over the lanes: a set that comes with the page, or null. */
  measured: string | null;
  /** `whole`: the rows' scales include short spikes; null: spikes are cut off. */
  scale: 'whole' | null;
  /** `hidden`: what lies after the clock is not shown; `asked`: it waits for an answer to the scenario's question. */
  future: 'hidden' | 'asked' | null;
  /** The link of the reference run drawn behind this one in grey; null: none was chosen. */
  ref: string | null;
  /** The cursors over the lanes; null: there are none. */
  cursors: Cursors | null;
  /** What the lanes are aligned at; null: nothing. */
  trigger: Trigger | null;
  /** What is heard; null: nothing. */
  listen: Listen | null;
  /** Expressions over rows, each shown as a row; null: there are none. */
  math: readonly string[] | null;
  /** The quantity shown over the knobs; null: nothing. */
  landscape: LandscapeOf | null;
  /** The time of the packet that the story is about; null: no story. */
  story: number | null;
  /** Stamp of the run the link's sender saw (stamp.ts); null in the address bar. */
  run: string | null;
}

export const EMPTY_VIEW: LinkView = {
  timeS: null,
  rows: null,
  zoom: null,
  lane: null,
  charts: null,
  flow: null,
  pair: null,
  measured: null,
  scale: null,
  future: null,
  ref: null,
  cursors: null,
  trigger: null,
  listen: null,
  math: null,
  landscape: null,
  story: null,
  run: null,
};

const VIEW_KEYS = [
  't',
  'rows',
  'zoom',
  'lane',
  'charts',
  'flow',
  'pair',
  'measured',
  'scale',
  'future',
  'ref',
  'cursors',
  'trigger',
  'listen',
  'math',
  'landscape',
  'story',
  'run',
] as const;
export type ViewKey = (typeof VIEW_KEYS)[number];

export function isViewKey(key: string): key is ViewKey {
  return (VIEW_KEYS as readonly string[]).includes(key);
}

export function writeView(view: LinkView): [ViewKey, string][] {
  const pairs: [ViewKey, string][] = [];
  if (view.timeS !== null) pairs.push(['t', momentText(view.timeS)]);
  if (view.rows !== null) pairs.push(['rows', view.rows.join(',')]);
  if (view.zoom !== null) pairs.push(['zoom', view.zoom.map(momentText).join('..')]);
  if (view.lane !== null) pairs.push(['lane', view.lane]);
  if (view.charts !== null) pairs.push(['charts', view.charts]);
  if (view.flow !== null) pairs.push(['flow', String(view.flow)]);
  if (view.pair !== null) pairs.push(['pair', view.pair.join(',')]);
  if (view.measured !== null) pairs.push(['measured', view.measured]);
  if (view.scale !== null) pairs.push(['scale', view.scale]);
  if (view.future !== null) pairs.push(['future', view.future]);
  if (view.ref !== null) pairs.push(['ref', view.ref]);
  if (view.cursors !== null) pairs.push(['cursors', cursorsText(view.cursors)]);
  if (view.trigger !== null) pairs.push(['trigger', triggerText(view.trigger)]);
  if (view.listen !== null) pairs.push(['listen', listenText(view.listen)]);
  if (view.math !== null && mathText(view.math) !== '') pairs.push(['math', mathText(view.math)]);
  if (view.landscape !== null) pairs.push(['landscape', view.landscape]);
  if (view.story !== null) pairs.push(['story', momentText(view.story)]);
  if (view.run !== null) pairs.push(['run', view.run]);
  return pairs;
}

export const notARun = (ref: string): string => `ref=${shorten(ref)} is not the link of a run`;

/** Reads one pair into the view; the returned message says why a pair was left out. */
export function readView(
  view: LinkView,
  key: ViewKey,
  value: string,
): { view: LinkView } | { problem: string } {
  switch (key) {
    case 't':
    case 'story': {
      const timeS = readTime(value);
      return timeS !== null
        ? { view: { ...view, [key === 't' ? 'timeS' : key]: timeS } }
        : { problem: `${key}=${shorten(value)} is not a time in seconds` };
    }
    case 'rows': {
      const rows = [...new Set(value.split(','))].filter((row) => row !== '');
      const fine = rows.length > 0 && rows.length <= 16 && rows.every((row) => ROW_ID.test(row));
      return fine ? { view: { ...view, rows } } : { problem: `rows=${shorten(value)} is not a list of rows` };
    }
    case 'zoom': {
      const [fromS, toS, ...rest] = value.split('..').map(readTime);
      const fine = typeof fromS === 'number' && typeof toS === 'number' && fromS < toS && rest.length === 0;
      return fine
        ? { view: { ...view, zoom: [fromS, toS] } }
        : { problem: `zoom=${shorten(value)} is not a time range: allowed is FROM..TO with FROM below TO` };
    }
    case 'lane':
      return value.length <= 80
        ? { view: { ...view, lane: value } }
        : { problem: "the lane's name is too long" };
    case 'charts': {
      const charts = CHART_MODES.find((mode) => mode === value);
      return charts !== undefined
        ? { view: { ...view, charts } }
        : { problem: `charts=${shorten(value)} is not a way to draw the lanes` };
    }
    case 'flow': {
      const flow = readIndex(value);
      return flow !== null
        ? { view: { ...view, flow } }
        : { problem: `flow=${shorten(value)} is not the number of a flow` };
    }
    case 'pair': {
      const [a, b, ...rest] = value.split(',').map(readIndex);
      const fine = typeof a === 'number' && typeof b === 'number' && a !== b && rest.length === 0;
      return fine
        ? { view: { ...view, pair: [a, b] } }
        : { problem: `pair=${shorten(value)} is not the numbers of two flows` };
    }
    case 'measured': {
      const measured = MEASURED_SETS.find((id) => id === value);
      return measured !== undefined
        ? { view: { ...view, measured } }
        : { problem: `measured=${shorten(value)} is not a measurement of this page` };
    }
    case 'scale':
      return value === 'whole'
        ? { view: { ...view, scale: value } }
        : { problem: `scale=${shorten(value)} is not a way to scale the rows` };
    case 'future':
      return value === 'hidden' || value === 'asked'
        ? { view: { ...view, future: value } }
        : { problem: `future=${shorten(value)} is not “hidden” or “asked”` };
    case 'ref':
      return /^v1\/[\x20-\x7e]+$/.test(value) && value.length <= MAX_REF_LENGTH && !/[?&]ref=/.test(value)
        ? { view: { ...view, ref: value } }
        : { problem: notARun(value) };
    case 'cursors': {
      const cursors = readCursors(value);
      return cursors !== null
        ? { view: { ...view, cursors } }
        : { problem: `cursors=${shorten(value)} is not two times, a row and two levels` };
    }
    case 'trigger': {
      const trigger = readTrigger(value);
      return trigger !== null
        ? { view: { ...view, trigger } }
        : { problem: `trigger=${shorten(value)} is not an event and a mode` };
    }
    case 'listen': {
      const listen = readListen(value);
      return listen !== null
        ? { view: { ...view, listen } }
        : { problem: `listen=${shorten(value)} is not a level from 0 to 1 and a lane` };
    }
    case 'math': {
      const math = readMath(value);
      return math !== null
        ? { view: { ...view, math } }
        : { problem: `math=${shorten(value)} is not up to three expressions with semicolons between them` };
    }
    case 'landscape': {
      const landscape = LANDSCAPES_OF.find((of) => of === value);
      return landscape !== undefined
        ? { view: { ...view, landscape } }
        : { problem: `landscape=${shorten(value)} is none of ${LANDSCAPES_OF.join(', ')}` };
    }
    case 'run':
      return /^[\w.+-]{1,31}-[\da-f]{8}$/.test(value)
        ? { view: { ...view, run: value } }
        : { problem: `run=${shorten(value)} is not the stamp of a run` };
  }
}

/** True if the value looks like a link that was cut off. */
export function isTruncatedValue(key: ViewKey, value: string): boolean {
  const known: Partial<Record<ViewKey, readonly string[]>> = {
    charts: CHART_MODES,
    measured: MEASURED_SETS,
    scale: ['whole'],
    future: ['hidden', 'asked'],
    landscape: LANDSCAPES_OF,
  };
  const words = known[key];
  // Otherwise numbers, names, and what stands between them.
  if (words !== undefined) return isBegun(value, words);
  return value === '' || (BEGUN[key]?.test(value) === true && !(key === 'zoom' && isRangeWhole(value)));
}

/** Whether the second time of a range has as many digits before its point as the first one. */
function isRangeWhole(value: string): boolean {
  const [from, to] = value.split('..').map((text) => text.split('.')[0]?.length ?? 0);
  return from !== undefined && to !== undefined && to >= from;
}

const BEGUN: Partial<Record<ViewKey, RegExp>> = {
  t: /^\d+\.$/,
  story: /^\d+\.$/,
  zoom: /^\d+(?:\.\d*)?$|^\d+(?:\.\d+)?\.\.(?:\d+(?:\.\d*)?)?$/,
  pair: /^\d+,?$/,
  cursors: /^\d[\d.]*(?:,[a-z-]*(?:,-?[-\de.]*)?)?$/,
  trigger: /^[a-z]+(?:,[-a-z\d.:]*)*$/,
  listen: /^\d(?:\.\d*)?,?$/,
  ref: /^v(?:1\/?)?$/,
  run: /^[\w.+-]+$/,
};

function readIndex(text: string): number | null {
  return /^\d{1,6}$/.test(text) ? Number(text) : null;
}
