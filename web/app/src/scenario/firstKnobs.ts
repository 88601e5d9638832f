/** The first knobs: their slider scales, and the scenario changes of a value. */
import type { JsonObject, PathChange } from '@ackscope/model';
import { linear, logarithmic, logarithmicFromZero } from '../kit/Slider.tsx';
import type { SliderScale } from '../kit/Slider.tsx';
import * as knobs from './knobs.ts';

/** The five knobs that matter most for a path. */
export const FIRST_KNOBS = ['rate', 'rtt', 'buffer', 'loss', 'reverse'] as const;
export type FirstKnobId = (typeof FIRST_KNOBS)[number];

export interface KnobSpec {
  /** Its ends can run. */
  scale: (scenario: JsonObject) => SliderScale;
  /** Its name in a sentence, and its displayed unit. */
  name: string;
  unit: string;
  /** In the displayed unit; null if the scenario has no single number for it. */
  read: (scenario: JsonObject) => number | null;
  /** From a value in the displayed unit. */
  change: (scenario: JsonObject, value: number) => PathChange[];
}

const times = (value: number | null, factor: number): number | null =>
  value === null ? null : Number((value * factor).toPrecision(6));

const always = (scale: SliderScale) => (): SliderScale => scale;

/** The usual ends of a round-trip time. */
const RTT_MS = [5, 2000] as const;

const rttScales = new Map<number, SliderScale>();

/** From the smallest RTT that the hops allow, if that is more than the usual one. */
function rttScale(leastMs: number): SliderScale {
  const known = rttScales.get(leastMs);
  if (known !== undefined) return known;
  const least = Math.max(RTT_MS[0], leastMs);
  const scale = logarithmic(least, Math.max(RTT_MS[1], 4 * least));
  // Two significant digits may be less than the least.
  const made = { ...scale, toValue: (position: number) => Math.max(least, scale.toValue(position)) };
  rttScales.set(leastMs, made);
  return made;
}

export const KNOB_SPECS: Readonly<Record<FirstKnobId, KnobSpec>> = {
  rate: {
    scale: always(logarithmic(0.1, 1000)),
    name: 'bottleneck rate',
    unit: 'Mbit/s',
    read: (scenario) => times(knobs.readRateBps(scenario), 1e-6),
    change: (scenario, value) => knobs.changeRate(scenario, value * 1e6),
  },
  rtt: {
    scale: (scenario) => rttScale(1e3 * knobs.leastRttS(scenario)),
    name: 'round-trip time',
    unit: 'ms',
    read: (scenario) => times(knobs.readRttS(scenario), 1e3),
    change: (scenario, value) => knobs.changeRtt(scenario, value / 1e3),
  },
  buffer: {
    scale: always(logarithmic(1, 10_000, 1)),
    name: 'buffer',
    unit: 'packets',
    read: knobs.readBuffer,
    change: (_, value) => knobs.changeBuffer(value),
  },
  loss: {
    scale: always(logarithmicFromZero(0.001, 20)),
    name: 'random loss',
    unit: '%',
    read: (scenario) => times(knobs.readLoss(scenario), 100),
    change: (scenario, value) => knobs.changeLoss(scenario, Number((value / 100).toPrecision(6))),
  },
  reverse: {
    scale: always(linear(0, 50, 1)),
    name: 'number of reverse flows',
    unit: 'flows',
    read: knobs.readReverseFlows,
    change: (scenario, value) => knobs.changeReverseFlows(scenario, value),
  },
};
