/** The first knobs: their slider scales, and the scenario changes of a value. */
import type { JsonObject, PathChange } from '@ackscope/model';
import { linear, logarithmic, logarithmicFromZero } from '../controls/Slider.tsx';
import type { SliderScale } from '../controls/Slider.tsx';
import * as knobs from './knobs.ts';

/** The five knobs that matter most for a path. */
export const FIRST_KNOBS = ['rate', 'rtt', 'buffer', 'loss', 'reverse'] as const;
export type FirstKnobId = (typeof FIRST_KNOBS)[number];

export interface KnobSpec {
  scale: SliderScale;
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

export const KNOB_SPECS: Readonly<Record<FirstKnobId, KnobSpec>> = {
  rate: {
    scale: logarithmic(0.1, 1000),
    name: 'bottleneck rate',
    unit: 'Mbit/s',
    read: (scenario) => times(knobs.readRateBps(scenario), 1e-6),
    change: (_, value) => knobs.changeRate(value * 1e6),
  },
  rtt: {
    scale: logarithmic(5, 2000),
    name: 'round-trip time',
    unit: 'ms',
    read: (scenario) => times(knobs.readRttS(scenario), 1e3),
    change: (scenario, value) => knobs.changeRtt(scenario, value / 1e3),
  },
  buffer: {
    scale: logarithmic(1, 10_000, 1),
    name: 'buffer',
    unit: 'packets',
    read: knobs.readBuffer,
    change: (_, value) => knobs.changeBuffer(value),
  },
  loss: {
    scale: logarithmicFromZero(0.001, 20),
    name: 'random loss',
    unit: '%',
    read: (scenario) => times(knobs.readLoss(scenario), 100),
    change: (_, value) => knobs.changeLoss(Number((value / 100).toPrecision(6))),
  },
  reverse: {
    scale: linear(0, 50, 1),
    name: 'number of reverse flows',
    unit: 'flows',
    read: knobs.readReverseFlows,
    change: (scenario, value) => knobs.changeReverseFlows(scenario, value),
  },
};
