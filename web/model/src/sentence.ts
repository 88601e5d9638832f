/** The outcome of a comparison in one sentence, computed from the results. */
import { bottleneck } from './bottleneck.ts';
import { ALIKE, goodputAt, intervalAt, ofReference } from './headline.ts';
import type { Moment } from './headline.ts';
import type { IntervalRow } from './selectors.ts';
import type { LaneRun } from './slices/run.ts';

export interface NamedLane {
  name: string;
  run: LaneRun;
  /** The reference's lane that it is compared with. */
  before: LaneRun | null;
}

/**
 * Describes the measured interval at a time, once it is final in all lanes. With a reference, it says what the
 * change did to each lane; without one, which lane is behind and what happened to it. Null if there
 * is nothing to say.
 */
export function sentenceAt(lanes: readonly NamedLane[], moment: Moment): string | null {
  const found = lanes.map(({ run }) => goodputAt(run, moment));
  if (found.length === 0 || found.some((item) => item?.isFinal !== true)) return null;
  const values = found.map((item) => item?.bps ?? 0);
  const compared = lanes.flatMap(({ name, run, before }, at) => {
    if (before === null) return [];
    const was = goodputAt(before, ofReference(moment))?.bps ?? NaN;
    // A lane that delivers nothing in both runs delivers the same.
    const ratio = values[at] === was ? 0 : (values[at] ?? 0) / was - 1;
    return { name, ratio, isSame: isSameRun(run, before) };
  });
  const areFull = lanes.every(({ run }, at) => {
    const rate = run.info === null ? undefined : bottleneck(run.info)?.rate_bps;
    return rate !== undefined && (values[at] ?? 0) >= FULL * rate;
  });
  if (compared.length > 0) return changed(compared, oneOfFlows(lanes[0]?.run), areFull);
  if (lanes.length < 2) return null;
  const place = behindOf(values);
  if (place === null) return null;
  const flow = oneOfFlows(lanes[place.worst]?.run);
  if (place.isTie) return allAlike(place, flow);
  const [behind, ahead] = [place.worst, place.best].map((at) => rowAt(lanes[at], moment));
  const why = metBy(behind, ahead);
  const name = (at: number): string => lanes[at]?.name ?? '';
  return `${flow === null ? '' : 'In '}${name(place.worst)} ${deliversLess(place, name, flow)}${why}.`;
}

/** A link with this share of its rate in use is full. */
const FULL = 0.97;

/** Which lane is behind, and whom it is behind of. */
export interface Behind {
  worst: number;
  best: number;
  /** 1 - worst / best. */
  gap: number;
  /** All lanes are alike. */
  isTie: boolean;
  /** All lanes but the worst are alike: none of them is the best. */
  areOthersAlike: boolean;
}

/**
 * Null without two lanes that delivered something. Lanes within 3 % of each other are a tie. `asked`: the lane that is
 * told of, if it is behind too, and not the worst.
 */
export function behindOf(values: readonly number[], asked: number | null = null): Behind | null {
  if (values.length < 2) return null;
  const best = values.indexOf(Math.max(...values));
  const most = values[best] ?? NaN;
  const isBehind = asked !== null && 1 - (values[asked] ?? NaN) / most >= ALIKE;
  const worst = isBehind ? asked : values.indexOf(Math.min(...values));
  const gap = 1 - (values[worst] ?? 0) / most;
  if (!Number.isFinite(gap)) return null;
  const areOthersAlike = values.every((value, at) => at === worst || 1 - value / most < ALIKE);
  return { worst, best, gap, isTie: gap < ALIKE, areOthersAlike: values.length > 2 && areOthersAlike };
}

/** `flow`: the flow that is meant, where a lane has several. */
export function allAlike({ gap }: Behind, flow: string | null = null): string {
  const within = gap === 0 ? '' : `, within ${String(Math.ceil(gap * 100))} %`;
  return flow === null
    ? `All lanes deliver the same${within}.`
    : `The flow ${flow} gets the same in all lanes${within}.`;
}

export function deliversLess(
  { gap, best, areOthersAlike }: Behind,
  name: (at: number) => string,
  flow: string | null = null,
): string {
  const than = areOthersAlike ? 'the others' : name(best);
  const less = `${String(Math.round(gap * 100))} % less`;
  if (flow !== null) return `the flow ${flow} gets ${less} than in ${than}`;
  return `delivers ${less} than ${than}`;
}

/** The name of the flow in focus, if its lane has several in that direction: what it gets is not all. */
export function oneOfFlows(lane: LaneRun | undefined): string | null {
  const flows = lane?.info?.flows ?? [];
  const focus = flows.find(({ index }) => index === lane?.trace?.focus);
  const beside = flows.filter(({ direction }) => direction === focus?.direction);
  return focus === undefined || beside.length < 2 ? null : focus.name;
}

/** Two finished runs of which every event is the same. */
function isSameRun(a: LaneRun, b: LaneRun): boolean {
  const hash = a.results?.engine.trace_hash;
  return a.done && b.done && hash !== undefined && hash === b.results?.engine.trace_hash;
}

/** `flow`: the flow that is meant, where a lane has several. */
function changed(
  changes: readonly { name: string; ratio: number; isSame: boolean }[],
  flow: string | null,
  areFull: boolean,
): string | null {
  if (changes.every(({ isSame }) => isSame)) return 'The change has no effect: every packet is as before.';
  if (changes.some(({ ratio }) => Number.isNaN(ratio))) return null;
  if (changes.every(({ ratio }) => ratio === 0))
    return flow === null
      ? 'Every lane delivers the same as before.'
      : `The flow ${flow} gets the same as before in every lane.`;
  const gained = changes.filter(({ ratio }) => ratio > ALIKE).map(({ name }) => name);
  const lost = changes.filter(({ ratio }) => ratio < -ALIKE).map(({ name }) => name);
  if (gained.length + lost.length === 0)
    return `The change hardly matters ${flow === null ? 'here' : `to the flow ${flow}`}.`;
  if (flow !== null) {
    const more = gained.length > 0 ? [`more in ${listed(gained)}`] : [];
    const less = lost.length > 0 ? [`less in ${listed(lost)}`] : [];
    return `The flow ${flow} gets ${[...more, ...less].join(', ')}.`;
  }
  // What every lane has now says more than which have more of it.
  if (lost.length === 0 && areFull) return 'Every lane fills the link.';
  const parts = [
    // Not “loses”: a lane that delivers less may have lost no packet.
    ...(gained.length > 0 ? [`${listed(gained)} ${gained.length > 1 ? 'deliver' : 'delivers'} more`] : []),
    ...(lost.length > 0 ? [`${listed(lost)} ${lost.length > 1 ? 'deliver' : 'delivers'} less`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function rowAt(lane: NamedLane | undefined, moment: Moment): IntervalRow | undefined {
  return (lane === undefined ? null : intervalAt(lane.run, moment)) ?? undefined;
}

/** The mean queues of a question that asks about them: the shortest and the longest. */
export function queueSentence(names: readonly string[], packets: readonly number[]): string | null {
  const [least, most] = [Math.min(...packets), Math.max(...packets)];
  if (names.length < 2) return null;
  const nameOf = (value: number): string => names[packets.indexOf(value)] ?? '';
  return `${nameOf(least)} keeps ${least.toFixed(1)} packets in the queue on average, ${nameOf(most)} ${most.toFixed(1)}.`;
}

/** What happened to the lane behind in that interval, if it differs from the lane ahead. */
function metBy(worst: IntervalRow | undefined, best: IntervalRow | undefined): string {
  if (worst === undefined || best === undefined) return '';
  const [own, other] = [worst.flow, best.flow];
  if (own.fast_retransmits + own.timeouts === 0 && other.fast_retransmits + other.timeouts > 0)
    return ' without losing a packet';
  if (own.timeouts > other.timeouts)
    return `, with ${String(own.timeouts)} ${own.timeouts === 1 ? 'timeout' : 'timeouts'} against ${String(other.timeouts)}`;
  if (own.fast_retransmits > 1.2 * other.fast_retransmits)
    return `, with ${String(own.fast_retransmits)} recoveries against ${String(other.fast_retransmits)}`;
  if (own.fast_retransmits + own.timeouts === other.fast_retransmits + other.timeouts)
    return ' after the same number of losses';
  return '';
}
