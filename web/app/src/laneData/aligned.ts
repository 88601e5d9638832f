/** The lanes as a trigger shows them: time zero is an occurrence of an event. */
import { alignedLane, alignedRow, mainColumns, rowDomain, rowsById, ticksFor } from '@ackscope/charts';
import type { LaneData, RowDefinition } from '@ackscope/charts';
import { boundaries, isInTraffic, occurrencesOf } from '@ackscope/model';
import type { LaneTrace, Occurrence, RuleTable, Trigger, TriggerEvent } from '@ackscope/model';
import type { LaneView } from './laneData.ts';

/** The event in singular and plural; the time axis uses the singular. */
export const EVENT_WORDS: Readonly<Record<TriggerEvent, readonly [one: string, many: string]>> = {
  // What the sender finds: several lost packets of one window are one (RFC 5348).
  loss: ['loss event', 'loss events'],
  timeout: ['timeout', 'timeouts'],
  recovery: ['end of recovery', 'ends of recovery'],
  'slow-start': ['end of slow start', 'ends of slow start'],
  level: ['crossing', 'crossings'],
  seeds: ['seed', 'seeds'],
};

export interface LaneFound {
  /** All occurrences found, in order of time; with a hidden future, only those before the clock. */
  found: readonly Occurrence[];
  /** The occurrences whose span lies within one phase of the run. */
  shown: readonly Occurrence[];
  /** The lane is computed to the end, or to the clock before a hidden future. */
  isWhole: boolean;
}

export interface AlignedView {
  lanes: readonly LaneView[];
  data: readonly LaneData[];
  found: readonly LaneFound[];
  rows: readonly RowDefinition[];
  domains: readonly [number, number][];
  span: readonly [number, number];
  ticks: readonly number[];
  origin: string;
}

/** The trigger's occurrences in every lane. */
export function foundIn(
  lanes: readonly LaneView[],
  rules: RuleTable,
  trigger: Trigger,
): readonly (readonly Occurrence[])[] {
  return lanes.map((lane) => foundInLane(lane, rules, trigger));
}

const foundBefore = new WeakMap<LaneTrace, { sign: string; found: readonly Occurrence[] }>();

/** Computed again only if the trace has grown or the trigger has changed. */
function foundInLane(
  { run: { trace }, data, starts = [] }: LaneView,
  rules: RuleTable,
  trigger: Trigger,
): readonly Occurrence[] {
  if (trigger.event === 'seeds') return starts.map((timeS) => ({ timeS, isTimeout: false }));
  if (trace === null) return [];
  const { event, level, place } = trigger;
  const [row] = rowsById(level === null ? [] : [level.row]);
  const columns = row === undefined ? null : mainColumns(row, data);
  const sign = JSON.stringify([event, level, place, trace.revision, trace.focus, columns?.count]);
  const known = foundBefore.get(trace);
  if (known?.sign === sign) return known.found;
  const found = occurrencesOf(trace, rules, trigger, columns).filter(
    ({ timeS }) => place === null || isInTraffic(trace, timeS) === (place === 'traffic'),
  );
  foundBefore.set(trace, { sign, found });
  return found;
}

/** The default time around an occurrence: a good part of the distance to the next one. */
function spanFor(found: readonly (readonly Occurrence[])[], lane: LaneView | undefined): [number, number] {
  const gaps = found
    .flatMap((list) => list.slice(1).map(({ timeS }, at) => timeS - (list[at]?.timeS ?? 0)))
    .sort((a, b) => a - b);
  const rttS = lane?.data.rttS ?? 0.1;
  const wanted = gaps[Math.floor(gaps.length / 2)] ?? 60 * rttS;
  const afterS = roundDown(Math.max(8 * rttS, 0.7 * wanted));
  return [-afterS / 4, afterS];
}

function wholeRun(lane: LaneView | undefined): [number, number] {
  return [0, Math.max(1e-3, lane?.data.durationS ?? 1)];
}

/** Rounds down to 1, 2 or 5 times a power of ten. */
function roundDown(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value));
  const digit = value / decade;
  return Number((decade * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1)).toPrecision(1));
}

/** The occurrences whose span stays within one phase of the run and within the known time. */
function within(
  lane: LaneView,
  found: readonly Occurrence[],
  [fromS, toS]: readonly [number, number],
  untilS: number,
): Occurrence[] {
  const { trace } = lane.run;
  // A seed's run is known as a whole.
  if (lane.starts !== undefined) return [...found];
  if (trace === null) return [];
  const edges = boundaries(trace);
  const knownS = Math.min(untilS, trace.simulatedS);
  return found.filter(({ timeS }) => {
    const [a, b] = [timeS + fromS, timeS + toS];
    return a >= 0 && b <= knownS && !edges.some((edge) => edge > a && edge < b);
  });
}

/** `untilS`: the clock, if the future is hidden; `upToS`: the clock, for the latest occurrence. */
export function alignedView(
  lanes: readonly LaneView[],
  rules: RuleTable,
  trigger: Trigger,
  wanted: readonly RowDefinition[],
  untilS: number,
  upToS: number,
  fit: 'steady' | 'whole',
): AlignedView {
  const all = foundIn(lanes, rules, trigger).map((list) => list.filter(({ timeS }) => timeS <= untilS));
  const isSeeds = trigger.event === 'seeds';
  const span = trigger.span ?? (isSeeds ? wholeRun(lanes[0]) : spanFor(all, lanes[0]));
  const whole = lanes.map((lane, index) => within(lane, all[index] ?? [], span, untilS));
  const upTo = (list: readonly Occurrence[]): readonly Occurrence[] =>
    trigger.mode === 'all' ? list : list.filter(({ timeS }) => timeS <= upToS);
  const found = all.map((list, index): LaneFound => {
    // A single occurrence is shown as far as its span is known.
    const shown = trigger.mode === 'single' ? upTo(list).slice(-1) : upTo(whole[index] ?? []);
    const lane = lanes[index];
    const isWhole =
      lane !== undefined && (lane.starts !== undefined || lane.run.done || lane.data.simulatedS >= untilS);
    return { found: list, shown, isWhole };
  });
  const data = lanes.map((lane) => alignedLane(lane.data, span[1]));
  const momentsIn = (lists: readonly (readonly Occurrence[])[]) => {
    const moments = new Map(
      data.map((lane, index) => [lane, (lists[index] ?? []).map(({ timeS }) => timeS)] as const),
    );
    return (lane: LaneData): readonly number[] => moments.get(lane) ?? [];
  };
  const shown = momentsIn(found.map((lane) => lane.shown));
  const room = trigger.mode === 'normal' ? momentsIn(whole) : shown;
  const rows = wanted.map((row) => alignedRow(row, shown, span, trigger.mode !== 'all', room));
  return {
    lanes,
    data,
    found,
    rows,
    domains: rows.map((row) => rowDomain(row, data, span, fit)),
    span,
    ticks: ticksFor(span, [0, 1], 6).map(({ value }) => value),
    origin: isSeeds ? 'start' : EVENT_WORDS[trigger.event][0],
  };
}

/** The occurrences that the trigger found in a lane, in one short sentence. */
export function foundInWords(
  trigger: Trigger,
  { found, shown, isWhole }: LaneFound,
): { number: string; words: string; leftOut: string } {
  const [one, many] = EVENT_WORDS[trigger.event];
  if (!isWhole) return { number: '', words: 'not computed yet', leftOut: '' };
  const count = found.length;
  if (count === 0) return { number: '', words: `no ${one}`, leftOut: '' };
  const left = count - shown.length;
  const leftOut = trigger.mode !== 'all' || left === 0 ? '' : `, ${left} not shown`;
  if (trigger.event === 'loss') {
    const timeouts = found.filter(({ isTimeout }) => isTimeout).length;
    const ends = timeouts === 1 ? 'ends in a timeout' : 'end in a timeout';
    return { number: String(timeouts), words: `of ${count} ${count === 1 ? one : many} ${ends}`, leftOut };
  }
  return { number: String(count), words: count === 1 ? one : many, leftOut };
}

/** The same for all lanes, for a picture's footer. */
export function triggerInWords(view: AlignedView, trigger: Trigger): string {
  return view.lanes
    .map((lane, index) => {
      const found = view.found[index] ?? { found: [], shown: [], isWhole: false };
      const { number, words, leftOut } = foundInWords(trigger, found);
      return `${lane.name}: ${number === '' ? '' : `${number} `}${words}${leftOut}.`;
    })
    .join(' ');
}
