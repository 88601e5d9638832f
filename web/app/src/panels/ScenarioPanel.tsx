import { memo, Suspense, useState } from 'react';
import { Button, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { formatFixed, formatNumber, ROWS } from '@ackscope/charts';
import { presetById, sameJson, shownMode } from '@ackscope/model';
import type { Json, JsonObject, PathChange } from '@ackscope/model';
import { Knob } from '../controls/Knob.tsx';
import { linear, logarithmic, logarithmicFromZero } from '../controls/Slider.tsx';
import type { SliderScale } from '../controls/Slider.tsx';
import { Switch } from '../controls/Switch.tsx';
import { DiceIcon } from '../controls/icons.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import * as knobs from '../lab/knobs.ts';
import { Compare } from './Compare.tsx';
import { ScenarioTools } from './ScenarioTools.tsx';
import { Section } from './Section.tsx';
import { Timeline } from './Timeline.tsx';
import controls from '../controls/controls.module.css';
import { lazyNamed } from '../controls/lazyNamed.ts';
import { RunStamp } from '../share/RunStamp.tsx';
import styles from './ScenarioPanel.module.css';

const RATE: SliderScale = logarithmic(0.1, 1000);
const RTT: SliderScale = logarithmic(5, 2000);
const BUFFER: SliderScale = logarithmic(1, 10_000, 1);
const LOSS: SliderScale = logarithmicFromZero(0.001, 20);
const REVERSE: SliderScale = linear(0, 50, 1);
const DURATION: SliderScale = logarithmic(10, 5000, 5);

/** A value as the scenario has it, and the way back to the preset's where it differs. */
function useKnobState() {
  const wanted = useLabState((state) => state.scenario.wanted);
  const presetId = useLabState((state) => state.scenario.preset);
  const error = useLabState((state) => state.scenario.error);
  const actions = useActions();
  const base = presetId === null ? null : (presetById(presetId)?.scenario ?? null);
  return {
    wanted,
    error,
    change: actions.change,
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

/** The form carries the schema of the whole format: it comes when it is opened. */
const ScenarioForm = lazyNamed('ScenarioForm', () => import('../form/ScenarioForm.tsx'));

export const ScenarioPanel = memo(function ScenarioPanel() {
  return (
    <div className={styles.panel}>
      <ScenarioTools />
      <PathKnobs />
      <TrafficKnobs />
      <Compare />
      <RowChooser />
      <RunKnobs />
      <EverySetting />
    </div>
  );
});

function PathKnobs() {
  const { wanted, change, reset, errorAt } = useKnobState();
  const rateBps = knobs.readRateBps(wanted);
  const rttS = knobs.readRttS(wanted);
  const buffer = knobs.readBuffer(wanted);
  const bdp = knobs.readBdp(wanted);
  const loss = knobs.readLoss(wanted);
  const isLine = knobs.hasSeveralHops(wanted);
  return (
    <Section title="Path" remark={isLine ? 'of the first hop' : undefined}>
      {rateBps !== null && (
        <Knob
          label={isLine ? 'Rate' : 'Bottleneck rate'}
          value={rateBps / 1e6}
          unit="Mbit/s"
          min={0.01}
          max={10_000}
          travel={RATE}
          error={errorAt(/^hops\.[^.]+\.rate/)}
          onReset={reset(knobs.readRateBps, knobs.changeRate)}
          onChange={(value) => change(knobs.changeRate(value * 1e6))}
        />
      )}
      {rttS !== null && (
        <Knob
          label="Round-trip time"
          value={Number((rttS * 1e3).toPrecision(6))}
          unit="ms"
          min={0.1}
          max={60_000}
          travel={RTT}
          error={errorAt(/\.rtt$|\.delay$/)}
          onReset={reset(knobs.readRttS, (value) => knobs.changeRtt(wanted, value))}
          onChange={(value) => change(knobs.changeRtt(wanted, value / 1e3))}
        />
      )}
      {buffer !== null && (
        <Knob
          label="Buffer"
          value={buffer}
          unit="packets"
          min={1}
          max={1_000_000}
          step={1}
          travel={BUFFER}
          remark={
            bdp === null
              ? null
              : `${formatNumber(buffer / bdp, 2)} BDP; one BDP is ${formatNumber(bdp)} packets`
          }
          error={errorAt(/queue/)}
          onReset={reset(knobs.readBuffer, knobs.changeBuffer)}
          onChange={(value) => change(knobs.changeBuffer(value))}
        />
      )}
      {loss !== null && (
        <Knob
          label="Random loss"
          value={Number((loss * 100).toPrecision(6))}
          unit="%"
          min={0}
          max={100}
          decimals={4}
          travel={LOSS}
          error={errorAt(/loss/)}
          onReset={reset(knobs.readLoss, knobs.changeLoss)}
          onChange={(value) => change(knobs.changeLoss(Number((value / 100).toPrecision(6))))}
        />
      )}
    </Section>
  );
}

function TrafficKnobs() {
  const { wanted, change, reset, errorAt } = useKnobState();
  return (
    <Section title="Traffic">
      <Knob
        label="Reverse flows"
        value={knobs.readReverseFlows(wanted)}
        unit="flows"
        min={0}
        max={1000}
        step={1}
        travel={REVERSE}
        error={errorAt(/^flows\.reverse/)}
        onReset={reset(knobs.readReverseFlows, (value) => knobs.changeReverseFlows(wanted, value))}
        onChange={(value) => change(knobs.changeReverseFlows(wanted, value))}
      />
      <Timeline />
      <Switch
        label="Delayed ACKs"
        isOn={knobs.readDelayedAck(wanted)}
        onChange={(isOn) => change(knobs.changeDelayedAck(wanted, isOn))}
      />
    </Section>
  );
}

/** Read from the engine's schema: all that a scenario may say, beside what the knobs above say. */
function EverySetting() {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.every} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.heading}>All settings</summary>
      {open && (
        <Suspense fallback={<p className={styles.cost}>Loading the settings…</p>}>
          <ScenarioForm />
        </Suspense>
      )}
    </details>
  );
}

/** Which rows the lanes show. At least one stays; the plane of two windows has none. */
function RowChooser() {
  const actions = useActions();
  const rows = useLabState((state) => state.view.rows);
  const isPlane = useLabState((state) => shownMode(state.charts, state.run.lanes) === 'phase');
  return (
    <Section title="Charts" remark={isPlane ? 'not in the phase plot' : undefined}>
      <ToggleButtonGroup
        className={styles.rows ?? ''}
        aria-label="Charts shown"
        selectionMode="multiple"
        disallowEmptySelection
        isDisabled={isPlane}
        selectedKeys={rows}
        onSelectionChange={(keys) => {
          actions.setRows(ROWS.map((row) => row.id).filter((id) => keys.has(id)));
        }}
      >
        {ROWS.map((row) => (
          <ToggleButton key={row.id} id={row.id} className={styles.row ?? ''}>
            {row.short}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Section>
  );
}

function RunKnobs() {
  const { wanted, change, reset, errorAt } = useKnobState();
  const durationS = knobs.readDurationS(wanted);
  const seed = knobs.readSeed(wanted);
  const changeSeed = (value: number): PathChange[] => [{ path: 'seed', value }];
  return (
    <Section title="Run">
      {durationS !== null && (
        <Knob
          label="Duration"
          value={durationS}
          unit="s"
          min={0.1}
          max={100_000}
          travel={DURATION}
          error={errorAt(/^(duration|measure)/)}
          onReset={reset(knobs.readDurationS, (value) => knobs.changeDuration(wanted, value))}
          onChange={(value) => change(knobs.changeDuration(wanted, value))}
        />
      )}
      <div className={styles.seedRow}>
        <Knob
          label="Seed"
          value={seed}
          unit=""
          min={0}
          max={Number.MAX_SAFE_INTEGER}
          step={1}
          travel={null}
          error={errorAt(/^seed/)}
          onReset={reset(knobs.readSeed, changeSeed)}
          onChange={(value) => change(changeSeed(value))}
        />
        <Button
          className={controls.iconButton ?? ''}
          aria-label="New seed"
          onPress={() => change(changeSeed(seed + 1))}
        >
          <DiceIcon />
        </Button>
      </div>
      <RunStamp />
      <Cost />
    </Section>
  );
}

/** What the run on the screen took: said plainly, because the page computes it all itself. */
function Cost() {
  const run = useLabState((state) => state.run);
  if (run.status !== 'done')
    return <p className={styles.cost}>Simulating… {formatFixed(run.simulatedS, 0)} s</p>;
  const reports = run.lanes.flatMap((lane) => (lane.results === null ? [] : [lane.results.engine]));
  const events = reports.reduce((sum, report) => sum + report.events, 0);
  return (
    <p className={styles.cost}>{formatNumber(events, 3)} events simulated in this page, packet by packet.</p>
  );
}
