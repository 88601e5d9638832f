/**
 * The theory page's own logic: its address, the sample points of a curve, and the simulation that
 * belongs to a formula. Not in the first load: the page imports this module when it is opened.
 */
import type { Formula, FormulaParameter, SweepRequest } from '@ackscope/engine';
import { shorten } from './link/view.ts';

/** A formula with values, the drawn result and the parameter of its axis. */
export interface TheoryPlot {
  formula: string;
  values: Readonly<Record<string, number>>;
  /** The parameter along the axis. */
  x: string;
  /** The result that is drawn. */
  y: string;
}

/** The formula of a page whose address names none. */
const FIRST_FORMULA = 'reno';

export function defaultsOf(formula: Formula): TheoryPlot {
  return {
    formula: formula.id,
    values: Object.fromEntries(formula.parameters.map((parameter) => [parameter.name, parameter.default])),
    x: formula.axis,
    y: (formula.outputs.find(({ name }) => name === 'rate_bps') ?? formula.outputs[0])?.name ?? '',
  };
}

// ---- the address
// -------------------------------------------------------------------------------------------------

/** `#theory/reno?p=0.001&x=rtt`: only what differs from the formula's defaults. */
export function theoryHref(plot: TheoryPlot, formula: Formula): string {
  const usual = defaultsOf(formula);
  const query = new URLSearchParams();
  for (const { name } of formula.parameters) {
    const value = plot.values[name];
    if (value !== undefined && value !== usual.values[name]) query.set(name, String(value));
  }
  if (plot.x !== usual.x) query.set('x', plot.x);
  if (plot.y !== usual.y) query.set('y', plot.y);
  const text = query.toString();
  return `#theory/${formula.id}${text === '' ? '' : `?${text}`}`;
}

/** Reads what `theoryHref` wrote; reports unknown names and values out of range. Never throws. */
export function readTheory(
  item: string | null,
  query: string,
  formulas: readonly Formula[],
): { formula: Formula; plot: TheoryPlot; problems: string[] } | null {
  const fallback = formulas.find(({ id }) => id === FIRST_FORMULA) ?? formulas[0];
  if (fallback === undefined) return null;
  const problems: string[] = [];
  const named = item === null ? fallback : formulas.find(({ id }) => id === item);
  if (named === undefined) problems.push(`There is no formula “${shorten(item ?? '')}”.`);
  const formula = named ?? fallback;
  const usual = defaultsOf(formula);
  const values: Record<string, number> = { ...usual.values };
  let { x, y } = usual;
  for (const [key, text] of named === undefined ? [] : new URLSearchParams(query)) {
    const parameter = formula.parameters.find(({ name }) => name === key);
    if (parameter !== undefined) {
      const value = text === '' ? NaN : Number(text);
      if (inRange(parameter, value)) values[key] = value;
      else problems.push(`${shorten(text)} is not a value of ${key}: ${rangeText(parameter)}.`);
    } else if (key === 'x' && formula.parameters.some(({ name }) => name === text)) x = text;
    else if (key === 'y' && formula.outputs.some(({ name }) => name === text)) y = text;
    else problems.push(`“${shorten(`${key}=${text}`)}” is not a parameter of ${formula.name}.`);
  }
  return { formula, plot: { formula: formula.id, values, x, y }, problems };
}

function inRange(parameter: FormulaParameter, value: number): boolean {
  return value >= parameter.min && value <= parameter.max && (!parameter.whole || Number.isInteger(value));
}

function rangeText({ min, max, unit, whole }: FormulaParameter): string {
  const numbers = `${whole ? 'a whole number, ' : ''}${String(min)} to ${String(max)}`;
  return unit === '' ? numbers : `${numbers} ${unit}`;
}

// ---- the curve
// -------------------------------------------------------------------------------------------------

const CURVE_POINTS = 121;

/** The sample points along a parameter: equal steps or ratios; whole numbers once each. */
export function samplesOf(parameter: FormulaParameter, count = CURVE_POINTS): number[] {
  const { plot_from: from, plot_to: to, logarithmic, whole } = parameter;
  const samples = Array.from({ length: count }, (_, at) => {
    const share = at / (count - 1);
    const value = logarithmic ? from * (to / from) ** share : from + (to - from) * share;
    return whole ? Math.round(value) : value;
  });
  return whole ? [...new Set(samples)] : samples;
}

// ---- simulated points
// ---------------------------------------------------------------------------------------------

/** A simulation to compare with a formula. */
export interface Counterpart {
  /** What is simulated, in words. */
  about: string;
  algorithm: string;
  /** Positions on the axis, each a point of the sweep. */
  x: readonly number[];
  request: SweepRequest;
  /** The measured metric, and its conversion to the drawn result. */
  metric: string;
  toY: (measured: number, x: number) => number;
}

const SEEDS = 3;
const PLACES = 7;
/** The fewest losses that a point must have, and the most segments that a point may cost. */
const LOSSES = 60;
const SEGMENTS = 120_000;

/** A flow over a link with random loss: the algorithm and settings that a formula describes. */
const RANDOM_LOSS: Readonly<Record<string, { algorithm: string; about: string }>> = {
  reno: { algorithm: 'sack', about: 'Reno’s window with SACK' },
  'reno-response': { algorithm: 'sack', about: 'Reno’s window with SACK' },
  padhye: { algorithm: 'newreno', about: 'New Reno' },
  'padhye-approximate': { algorithm: 'newreno', about: 'New Reno' },
  hstcp: { algorithm: 'hstcp', about: 'HSTCP' },
  stcp: { algorithm: 'stcp', about: 'STCP' },
  bic: { algorithm: 'bic', about: 'BIC' },
  cubic: { algorithm: 'cubic-rfc9438', about: 'CUBIC of RFC 9438' },
};

/**
 * The simulation that belongs to a drawn formula, or why there is none. `rateOf`: the formula's
 * rate in segments per second at a position on the axis; it determines how long the runs must be.
 */
export function counterpart(
  plot: TheoryPlot,
  formula: Formula,
  rateOf: (x: number) => number,
): Counterpart | string {
  if (formula.id === 'saw-tooth-utilisation') return sawTooth(plot, formula);
  const model = RANDOM_LOSS[formula.id];
  if (model === undefined) return NONE;
  if (plot.x !== 'p' && plot.x !== 'rtt')
    return 'Points are simulated over p or RTT. Choose one of them as the axis.';
  if (!['rate', 'rate_bps', 'window'].includes(plot.y))
    return 'A run measures a rate or a window. Choose one of them.';
  const own = formula.parameters.filter(({ name }) => !GIVEN.has(name));
  const moved = own.find(({ name, default: usual }) => plot.values[name] !== usual);
  if (moved !== undefined)
    return `The simulated algorithm has a fixed ${moved.name.replaceAll('_', ' ')}: set it to ${String(moved.default)}.`;
  const parameter = formula.parameters.find(({ name }) => name === plot.x);
  if (parameter === undefined) return NONE;
  const valueOf = (name: string): number => plot.values[name] ?? NaN;
  const at = (name: string, x: number): number => (plot.x === name ? x : valueOf(name));
  const packetBits = 8 * valueOf('packet_bytes');
  // Only positions at which a run within its cost sees enough losses.
  const x = samplesOf({ ...parameter, whole: false }, 4 * PLACES).filter((place) => {
    const [p, rate] = [at('p', place), rateOf(place)];
    return p * SEGMENTS >= LOSSES && p <= 0.05 && Number.isFinite(rate) && rate > 0;
  });
  const places = spread(x, PLACES);
  const rates = places.map(rateOf);
  if (places.length < 2) return 'Losses are too rare here: a run would take too long.';
  const fastest = Math.max(...rates);
  const longest = Math.max(...places.map((place, index) => LOSSES / (at('p', place) * (rates[index] ?? 1))));
  const durationS = Math.min(SEGMENTS / fastest, Math.max(30, longest));
  const linkBps = Math.min(1e9, Math.max(1e7, 8 * fastest * packetBits));
  const rtt = (place: number): string => `${String(at('rtt', place) * 1e3)}ms`;
  const smallest = Math.min(...places.map((place) => at('rtt', place)));
  const largest = Math.max(...places.map((place) => at('rtt', place)));
  // Only random losses shall occur: the fastest flow uses at most an eighth of the link's rate, as
  // long as that is below 1 Gbit/s.
  const capacity = Math.min(100_000, Math.ceil((10 * linkBps * largest) / packetBits));
  const scenario = {
    version: 1,
    title: `${formula.name}: simulated points`,
    duration: durationS * 1.2,
    hops: [
      {
        name: 'link',
        rate: linkBps,
        delay: `${String(smallest * 100)}ms`,
        queue: { kind: 'drop-tail', capacity },
        loss: { kind: 'bernoulli', probability: at('p', places[0] ?? 0) },
      },
    ],
    flows: [
      {
        name: 'main',
        algorithm: model.algorithm,
        rtt: rtt(places[0] ?? 0),
        packet_bytes: valueOf('packet_bytes'),
        delayed_ack: valueOf('segments_per_ack') >= 2,
        ...(formula.id.startsWith('padhye')
          ? {
              receive_window: Math.round(valueOf('receive_window')),
              rto: { min: `${String(valueOf('rto'))}s`, max: '64s' },
            }
          : {}),
        compared: true,
      },
    ],
    measure: [[durationS * 0.2, durationS * 1.2]],
  };
  return {
    about: `${model.about}, one flow with random losses, ${String(SEEDS)} seeds.`,
    algorithm: model.algorithm,
    x: places,
    request: {
      scenario,
      points: places.map((place) => ({
        'hops.0.loss.probability': at('p', place),
        'flows.main.rtt': rtt(place),
      })),
      seeds: SEEDS,
    },
    metric: 'throughput_bps',
    toY: (bps, place) =>
      plot.y === 'rate_bps'
        ? bps
        : plot.y === 'rate'
          ? bps / packetBits
          : (bps / packetBits) * at('rtt', place),
  };
}

const NONE = 'No simulation for this formula: one of its inputs is a result of the run.';

/** The parameters that a scenario can set; a formula's other parameters belong to the algorithm. */
const GIVEN = new Set(['p', 'rtt', 'rto', 'receive_window', 'segments_per_ack', 'packet_bytes']);

/** One flow with a small buffer: the share of the link that its saw-tooth uses. */
function sawTooth(plot: TheoryPlot, formula: Formula): Counterpart | string {
  const parameter = formula.parameters.find(({ name }) => name === 'buffer');
  if (plot.x !== 'buffer' || parameter === undefined)
    return 'Points are simulated over the buffer. Choose it as the axis.';
  if (plot.values['decrease'] !== 0.5) return 'Reno halves its window: set the decrease to 0.5.';
  const [rateBps, rttS] = [10e6, 0.1];
  const x = spread(
    samplesOf(parameter).filter((place) => place >= 0.05),
    PLACES,
  );
  const bdpPackets = (rateBps * rttS) / 12_000;
  return {
    about: 'Reno’s window with SACK, one flow of 100 ms over 10 Mbit/s.',
    algorithm: 'sack',
    x,
    request: {
      scenario: {
        version: 1,
        title: `${formula.name}: simulated points`,
        duration: 130,
        hops: [{ name: 'link', rate: rateBps, delay: '45ms', queue: { kind: 'drop-tail', capacity: 20 } }],
        flows: [{ name: 'main', algorithm: 'sack', rtt: '100ms', delayed_ack: false, compared: true }],
        measure: [[30, 130]],
      },
      points: x.map((place) => ({ 'hops.0.queue.capacity': Math.max(1, Math.round(place * bdpPackets)) })),
      seeds: 1,
    },
    metric: 'throughput_bps',
    toY: (bps) => bps / rateBps,
  };
}

/** `count` items spread over a list, including its ends. */
function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return Array.from(
    { length: count },
    (_, at) => list[Math.round((at * (list.length - 1)) / (count - 1))],
  ).filter((item): item is T => item !== undefined);
}
