import { useState } from 'react';
import type { ReactNode } from 'react';
import { Choice } from '../kit/Choice.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { Segments } from '../kit/Segments.tsx';
import {
  CursorsIcon,
  EyeIcon,
  FilmIcon,
  ForkIcon,
  LandscapeIcon,
  ListenIcon,
  LoopIcon,
  MathIcon,
  PathIcon,
  ReferenceIcon,
  StepIcon,
  TriggerIcon,
  ZoomIcon,
} from '../kit/icons.tsx';
import { DRAWER_NAMES } from '../drawer/Drawer.tsx';
import { eased, film } from './glide.ts';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { INSTRUMENTS } from './instruments.ts';
import type { Instrument, InstrumentId } from './instruments.ts';
import { useShownLanes } from '../measured/measured.ts';
import { STEP_UNITS, takeStep } from './steps.ts';
import type { StepUnit } from './steps.ts';
import { useSignal } from '../base/useSignal.ts';
import { ChartBar } from '../lanes/ChartBar.tsx';
import { SpeedChoice } from './SpeedChoice.tsx';
import { followsOf } from '../path/follows.ts';
import styles from './InstrumentRow.module.css';

const ICONS: Readonly<Record<InstrumentId, () => ReactNode>> = {
  trigger: TriggerIcon,
  reference: ReferenceIcon,
  cursors: CursorsIcon,
  math: MathIcon,
  fork: ForkIcon,
  landscape: LandscapeIcon,
  listen: ListenIcon,
};

const DOORS = (['causes', 'why', 'numbers'] as const).map((id) => ({ id, name: DRAWER_NAMES[id] }));

/** All instruments, each with its icon and its word. */
export function InstrumentRow() {
  const lanes = useShownLanes();
  return (
    <section className={styles.row} aria-label="Instruments">
      <Steps />
      <SpeedChoice className={styles.speed} />
      <Loop />
      <Zoom />
      {INSTRUMENTS.map((item) => (
        <One key={item.id} item={item} />
      ))}
      <Packets />
      <HideFuture />
      <ChartBar lanes={lanes} hasLegend={false} />
      <Drawers />
    </section>
  );
}

function Act({
  name,
  label = name,
  shortcut,
  isOn,
  onPress,
  children,
}: {
  name: string;
  /** For a screen reader, if the word alone does not say what it is. */
  label?: string;
  shortcut?: string;
  isOn?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={styles.act}
      aria-label={label}
      aria-pressed={isOn}
      aria-keyshortcuts={shortcut}
      title={shortcut === undefined ? label : `${label} (${shortcut})`}
      onClick={onPress}
    >
      {children} {name}
    </button>
  );
}

function One({ item }: { item: Instrument }) {
  const lab = useLab();
  const isOn = useLabState(item.isOn);
  const Icon = ICONS[item.id];
  return (
    <Act name={item.name} label={item.label} shortcut={item.key} isOn={isOn} onPress={() => item.toggle(lab)}>
      <Icon />
    </Act>
  );
}

/** Steps back and forth by the chosen unit: an event, a round trip, a packet. */
function Steps() {
  const lab = useLab();
  const [unit, setUnit] = useState<StepUnit>('event');
  const chosen = STEP_UNITS.find(({ id }) => id === unit) ?? STEP_UNITS[0];
  if (chosen === undefined) return null;
  return (
    <div className={styles.steps} role="group" aria-label="Step">
      <IconButton
        label={`Previous ${chosen.name}`}
        shortcut={chosen.keys[0]}
        onPress={() => takeStep(lab, unit, -1)}
      >
        <StepIcon back />
      </IconButton>
      <Choice
        label="Step by"
        className={styles.unit}
        value={unit}
        options={STEP_UNITS.map(({ id, name }) => ({ id, name }))}
        onChange={(id) => setUnit(id as StepUnit)}
      />
      <IconButton
        label={`Next ${chosen.name}`}
        shortcut={chosen.keys[1]}
        onPress={() => takeStep(lab, unit, 1)}
      >
        <StepIcon />
      </IconButton>
    </div>
  );
}

function Loop() {
  const actions = useActions();
  const loop = useLabState((state) => state.clock.loop);
  return (
    <Act name="Loop" shortcut="k" isOn={loop} onPress={() => actions.setLoop(!loop)}>
      <LoopIcon />
    </Act>
  );
}

function Zoom() {
  const lab = useLab();
  const actions = useActions();
  const isWhole = useLabState((state) => state.view.timeRange === null);
  const zoom = (factor: number): void =>
    eased(lab, () => actions.zoom(factor, lab.store.getState().clock.timeS));
  return (
    <>
      <IconButton label="Zoom out" shortcut="x" isDisabled={isWhole} onPress={() => zoom(2)}>
        <ZoomIcon out />
      </IconButton>
      <Act name="Zoom" label="Zoom in" shortcut="z" onPress={() => zoom(0.5)}>
        <ZoomIcon />
      </Act>
      <Act
        name="Film"
        label="Film: from single packets back to this picture"
        shortcut="d"
        onPress={() => film(lab)}
      >
        <FilmIcon />
      </Act>
    </>
  );
}

/** The packets of the lane in focus, large. */
function Packets() {
  const follows = followsOf(useLab());
  const isOn = useSignal(follows);
  return (
    <Act
      name="Packets"
      label="Packets of the chosen lane, large"
      isOn={isOn}
      onPress={() => follows.set(!isOn)}
    >
      <PathIcon />
    </Act>
  );
}

/** For a lecture: the future appears only when the clock reaches it. */
function HideFuture() {
  const actions = useActions();
  const isHidden = useLabState((state) => state.view.hidesFuture);
  return (
    <Act
      name="Future"
      label="Hide the future"
      shortcut="h"
      isOn={isHidden}
      onPress={() => actions.hideFuture(!isHidden)}
    >
      <EyeIcon off={isHidden} />
    </Act>
  );
}

/** The drawers beside the lanes; a second press closes the drawer. */
function Drawers() {
  const actions = useActions();
  const drawer = useLabState((state) => state.view.drawer);
  return (
    <Segments
      label="Beside the lanes"
      options={DOORS}
      chosen={drawer}
      className={styles.drawers}
      itemClassName={styles.act}
      onChoose={(id) => actions.openDrawer(id === drawer ? null : id)}
    />
  );
}
