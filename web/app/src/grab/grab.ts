/** Lines of a chart that a hand can move: the buffer, the rate, the path's own delay. */
import type { SliderScale } from '../kit/Slider.tsx';
import { formatNumber } from '@ackscope/charts';
import { bottleneck } from '@ackscope/model';
import type { JsonObject } from '@ackscope/model';
import type { LaneView } from '../laneData/laneData.ts';
import type { Drag } from '../lab/dragState.ts';
import { KNOB_SPECS } from '../scenario/firstKnobs.ts';
import type { FirstKnobId } from '../scenario/firstKnobs.ts';
import { hasSeveralHops } from '../scenario/knobs.ts';

export interface Line {
  row: string;
  knob: FirstKnobId;
  /** Its name as a slider. */
  name: string;
  /** Where the line stands, in the row's unit. */
  at: (lane: LaneView) => number | null;
  /** The row's unit in the knob's unit. */
  factor: number;
}

const rate = (lane: LaneView): number | null => lane.data.rateBps;

const buffer = (lane: LaneView): number | null => lane.data.capacityPackets;

export const LINES: readonly Line[] = [
  { row: 'queue', knob: 'buffer', name: 'Buffer', at: buffer, factor: 1 },
  { row: 'queue-ways', knob: 'buffer', name: 'Buffer', at: buffer, factor: 1 },
  { row: 'bwe', knob: 'rate', name: 'Rate of the link', at: rate, factor: 1e-6 },
  { row: 'goodput', knob: 'rate', name: 'Rate of the link', at: rate, factor: 1e-6 },
  { row: 'rtt', knob: 'rtt', name: 'Round-trip time', at: (lane) => lane.data.rttS, factor: 1e3 },
];

/** The line of a row that can be moved; null if the scenario has no single number for it. */
export function lineOf(row: string, scenario: JsonObject, lane: LaneView): Line | null {
  const line = LINES.find((one) => one.row === row);
  if (line === undefined || hasSeveralHops(scenario)) return null;
  const [value, at] = [KNOB_SPECS[line.knob].read(scenario), line.at(lane)];
  if (value === null || at === null || !(at > 0)) return null;
  // A lane with a line of its own is not reached by the knob.
  if (Math.abs((at * line.factor) / value - 1) > 0.02) return null;
  const { info, trace } = lane.run;
  const hop = info === null ? null : bottleneck(info, trace?.focus);
  return hop?.direction === 'forward' ? line : null;
}

/** What a knob has when its line is drawn at a value, within the knob's range and in round numbers. */
export function knobValue({ knob, factor }: Line, rowValue: number, scale: SliderScale): number {
  const wanted = Math.max(rowValue * factor, Number.MIN_VALUE);
  const [least, most] = [scale.toValue(0), scale.toValue(1)];
  const rounded = knob === 'buffer' ? Math.round(wanted) : Number(wanted.toPrecision(3));
  return Math.min(most, Math.max(least, rounded));
}

/** What the line says while it moves. */
export function tagOf({ knob, was }: Drag, value: number): string {
  const { unit } = KNOB_SPECS[knob];
  return `${formatNumber(value, 3)} ${unit}, was ${formatNumber(was, 3)}`;
}
