/**
 * Closed-form curves for what a sweep varies. They give the rate over the random loss of the only
 * lossy link or over the RTT, for one flow alone on the path, and the share of a link that a
 * saw-tooth uses with a small buffer. Where no formula applies (other flows, burst losses, an AQM),
 * no curve is drawn.
 */
import { isObject } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { getPath } from './path.ts';
import { readCapacity, readQuantity } from './quantity.ts';

export interface TheoryLane {
  label: string;
  algorithm: string;
}

/** A formula evaluated along a sweep's axis. */
export interface TheoryCurve {
  lane: string;
  formula: string;
  /** The formula's parameters for the engine; one of them is a list. */
  sets: Record<string, number | readonly number[]>;
  /** The result that is drawn, its factor at each place, and its upper limit. */
  output: string;
  factor: readonly number[];
  most: number;
  /** Positions on the axis. */
  x: readonly number[];
}

export interface TheoryQuestion {
  scenario: JsonObject;
  /** The varied path, and the values at both ends. */
  path: string;
  from: Json;
  to: Json;
  log: boolean;
  lanes: readonly TheoryLane[];
  metric: string;
  source: string;
}

/** The response function of each algorithm; for Reno it depends on the recovery. */
const RESPONSE: Readonly<Record<string, string>> = {
  reno: 'padhye',
  newreno: 'padhye',
  sack: 'reno-response',
  hstcp: 'hstcp',
  stcp: 'stcp',
  bic: 'bic',
  'cubic-rfc9438': 'cubic',
};
const WITH_TIMEOUTS = 'padhye';
/** Formulas with a parameter for segments per ACK. */
const KNOWS_DELAYED_ACKS = new Set(['padhye', 'reno-response']);
/** Algorithms that halve their window, so that the saw-tooth has a closed form. */
const HALVING = new Set(['reno', 'newreno', 'sack']);

const SAMPLES = 61;
/** The minimum RTO of the timers that a scenario can name (docs/scenario.md, `rto`). */
const MIN_RTO_S: Readonly<Record<string, number>> = { rfc6298: 1, ns2_2003: 1 };
const DEFAULT_MIN_RTO_S = 0.2;

export function theoryCurves(question: TheoryQuestion): TheoryCurve[] {
  const setting = settingOf(question.scenario, question.source);
  if (setting === null) return [];
  return /^hops\.\d+\.queue\.capacity$/.test(question.path)
    ? sawTooth(question, setting)
    : responses(question, setting);
}

interface Setting {
  flow: JsonObject;
  name: string;
  rttS: number;
  packetBytes: number;
  slowestBps: number;
  /** The random loss and its path; null without random loss. */
  loss: { path: string; probability: number } | null;
}

/** A channel by the name of its hop. Older links have the number of the hop: `hop 0 forward`. */
export function channelName(scenario: JsonObject, source: string): string {
  const [, index = '', way] = /^hop (\d+) (forward|backward)$/.exec(source) ?? [];
  if (way === undefined) return source;
  const hop: unknown = Array.isArray(scenario['hops']) ? scenario['hops'][Number(index)] : undefined;
  const name = isObject(hop) && typeof hop['name'] === 'string' ? hop['name'] : `hop-${index}`;
  return `${name} ${way}`;
}

/** One flow alone, over links with random loss at one place at most; null otherwise. */
function settingOf(scenario: JsonObject, source: string): Setting | null {
  const hops = Array.isArray(scenario['hops']) ? scenario['hops'].filter(isObject) : [];
  const flows = Array.isArray(scenario['flows']) ? scenario['flows'].filter(isObject) : [];
  const sending = flows.filter(({ count }) => count !== 0);
  const [flow] = sending;
  const isAlone = sending.length === 1 && flow !== undefined && (flow['count'] ?? 1) === 1;
  if (!isAlone || flow['kind'] === 'cbr' || typeof flow['name'] !== 'string') return null;
  if (source !== flow['name'] && !/^(?!all ).* (for|back)ward$/.test(source)) return null;
  let delayS = 0;
  let slowestBps = Infinity;
  let loss: Setting['loss'] = null;
  for (const [index, hop] of hops.entries()) {
    const rate = readQuantity(hop['rate'], 'rate');
    const delay = readQuantity(hop['delay'], 'time');
    const queue = isObject(hop['queue']) ? (hop['queue']['kind'] ?? 'drop-tail') : 'drop-tail';
    const back = isObject(hop['back']) ? hop['back']['loss'] : undefined;
    const isBackSound = back === undefined || (isObject(back) && back['kind'] === 'none');
    if (rate === null || delay === null || queue !== 'drop-tail' || !isBackSound || 'repeat' in hop)
      return null;
    delayS += delay;
    slowestBps = Math.min(slowestBps, rate);
    const own = isObject(hop['loss']) ? hop['loss'] : { kind: 'none' };
    if (own['kind'] === 'none') continue;
    const probability = own['kind'] === 'bernoulli' ? readQuantity(own['probability'], 'plain') : null;
    if (probability === null || loss !== null) return null;
    loss = { path: `hops.${String(index)}.loss.probability`, probability };
  }
  const rttS =
    readQuantity(flow['rtt'], 'time') ??
    2 * delayS +
      4 * (readQuantity(flow['access_delay'], 'time') ?? (flow['access_delay'] === undefined ? 0 : NaN));
  const packetBytes = typeof flow['packet_bytes'] === 'number' ? flow['packet_bytes'] : 1500;
  if (!(rttS > 0) || hops.length === 0) return null;
  return { flow, name: flow['name'], rttS, packetBytes, slowestBps, loss };
}

function responses(question: TheoryQuestion, setting: Setting): TheoryCurve[] {
  const { path, metric, lanes } = question;
  const isGoodput = /(^|_)goodput_bps$/.test(metric);
  if (!isGoodput && !/(^|_)throughput_bps$/.test(metric)) return [];
  const overLoss = path === setting.loss?.path;
  const overRtt = path === `flows.${setting.name}.rtt`;
  if (setting.loss === null || (!overLoss && !overRtt)) return [];
  const x = samples(question, overLoss ? 'plain' : 'time');
  const p = (place: number): number => (overLoss ? place : (setting.loss?.probability ?? 0));
  return lanes.flatMap(({ label, algorithm }): TheoryCurve[] => {
    const formula = RESPONSE[algorithm];
    const segments = segmentsPerStep(question, label);
    if (formula === undefined || x.length < 2 || segments === null) return [];
    const sets: TheoryCurve['sets'] = {
      p: overLoss ? x : p(0),
      rtt: overRtt ? x : setting.rttS,
      packet_bytes: setting.packetBytes,
      ...(KNOWS_DELAYED_ACKS.has(formula) ? { segments_per_ack: segments } : {}),
      ...(formula === WITH_TIMEOUTS
        ? { rto: Math.max(leastRtoS(setting.flow['rto']), setting.rttS), receive_window: 1e6 }
        : {}),
    };
    return [
      {
        lane: label,
        formula,
        sets,
        output: 'rate_bps',
        // The formula gives the sending rate; a share p of it is lost.
        factor: x.map((place) => (isGoodput ? 1 - p(place) : 1)),
        most: setting.slowestBps,
        x,
      },
    ];
  });
}

function sawTooth(question: TheoryQuestion, setting: Setting): TheoryCurve[] {
  const { metric, lanes, source, path, scenario } = question;
  const link = channelName(scenario, `hop ${path.split('.')[1] ?? ''} forward`);
  const isShare = metric === 'utilisation' && source === link;
  const isRate = /(^|_)(goodput|throughput)_bps$/.test(metric);
  if ((!isShare && !isRate) || (setting.loss !== null && setting.loss.probability > 0)) return [];
  const pipePackets = (setting.slowestBps * setting.rttS) / (8 * setting.packetBytes);
  const unit = readCapacity(question.from)?.unit;
  if (unit === undefined || readCapacity(question.to)?.unit !== unit) return [];
  const x = samples(question, 'capacity');
  const perPipe = { pkt: pipePackets, bdp: 1, B: pipePackets * setting.packetBytes }[unit];
  return lanes.flatMap(({ label, algorithm }): TheoryCurve[] =>
    HALVING.has(algorithm) &&
    x.length > 1 &&
    segmentsPerStep({ ...question, source: setting.name }, label) !== null
      ? [
          {
            lane: label,
            formula: 'saw-tooth-utilisation',
            sets: { buffer: x.map((place) => place / perPipe), decrease: 0.5 },
            output: 'utilisation',
            factor: x.map(() => (isShare ? 1 : setting.slowestBps)),
            most: isShare ? 1 : setting.slowestBps,
            x,
          },
        ]
      : [],
  );
}

/**
 * The segments behind one step of a lane's growth: two where the receiver delays ACKs and the sender counts ACKs, one
 * where it counts segments (RFC 3465). Null if the lane changes anything else.
 */
function segmentsPerStep({ scenario, source }: TheoryQuestion, label: string): 1 | 2 | null {
  const entries = Array.isArray(scenario['compare']) ? scenario['compare'].filter(isObject) : [];
  const own = entries.find((entry) => (entry['label'] ?? entry['algorithm']) === label)?.['set'];
  const path = (key: string): string => `flows.${source}.${key}`;
  const changes = isObject(own) ? own : {};
  const known = ['delayed_ack', 'growth', 'recovery'].map(path);
  if (Object.keys(changes).some((key) => !known.includes(key))) return null;
  const has = (key: string): Json | undefined => changes[path(key)] ?? getPath(scenario, path(key));
  const countsAcks = (has('growth') ?? (has('tcp') === 'linux6' ? 'linux-count' : 'per-ack')) === 'per-ack';
  return countsAcks && has('delayed_ack') !== false ? 2 : 1;
}

function leastRtoS(rto: Json | undefined): number {
  if (typeof rto === 'string') return MIN_RTO_S[rto] ?? DEFAULT_MIN_RTO_S;
  return (isObject(rto) ? readQuantity(rto['min'], 'time') : null) ?? DEFAULT_MIN_RTO_S;
}

function samples({ from, to, log }: TheoryQuestion, dimension: 'plain' | 'time' | 'capacity'): number[] {
  const read = (value: Json): number | null =>
    dimension === 'capacity' ? (readCapacity(value)?.amount ?? null) : readQuantity(value, dimension);
  const [low, high] = [read(from), read(to)];
  if (low === null || high === null || low === high || (log && low <= 0)) return [];
  return Array.from({ length: SAMPLES }, (_, at) => {
    const share = at / (SAMPLES - 1);
    return log ? low * (high / low) ** share : low + (high - low) * share;
  });
}
