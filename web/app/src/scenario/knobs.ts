/** How the usual knobs read and change a scenario, with changes by path. */
import { ticksFor } from '@ackscope/charts';
import {
  bdpPackets,
  bufferPackets,
  compareList,
  firstRateBps,
  getPath,
  isObject,
  ratePath,
  readQuantity,
  stretchForks,
  writePackets,
  writeRate,
  writeTime,
} from '@ackscope/model';
import type { Json, JsonObject, PathChange } from '@ackscope/model';
import { withFlow } from './addFlow.ts';

interface FlowAt {
  path: string;
  flow: JsonObject;
}

function flowsOf(scenario: JsonObject): FlowAt[] {
  const flows = scenario.flows;
  if (!Array.isArray(flows)) return [];
  return flows.flatMap((flow, index) => {
    if (!isObject(flow)) return [];
    const name = flow.name;
    return {
      path: `flows.${typeof name === 'string' && name !== '' && !name.includes('.') ? name : index}`,
      flow,
    };
  });
}

const comparedFlow = (scenario: JsonObject): FlowAt | undefined =>
  flowsOf(scenario).find(({ flow }) => flow.compared === true);
const reverseGroup = (scenario: JsonObject): FlowAt | undefined =>
  flowsOf(scenario).find(({ flow }) => flow.compared !== true && flow.direction === 'backward');

/** The usual knobs set the first hop. With several hops it need not be the bottleneck. */
export function hasSeveralHops(scenario: JsonObject): boolean {
  return Array.isArray(scenario.hops) && scenario.hops.length > 1;
}

export const readRateBps = firstRateBps;
export const changeRate = (scenario: JsonObject, rateBps: number): PathChange[] => [
  { path: ratePath(scenario), value: writeRate(rateBps) },
];

export const readRttS = (scenario: JsonObject): number | null =>
  readQuantity(comparedFlow(scenario)?.flow.rtt, 'time');

/** The longest round-trip time of the flows: the BDP is computed from it. Null if all flows have the same one. */
export function longestRttS(scenario: JsonObject): number | null {
  const all = new Set(flowsOf(scenario).map(({ flow }) => readQuantity(flow.rtt, 'time') ?? 0));
  return all.size > 1 ? Math.max(...all) : null;
}

/** The flows that the knob turns together: all with the compared flow's RTT. */
function rttFlows(scenario: JsonObject): FlowAt[] {
  const before = readRttS(scenario);
  return flowsOf(scenario).filter(({ flow }) => before !== null && readQuantity(flow.rtt, 'time') === before);
}

/** All flows with the compared flow's RTT keep the same RTT. */
export const changeRtt = (scenario: JsonObject, rttS: number): PathChange[] =>
  rttFlows(scenario).map(({ path }) => ({ path: `${path}.rtt`, value: writeTime(rttS) }));

/**
 * The smallest RTT that can run: the propagation delays of the hops that a flow crosses, in both directions. 0 where they
 * are not plain times, or a flow does not cross whole numbers of hops.
 */
export function leastRttS(scenario: JsonObject): number {
  const hops = (Array.isArray(scenario.hops) ? scenario.hops : []).flatMap((hop): number[] => {
    if (!isObject(hop)) return [NaN];
    const thereS = hop.delay === undefined ? 0 : (readQuantity(hop.delay, 'time') ?? NaN);
    const back = isObject(hop.back) ? hop.back.delay : undefined;
    const backS = back === undefined ? thereS : (readQuantity(back, 'time') ?? NaN);
    const times = typeof hop.repeat === 'number' ? hop.repeat : 1;
    return Array.from({ length: Math.min(times, 1000) }, () => thereS + backS);
  });
  const least = rttFlows(scenario).map(({ flow }) => {
    if (flow.each_hop === true) return Math.max(0, ...hops);
    const [from, to] = [flow.from ?? 0, flow.to ?? hops.length];
    if (typeof from !== 'number' || typeof to !== 'number') return NaN;
    return hops.slice(Math.min(from, to), Math.max(from, to)).reduce((sum, oneS) => sum + oneS, 0);
  });
  const most = Math.max(0, ...least);
  return Number.isFinite(most) ? Number(most.toPrecision(9)) : 0;
}

export const readBuffer = bufferPackets;
export const readBdp = bdpPackets;
export const changeBuffer = (packets: number): PathChange[] => [
  { path: 'hops.0.queue.capacity', value: writePackets(packets) },
];

/** Probability of random loss; null if the hop has another loss model. */
export function readLoss(scenario: JsonObject): number | null {
  const kind = getPath(scenario, 'hops.0.loss.kind');
  if (kind === undefined || kind === 'none') return 0;
  const place = placeOfLoss(scenario);
  return place === null ? null : readQuantity(getPath(scenario, place), 'plain');
}

/** Where a loss model has its one probability; null if it has several. */
function placeOfLoss(scenario: JsonObject): string | null {
  const kind = getPath(scenario, 'hops.0.loss.kind');
  if (kind === 'bernoulli') return 'hops.0.loss.probability';
  return lossFromS(scenario) === null ? null : 'hops.0.loss.bad_loss';
}

/** When random loss begins, if it begins once and stays: one bad state that outlasts the run. */
export function lossFromS(scenario: JsonObject): number | null {
  const loss = getPath(scenario, 'hops.0.loss');
  if (!isObject(loss) || loss.kind !== 'gilbert' || loss.bad_loss === undefined) return null;
  const isOnce = loss.switch_probability === 1 && (loss.good_loss ?? 0) === 0 && loss.advance === undefined;
  const [fromS, lastsS, durationS] = [loss.good, loss.bad, scenario.duration].map((value) =>
    readQuantity(value, 'time'),
  );
  return isOnce && fromS != null && (lastsS ?? 0) >= (durationS ?? Infinity) ? fromS : null;
}

export function changeLoss(scenario: JsonObject, probability: number): PathChange[] {
  if (probability === 0) return [{ path: 'hops.0.loss', value: { kind: 'none' } }];
  const place = placeOfLoss(scenario);
  if (place !== null) return [{ path: place, value: probability }];
  return [{ path: 'hops.0.loss', value: { kind: 'bernoulli', probability } }];
}

/** Whether a group never sends, whatever its count: its list of sending times is empty. */
const isSilent = (flow: JsonObject): boolean => Array.isArray(flow.active) && flow.active.length === 0;

export function readReverseFlows(scenario: JsonObject): number {
  const group = reverseGroup(scenario);
  if (group === undefined || isSilent(group.flow)) return 0;
  const count = group.flow.count;
  return typeof count === 'number' ? count : 1;
}

export function changeReverseFlows(scenario: JsonObject, count: number): PathChange[] {
  const group = reverseGroup(scenario);
  if (group !== undefined) {
    const changed = { path: `${group.path}.count`, value: count };
    // A silent group sends again, all the time: its sending times are not known any more.
    return isSilent(group.flow) ? [changed, { path: `${group.path}.active`, value: undefined }] : [changed];
  }
  if (!Array.isArray(scenario.flows)) return [];
  // A flow without a round trip of its own has the path's.
  const rtt = comparedFlow(scenario)?.flow.rtt;
  const reverse: JsonObject = {
    name: 'reverse',
    algorithm: 'newreno',
    count,
    direction: 'backward',
    ...(rtt === undefined ? {} : { rtt }),
  };
  return [{ path: 'flows', value: withFlow(scenario, reverse) }];
}

/**
 * What an experiment takes away, changed as a hand would change it: groups of flows have the count 0 and keep their
 * sending times, so that the knob reads what is there and turns back.
 */
export function handChanges(set: Readonly<Record<string, unknown>>): PathChange[] {
  return Object.entries(set).map(([path, value]) =>
    path.startsWith('flows.') && path.endsWith('.active') && Array.isArray(value) && value.length === 0
      ? { path: path.replace(/active$/, 'count'), value: 0 }
      : { path, value: value === null ? undefined : (value as Json) },
  );
}

export function readDelayedAck(scenario: JsonObject): boolean {
  return comparedFlow(scenario)?.flow.delayed_ack !== false;
}

/** Whether a lane has another setting of its own. */
export function hasOwnDelayedAck(scenario: JsonObject, lane: number): boolean {
  const entry = compareList(scenario)[lane];
  const path = `${comparedFlow(scenario)?.path ?? ''}.delayed_ack`;
  const value = isObject(entry) && isObject(entry.set) ? entry.set[path] : undefined;
  return value !== undefined && value !== readDelayedAck(scenario);
}

export function changeDelayedAck(scenario: JsonObject, isOn: boolean): PathChange[] {
  const flow = comparedFlow(scenario);
  return flow === undefined ? [] : [{ path: `${flow.path}.delayed_ack`, value: isOn }];
}

export const readSeed = (scenario: JsonObject): number => readQuantity(scenario.seed, 'plain') ?? 1;
export const readDurationS = (scenario: JsonObject): number | null => readQuantity(scenario.duration, 'time');

/** The schedule is stretched with the run: measured windows and on-off periods. */
export function changeDuration(scenario: JsonObject, durationS: number): PathChange[] {
  const before = readDurationS(scenario);
  const changes: PathChange[] = [{ path: 'duration', value: writeTime(durationS) }];
  if (before === null || before === 0) return changes;
  const stretch = (periods: Json | undefined): Json | null => {
    if (!Array.isArray(periods) || periods.length === 0) return null;
    return periods.map((period) =>
      Array.isArray(period)
        ? period.map((end) => {
            const timeS = readQuantity(end, 'time');
            return timeS === null ? end : writeTime((timeS / before) * durationS);
          })
        : period,
    );
  };
  const measure = stretch(scenario.measure);
  if (measure !== null) changes.push({ path: 'measure', value: measure });
  changes.push(...stretchForks(scenario, durationS / before));
  for (const { path, flow } of flowsOf(scenario)) {
    const active = stretch(flow.active);
    if (active !== null) changes.push({ path: `${path}.active`, value: active });
  }
  return changes;
}

/**
 * Times that divide the run visibly: the ends of the measured windows if they divide the whole run
 * evenly, else round numbers.
 */
export function measureTicks(scenario: JsonObject | null, durationS: number): number[] {
  const measure = scenario?.measure;
  const ends = new Set<number>([0]);
  if (Array.isArray(measure)) {
    for (const end of measure.flat()) {
      const timeS = readQuantity(end, 'time');
      if (timeS !== null) ends.add(timeS);
    }
  }
  const sorted = [...ends].sort((a, b) => a - b);
  const isEven = sorted.every((timeS, at) => Math.abs(timeS - (at * durationS) / (sorted.length - 1)) < 1e-9);
  return isEven && sorted.length >= 3 && sorted.length <= 7
    ? sorted
    : ticksFor([0, durationS], [0, 1], 5).map((tick) => tick.value);
}

/** When a flow sends, as far as its schedule consists of plain times. */
export function activePeriods(flow: JsonObject, durationS: number): [number, number][] {
  if (flow.count === 0) return [];
  const active = flow.active;
  if (Array.isArray(active)) {
    return active.flatMap((period): [number, number][] => {
      if (!Array.isArray(period)) return [];
      const [fromS, toS] = [readQuantity(period[0], 'time'), readQuantity(period[1], 'time')];
      return fromS === null || toS === null ? [] : [[fromS, Math.min(toS, durationS)]];
    });
  }
  return [[readQuantity(flow.start, 'time') ?? 0, readQuantity(flow.stop, 'time') ?? durationS]];
}
