import { useRef, useState, memo } from 'react';
import { Button } from 'react-aria-components';
import { clockDecimals, formatClock, formatFixed, formatNumber, useSignals } from '@ackscope/charts';
import type { DrawerId } from '@ackscope/model';
import { Choice } from '../kit/Choice.tsx';
import { IconButton } from '../kit/IconButton.tsx';
import { MenuButton } from '../kit/MenuButton.tsx';
import {
  LoopIcon,
  PauseIcon,
  PlayIcon,
  PresentIcon,
  SlidersIcon,
  StepIcon,
  TableIcon,
  ZoomIcon,
} from '../kit/icons.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useClockLengthS } from './useClockLength.ts';
import { INSTRUMENTS } from '../instruments/instruments.ts';
import { STEP_UNITS, takeStep } from './steps.ts';
import type { StepUnit } from './steps.ts';
import { Instruments } from './Instruments.tsx';
import { Overview } from './Overview.tsx';
import { SpeedChoice } from './SpeedChoice.tsx';
import styles from './Transport.module.css';
import { Later } from '../kit/Later.tsx';
import { lazyAfterCurve } from '../lab/firstCurve.ts';

/** Loaded after the first curve. */
const WhyButtons = lazyAfterCurve('WhyButtons', () => import('../sentence/WhyButtons.tsx'));

/** The parts that a small screen opens over the page. */
export type SheetId = 'scenario' | 'notes' | DrawerId;

const DOORS: readonly { id: SheetId; name: string }[] = [
  { id: 'scenario', name: 'Scenario and charts' },
  { id: 'why', name: 'What happened?' },
  { id: 'causes', name: 'Why?' },
  { id: 'numbers', name: 'Numbers' },
  { id: 'notes', name: 'What the model leaves out' },
];

/** Play, step, scrub, speed: one clock for the whole screen. */
export const Transport = memo(function Transport({
  themeKey,
  onTable,
  onDoor,
}: {
  themeKey: string;
  onTable: () => void;
  /** On a small screen: opens a part that is otherwise beside the lanes. */
  onDoor?: (door: SheetId) => void;
}) {
  const lab = useLab();
  const actions = useActions();
  const playing = useLabState((state) => state.clock.playing);
  const isPresenting = useLabState((state) => state.view.presenting);
  const hasInstruments = onDoor === undefined;
  return (
    <footer className={styles.transport} aria-label="Playback">
      <Button className={styles.play ?? ''} aria-label={playing ? 'Pause' : 'Play'} onPress={actions.toggle}>
        {playing ? <PauseIcon /> : <PlayIcon />}
      </Button>
      <Steps />
      <ClockText />
      <Scrubber themeKey={themeKey} />
      <Loop />
      <ZoomButtons />
      <SpeedChoice className={styles.speed} />
      {hasInstruments && <Instruments />}
      <span className={styles.present}>
        <IconButton label="Text and tables" shortcut="t" onPress={onTable}>
          <TableIcon />
        </IconButton>
      </span>
      {(onDoor !== undefined || isPresenting) && (
        <span className={styles.whyButtons}>
          <Later>
            <WhyButtons isShort />
          </Later>
        </span>
      )}
      <Presentation />
      {onDoor !== undefined && (
        <MenuButton
          label="More: scenario, what happened, numbers"
          className={styles.door}
          items={[...DOORS, ...INSTRUMENTS.map(({ id, name }) => ({ id, name }))]}
          onChoose={(id) => {
            const door = DOORS.find((item) => item.id === id);
            if (door !== undefined) onDoor(door.id);
            else INSTRUMENTS.find((item) => item.id === id)?.toggle(lab);
          }}
        >
          <SlidersIcon />
        </MenuButton>
      )}
    </footer>
  );
});

/** Keeps the place until the playback is mounted: the parts that give it its height, unseen. */
export function TransportPlace() {
  return (
    <div className={styles.transport} aria-hidden>
      <span className={`${styles.play ?? ''} ${styles.unseen ?? ''}`} />
      <div className={`${styles.scrubber ?? ''} ${styles.unseen ?? ''}`}>
        <div className={styles.ticks} />
        <div className={styles.range} />
      </div>
    </div>
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
    <span className={styles.loop}>
      <IconButton label="Loop" shortcut="k" isPressed={loop} onPress={() => actions.setLoop(!loop)}>
        <LoopIcon />
      </IconButton>
    </span>
  );
}

function Presentation() {
  const actions = useActions();
  const presenting = useLabState((state) => state.view.presenting);
  return (
    <span className={styles.present}>
      <IconButton
        label={presenting ? 'Leave the presentation' : 'Present'}
        shortcut="p"
        isPressed={presenting}
        onPress={() => actions.present(!presenting)}
      >
        <PresentIcon />
      </IconButton>
    </span>
  );
}

function ZoomButtons() {
  const { store } = useLab();
  const actions = useActions();
  const isWhole = useLabState((state) => state.view.timeRange === null);
  const zoom = (factor: number): void => {
    actions.zoom(factor, store.getState().clock.timeS);
  };
  return (
    <div className={styles.zoom}>
      <IconButton
        label="Zoom out"
        shortcut="x"
        isDisabled={isWhole}
        onPress={() => {
          zoom(2);
        }}
      >
        <ZoomIcon out />
      </IconButton>
      <IconButton
        label="Zoom in"
        shortcut="z"
        onPress={() => {
          zoom(0.5);
        }}
      >
        <ZoomIcon />
      </IconButton>
    </div>
  );
}

function ClockText() {
  const { signals } = useLab();
  const durationS = useClockLengthS();
  const text = useRef<HTMLElement>(null);
  useSignals([signals.clock], () => {
    if (text.current) text.current.textContent = formatFixed(signals.clock.get(), clockDecimals(durationS));
  });
  const widest = formatFixed(durationS, clockDecimals(durationS)).length;
  return (
    <span className={styles.clock}>
      <b ref={text} style={{ minWidth: `${widest}ch` }} />{' '}
      <span title={`of ${formatNumber(durationS, 6)} s`}>s</span>
    </span>
  );
}

function Scrubber({ themeKey }: { themeKey: string }) {
  const { signals, store } = useLab();
  const actions = useActions();
  const simulatedS = useLabState((state) =>
    state.run.status === 'done' ? state.run.durationS : state.run.simulatedS,
  );
  const input = useRef<HTMLInputElement>(null);
  const domainS = useClockLengthS();

  useSignals([signals.clock], () => {
    const element = input.current;
    if (element === null) return;
    const timeS = signals.clock.get();
    element.value = String(timeS);
    element.style.setProperty('--fill', `${(timeS / domainS) * 100}%`);
    element.setAttribute(
      'aria-valuetext',
      `${formatClock(timeS, domainS)} of ${formatClock(domainS, domainS)}`,
    );
  });

  return (
    <div className={styles.scrubber}>
      <Overview domainS={domainS} themeKey={themeKey} />
      <input
        ref={input}
        className={styles.range}
        type="range"
        min={0}
        max={domainS}
        step="any"
        defaultValue={0}
        aria-label="Clock"
        style={{ '--reach': `${(simulatedS / domainS) * 100}%` } as React.CSSProperties}
        onChange={(event) => {
          actions.seek(Number(event.currentTarget.value));
          actions.pick(null);
        }}
        onKeyDown={(event) => {
          const large = event.shiftKey ? 10 : 1;
          const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          actions.seek(store.getState().clock.timeS + (step * large * domainS) / 200);
        }}
      />
    </div>
  );
}
