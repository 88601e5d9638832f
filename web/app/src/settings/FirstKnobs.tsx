import { memo } from 'react';
import { formatNumber, formatQuantity } from '@ackscope/charts';
import { presetById, sameJson } from '@ackscope/model';
import type { Json, JsonObject, PathChange } from '@ackscope/model';
import { Knob } from '../kit/Knob.tsx';
import type { KnobProps } from '../kit/Knob.tsx';
import { Later } from '../kit/Later.tsx';
import { lazyAfterCurve } from '../lab/firstCurve.ts';
import { useHold } from '../grab/useHold.ts';
import { triedKnob } from '../scenario/aim.ts';
import { useLabState } from '../lab/context.ts';
import { hasLandscapes } from '../instruments/instruments.ts';
import * as knobs from '../scenario/knobs.ts';
import { FIRST_KNOBS, KNOB_SPECS } from '../scenario/firstKnobs.ts';
import type { FirstKnobId } from '../scenario/firstKnobs.ts';
import styles from './ScenarioPanel.module.css';

/** Loaded only when landscapes are shown. */
const LandscapeCurve = lazyAfterCurve('LandscapeCurve', () => import('../landscape/parts.ts'));
const LandscapeHead = lazyAfterCurve('LandscapeHead', () => import('../landscape/parts.ts'));

/** The state of a knob: value, change, and a reset to the preset's value. */
export function useKnobState() {
  const wanted = useLabState((state) => state.scenario.wanted);
  const presetId = useLabState((state) => state.scenario.preset);
  const error = useLabState((state) => state.scenario.error);
  const before = useLabState((state) => state.reference.run?.scenario);
  const hold = useHold();
  const base = presetId === null ? null : (presetById(presetId)?.scenario ?? null);
  return {
    wanted,
    error,
    change: hold.change,
    onHold: hold.onHold,
    /** The knob's value in the reference. */
    was: (read: (scenario: JsonObject) => number | null): number | null =>
      before === undefined ? null : read(before),
    /** Null if the knob has the preset's value. */
    reset: (
      read: (scenario: JsonObject) => Json,
      back: (value: number) => PathChange[],
    ): (() => void) | null => {
      if (base === null) return null;
      const original = read(base);
      if (sameJson(original, read(wanted)) || typeof original !== 'number') return null;
      return () => hold.change(back(original));
    },
    /** The engine's refusal, if it concerns this path. */
    errorAt: (pattern: RegExp) => (error !== null && pattern.test(error.path) ? error : null),
  };
}

/** The five first knobs in a row, each with its landscape; first the one worth trying. */
export const FirstKnobs = memo(function FirstKnobs() {
  const first = useLabState((state) => triedKnob(state.scenario.preset));
  return (
    <div className={styles.first} data-landscapes>
      <Later>
        <LandscapeHead />
      </Later>
      {[first, ...FIRST_KNOBS.filter((id) => id !== first)].map((id) => (
        <FirstKnob key={id} id={id} />
      ))}
    </div>
  );
});

/** A knob's bounds and labels. */
interface KnobForm extends Pick<KnobProps, 'min' | 'max' | 'step' | 'decimals'> {
  label: (scenario: JsonObject) => string;
  remark?: (scenario: JsonObject) => string | null;
  /** The paths of refusals that it shows. */
  refused: RegExp;
}

export const KNOB_FORMS: Readonly<Record<FirstKnobId, KnobForm>> = {
  rate: {
    label: (scenario) => (knobs.hasSeveralHops(scenario) ? 'Rate' : 'Bottleneck rate'),
    min: 0.01,
    max: 10_000,
    refused: /^hops\.[^.]+\.rate/,
  },
  rtt: { label: () => 'Round-trip time', min: 0.1, max: 60_000, refused: /\.rtt$|\.delay$/ },
  buffer: {
    label: () => 'Buffer',
    min: 1,
    max: 1_000_000,
    step: 1,
    remark(scenario) {
      const bdp = knobs.readBdp(scenario);
      const rttS = knobs.longestRttS(scenario);
      const of = rttS === null ? '' : ` of ${formatQuantity(rttS, 's')}`;
      return bdp === null ? null : `${formatNumber((knobs.readBuffer(scenario) ?? NaN) / bdp, 2)} BDP${of}`;
    },
    refused: /queue/,
  },
  loss: { label: () => 'Random loss', min: 0, max: 100, decimals: 4, refused: /loss/ },
  reverse: { label: () => 'Reverse flows', min: 0, max: 1000, step: 1, refused: /^flows\.reverse/ },
};

/** One first knob; nothing if the scenario has no single number for it. */
export function FirstKnob({
  id,
  typed,
  hasLandscape = false,
}: {
  id: FirstKnobId;
  /** The beginning of a number that is being typed. */
  typed?: string | undefined;
  /** With its landscape, also while the landscapes of all knobs are not shown. */
  hasLandscape?: boolean;
}) {
  const { wanted, change, onHold, reset, was, errorAt } = useKnobState();
  const { read, change: changeTo, unit } = KNOB_SPECS[id];
  const scale = KNOB_SPECS[id].scale(wanted);
  const { label, remark, refused, ...bounds } = KNOB_FORMS[id];
  const value = read(wanted);
  if (value === null) return null;
  return (
    <Knob
      knob={id}
      label={label(wanted)}
      value={value}
      unit={unit}
      {...bounds}
      min={id === 'rtt' ? Math.max(bounds.min, 1e3 * knobs.leastRttS(wanted)) : bounds.min}
      scale={scale}
      typed={typed}
      landscape={<Landscape id={id} isShown={hasLandscape} />}
      was={was(read)}
      remark={remark?.(wanted) ?? null}
      error={errorAt(refused)}
      onReset={reset(read, (to) => changeTo(wanted, to))}
      onChange={(to) => change(changeTo(wanted, to))}
      onHold={onHold}
    />
  );
}

/** The effect of the knob over its whole range, above its slider. Its place is there before it. */
function Landscape({ id, isShown }: { id: FirstKnobId; isShown: boolean }) {
  const areShown = useHasLandscapes();
  return (
    (isShown || areShown) && (
      <div className={styles.landscape}>
        <Later>
          <LandscapeCurve id={id} />
        </Later>
      </div>
    )
  );
}

const useHasLandscapes = (): boolean => useLabState(hasLandscapes);
