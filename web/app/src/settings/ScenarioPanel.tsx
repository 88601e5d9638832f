import { memo, useState } from 'react';
import { Button, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { formatFixed, formatNumber, ROWS } from '@ackscope/charts';
import { shownMode, shownRows } from '@ackscope/model';
import type { PathChange } from '@ackscope/model';
import { Knob } from '../kit/Knob.tsx';
import { logarithmic } from '../kit/Slider.tsx';
import type { SliderScale } from '../kit/Slider.tsx';
import { Switch } from '../kit/Switch.tsx';
import { DiceIcon } from '../kit/icons.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import { isFrame } from '../base/mediaQueries.ts';
import * as knobs from '../scenario/knobs.ts';
import { useStateRows } from '../lanes/rows.ts';
import { useLanes } from '../lab/useLanes.ts';
import { Compare } from './Compare.tsx';
import { OwnScripts } from './OwnScripts.tsx';
import { FirstKnob, useKnobState } from './FirstKnobs.tsx';
import { ScenarioTools } from './ScenarioTools.tsx';
import { Section } from './Section.tsx';
import { Timeline } from './Timeline.tsx';
import controls from '../kit/controls.module.css';
import { Later } from '../kit/Later.tsx';
import { lazyNamed } from '../kit/lazyNamed.ts';
import { RunStamp } from '../share/RunStamp.tsx';
import styles from './ScenarioPanel.module.css';

const DURATION: SliderScale = logarithmic(10, 5000, 5);

/** The form contains the schema of the whole format, so it loads when it is opened. */
const ScenarioForm = lazyNamed('ScenarioForm', () => import('../form/ScenarioForm.tsx'));

export const ScenarioPanel = memo(function ScenarioPanel() {
  return (
    <div className={styles.panel}>
      {isFrame && <ScenarioTools />}
      <Section title="Path" remark={<FirstHop />}>
        {(['rate', 'rtt', 'buffer', 'loss'] as const).map((id) => (
          <FirstKnob key={id} id={id} />
        ))}
      </Section>
      <Section title="Traffic">
        <FirstKnob id="reverse" />
        <Timeline />
        <DelayedAcks />
      </Section>
      <Compare />
      <OwnScripts />
      <RowChooser />
      <RunKnobs />
      <EverySetting />
    </div>
  );
});

function FirstHop() {
  const isLine = useLabState((state) => knobs.hasSeveralHops(state.scenario.wanted));
  return isLine ? <>of the first hop</> : null;
}

function DelayedAcks() {
  const actions = useActions();
  const wanted = useLabState((state) => state.scenario.wanted);
  const lanes = useLanes();
  const others = lanes.flatMap(({ name }, at) => (knobs.hasOwnDelayedAck(wanted, at) ? name : []));
  return (
    <Switch
      label={`Delayed ACKs${others.length > 0 ? `, not so in ${others.join(' and ')}` : ''}`}
      isOn={knobs.readDelayedAck(wanted)}
      onChange={(isOn) => actions.change(knobs.changeDelayedAck(wanted, isOn))}
    />
  );
}

/** Every setting of the engine's schema, in addition to the knobs above. */
function EverySetting() {
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.every} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.heading}>All settings</summary>
      {open && (
        <Later fallback={<p className={styles.cost}>Loading the settings…</p>}>
          <ScenarioForm />
        </Later>
      )}
    </details>
  );
}

/** Chooses the rows of the lanes. At least one stays; the phase plot has no rows. */
function RowChooser() {
  const actions = useActions();
  const rows = useLabState((state) => shownRows(state.view.rows, state.run.lanes));
  const all = [...ROWS, ...useStateRows()];
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
          actions.setRows(all.map((row) => row.id).filter((id) => keys.has(id)));
        }}
      >
        {all.map((row) => (
          <ToggleButton key={row.id} id={row.id} className={styles.row ?? ''}>
            {row.short}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <WholeScale />
    </Section>
  );
}

function WholeScale() {
  const actions = useActions();
  const isWhole = useLabState((state) => state.view.wholeScale);
  return <Switch label="Scales include short spikes" isOn={isWhole} onChange={actions.setWholeScale} />;
}

function RunKnobs() {
  const { wanted, change, onHold, reset, errorAt } = useKnobState();
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
          scale={DURATION}
          error={errorAt(/^(duration|measure)/)}
          onReset={reset(knobs.readDurationS, (value) => knobs.changeDuration(wanted, value))}
          onChange={(value) => change(knobs.changeDuration(wanted, value))}
          onHold={onHold}
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
          scale={null}
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

/** The cost of the run on the screen; the page computes everything itself. */
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
