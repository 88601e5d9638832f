/** The lanes as a trigger shows them: time begins at each occurrence of an event. */
import { alignedLane, alignedRow, mainColumns, rowDomain, rowsById, ticksFor } from '@ackscope/charts';
import type { LaneData, RowDefinition } from '@ackscope/charts';
import { boundaries, isInTraffic, occurrencesOf } from '@ackscope/model';
import type { Occurrence, RuleTable, Trigger, TriggerEvent } from '@ackscope/model';
import type { LaneView } from './laneData.ts';

/** One occurrence, several, and what the time axis calls the moment. */
export const EVENT_WORDS: Readonly<Record<TriggerEvent, readonly [one: string, many: string]>> = {
  loss: ['loss', 'losses'],
  timeout: ['timeout', 'timeouts'],
  recovery: ['end of recovery', 'ends of recoveries'],
  'slow-start': ['end of slow start', 'ends of slow start'],
  level: ['crossing', 'crossings'],
};

export interface LaneFound {
  /** All that the trigger found, in order of time, as far as the clock lets them be known. */
  found: readonly Occurrence[];
  /** Those whose surroundings lie within one phase of the run. */
  shown: readonly Occurrence[];
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

/** What the trigger finds in every lane; `untilS`: nothing later is known. */
export function foundIn(
  lanes: readonly LaneView[],
  rules: RuleTable,
  trigger: Trigger,
  untilS: number,
): Occurrence[][] {
  const [row] = rowsById(trigger.level === null ? [] : [trigger.level.row]);
  return lanes.map(({ run, data }) => {
    const { trace } = run;
    if (trace === null) return [];
    const columns = row === undefined ? null : mainColumns(row, data);
    return occurrencesOf(trace, rules, trigger, columns).filter(
      ({ timeS }) =>
        timeS <= untilS &&
        (trigger.place === null || isInTraffic(trace, timeS) === (trigger.place === 'traffic')),
    );
  });
}

/** What is shown around an occurrence by default: a good part of the way to the next one. */
export function spanFor(
  found: readonly (readonly Occurrence[])[],
  lane: LaneView | undefined,
): [number, number] {
  const gaps = found
    .flatMap((list) => list.slice(1).map(({ timeS }, at) => timeS - (list[at]?.timeS ?? 0)))
    .sort((a, b) => a - b);
  const rttS = lane?.data.rttS ?? 0.1;
  const wanted = gaps[Math.floor(gaps.length / 2)] ?? 60 * rttS;
  const afterS = roundDown(Math.max(8 * rttS, 0.7 * wanted));
  return [-afterS / 4, afterS];
}

/** To 1, 2 or 5 of a decade. */
function roundDown(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value));
  const digit = value / decade;
  return Number((decade * (digit >= 5 ? 5 : digit >= 2 ? 2 : 1)).toPrecision(1));
}

/** Those whose surroundings reach neither into another phase of the run nor beyond what is known. */
function within(
  lane: LaneView,
  found: readonly Occurrence[],
  [fromS, toS]: readonly [number, number],
  untilS: number,
): Occurrence[] {
  const { trace } = lane.run;
  if (trace === null) return [];
  const edges = boundaries(trace);
  const knownS = Math.min(untilS, trace.simulatedS);
  return found.filter(({ timeS }) => {
    const [a, b] = [timeS + fromS, timeS + toS];
    return a >= 0 && b <= knownS && !edges.some((edge) => edge > a && edge < b);
  });
}

/** `untilS`: the clock, where nothing behind it may be known; `upToS`: the clock, for the latest. */
export function alignedView(
  lanes: readonly LaneView[],
  rules: RuleTable,
  trigger: Trigger,
  rowIds: readonly string[],
  untilS: number,
  upToS: number,
  fit: 'steady' | 'whole',
): AlignedView {
  const all = foundIn(lanes, rules, trigger, untilS);
  const span = trigger.span ?? spanFor(all, lanes[0]);
  const found = all.map((list, index): LaneFound => {
    const lane = lanes[index];
    const known = trigger.mode === 'all' ? list : list.filter(({ timeS }) => timeS <= upToS);
    const whole = lane === undefined ? [] : within(lane, known, span, untilS);
    // One alone is shown as far as it is known.
    return { found: list, shown: trigger.mode === 'single' ? known.slice(-1) : whole };
  });
  const data = lanes.map((lane) => alignedLane(lane.data, span[1]));
  const moments = new Map(
    data.map((lane, index) => [lane, (found[index]?.shown ?? []).map(({ timeS }) => timeS)] as const),
  );
  const rows = rowsById(rowIds).map((row) =>
    alignedRow(row, (lane) => moments.get(lane) ?? [], span, trigger.mode !== 'all'),
  );
  return {
    lanes,
    data,
    found,
    rows,
    domains: rows.map((row) => rowDomain(row, data, span, fit)),
    span,
    ticks: ticksFor(span, [0, 1], 6).map(({ value }) => value),
    origin: EVENT_WORDS[trigger.event][0],
  };
}

/** What the trigger found in a lane, in one short sentence. */
export function foundInWords(
  trigger: Trigger,
  { found, shown }: LaneFound,
): { number: string; words: string } {
  const [one, many] = EVENT_WORDS[trigger.event];
  const count = found.length;
  if (count === 0) return { number: '', words: `no ${one}` };
  const left = count - shown.length;
  const leftOut = trigger.mode !== 'all' || left === 0 ? '' : `, ${left} not shown`;
  if (trigger.event === 'loss') {
    const timeouts = found.filter(({ isTimeout }) => isTimeout).length;
    const ends = timeouts === 1 ? 'ends in a timeout' : 'end in a timeout';
    return { number: String(timeouts), words: `of ${count} ${count === 1 ? one : many} ${ends}${leftOut}` };
  }
  return { number: String(count), words: `${count === 1 ? one : many}${leftOut}` };
}

/** The same of all lanes, for a picture's footer. */
export function triggerInWords(view: AlignedView, trigger: Trigger): string {
  return view.lanes
    .map((lane, index) => {
      const found = view.found[index] ?? { found: [], shown: [] };
      const { number, words } = foundInWords(trigger, found);
      return `${lane.name}: ${number === '' ? '' : `${number} `}${words}.`;
    })
    .join(' ');
}
