import { memo } from 'react';
import { formatNumber } from '@ackscope/charts';
import { presetById, sameJson } from '@ackscope/model';
import type { Json, JsonObject, PathChange } from '@ackscope/model';
import { Knob } from '../controls/Knob.tsx';
import { linear, logarithmic, logarithmicFromZero } from '../controls/Slider.tsx';
import type { SliderScale } from '../controls/Slider.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import * as knobs from '../lab/knobs.ts';
import styles from './ScenarioPanel.module.css';

const RATE: SliderScale = logarithmic(0.1, 1000);
const RTT: SliderScale = logarithmic(5, 2000);
const BUFFER: SliderScale = logarithmic(1, 10_000, 1);
const LOSS: SliderScale = logarithmicFromZero(0.001, 20);
const REVERSE: SliderScale = linear(0, 50, 1);

/** A value as the scenario has it, and the way back to the preset's where it differs. */
export function useKnobState() {
  const wanted = useLabState((state) => state.scenario.wanted);
  const presetId = useLabState((state) => state.scenario.preset);
  const error = useLabState((state) => state.scenario.error);
  const before = useLabState((state) => state.reference.run?.scenario);
  const actions = useActions();
  const base = presetId === null ? null : (presetById(presetId)?.scenario ?? null);
  return {
    wanted,
    error,
    change: actions.change,
    /** What a knob stood at for the reference. */
    was: (read: (scenario: JsonObject) => number | null, factor = 1): number | null => {
      const value = before === undefined ? null : read(before);
      return value === null ? null : Number((value * factor).toPrecision(6));
    },
    /** Null where the knob stands as in the preset. */
    reset: (
      read: (scenario: JsonObject) => Json,
      back: (value: number) => PathChange[],
    ): (() => void) | null => {
      if (base === null) return null;
      const original = read(base);
      if (sameJson(original, read(wanted)) || typeof original !== 'number') return null;
      return () => actions.change(back(original));
    },
    /** The engine's refusal, if it is about this place. */
    errorAt: (pattern: RegExp) => (error !== null && pattern.test(error.path) ? error : null),
  };
}

/** The five that say most about a path. */
export const FIRST_KNOBS = ['rate', 'rtt', 'buffer', 'loss', 'reverse'] as const;
export type FirstKnobId = (typeof FIRST_KNOBS)[number];

/** For one hand on them and both eyes on the lanes. */
export const FirstKnobs = memo(function FirstKnobs() {
  return (
    <div className={styles.first}>
      {FIRST_KNOBS.map((id) => (
        <FirstKnob key={id} id={id} />
      ))}
    </div>
  );
});

/** One of them; nothing where the scenario has no single number for it. */
export function FirstKnob({ id }: { id: FirstKnobId }) {
  const Shown = { rate: RateKnob, rtt: RttKnob, buffer: BufferKnob, loss: LossKnob, reverse: ReverseKnob }[
    id
  ];
  return <Shown />;
}

function RateKnob() {
  const { wanted, change, reset, was, errorAt } = useKnobState();
  const rateBps = knobs.readRateBps(wanted);
  if (rateBps === null) return null;
  return (
    <Knob
      label={knobs.hasSeveralHops(wanted) ? 'Rate' : 'Bottleneck rate'}
      value={rateBps / 1e6}
      unit="Mbit/s"
      min={0.01}
      max={10_000}
      travel={RATE}
      was={was(knobs.readRateBps, 1e-6)}
      error={errorAt(/^hops\.[^.]+\.rate/)}
      onReset={reset(knobs.readRateBps, knobs.changeRate)}
      onChange={(value) => change(knobs.changeRate(value * 1e6))}
    />
  );
}

function RttKnob() {
  const { wanted, change, reset, was, errorAt } = useKnobState();
  const rttS = knobs.readRttS(wanted);
  if (rttS === null) return null;
  return (
    <Knob
      label="Round-trip time"
      value={Number((rttS * 1e3).toPrecision(6))}
      unit="ms"
      min={0.1}
      max={60_000}
      travel={RTT}
      was={was(knobs.readRttS, 1e3)}
      error={errorAt(/\.rtt$|\.delay$/)}
      onReset={reset(knobs.readRttS, (value) => knobs.changeRtt(wanted, value))}
      onChange={(value) => change(knobs.changeRtt(wanted, value / 1e3))}
    />
  );
}

function BufferKnob() {
  const { wanted, change, reset, was, errorAt } = useKnobState();
  const buffer = knobs.readBuffer(wanted);
  const bdp = knobs.readBdp(wanted);
  if (buffer === null) return null;
  return (
    <Knob
      label="Buffer"
      value={buffer}
      unit="packets"
      min={1}
      max={1_000_000}
      step={1}
      travel={BUFFER}
      was={was(knobs.readBuffer)}
      remark={bdp === null ? null : `${formatNumber(buffer / bdp, 2)} BDP`}
      error={errorAt(/queue/)}
      onReset={reset(knobs.readBuffer, knobs.changeBuffer)}
      onChange={(value) => change(knobs.changeBuffer(value))}
    />
  );
}

function LossKnob() {
  const { wanted, change, reset, was, errorAt } = useKnobState();
  const loss = knobs.readLoss(wanted);
  if (loss === null) return null;
  return (
    <Knob
      label="Random loss"
      value={Number((loss * 100).toPrecision(6))}
      unit="%"
      min={0}
      max={100}
      decimals={4}
      travel={LOSS}
      was={was(knobs.readLoss, 100)}
      error={errorAt(/loss/)}
      onReset={reset(knobs.readLoss, knobs.changeLoss)}
      onChange={(value) => change(knobs.changeLoss(Number((value / 100).toPrecision(6))))}
    />
  );
}

function ReverseKnob() {
  const { wanted, change, reset, was, errorAt } = useKnobState();
  return (
    <Knob
      label="Reverse flows"
      value={knobs.readReverseFlows(wanted)}
      unit="flows"
      min={0}
      max={1000}
      step={1}
      travel={REVERSE}
      was={was(knobs.readReverseFlows)}
      error={errorAt(/^flows\.reverse/)}
      onReset={reset(knobs.readReverseFlows, (value) => knobs.changeReverseFlows(wanted, value))}
      onChange={(value) => change(knobs.changeReverseFlows(wanted, value))}
    />
  );
}
