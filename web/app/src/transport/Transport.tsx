import { useRef, memo } from 'react';
import { Button } from 'react-aria-components';
import { clockDecimals, formatClock, formatFixed, formatNumber, useSignals } from '@ackscope/charts';
import type { DrawerId } from '@ackscope/model';
import { IconButton } from '../kit/IconButton.tsx';
import { MenuButton } from '../kit/MenuButton.tsx';
import { PauseIcon, PlayIcon, PresentIcon, ScopeIcon, SlidersIcon } from '../kit/icons.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useClockLengthS } from './useClockLength.ts';
import { Overview } from './Overview.tsx';
import { SpeedChoice } from '../instruments/SpeedChoice.tsx';
import styles from './Transport.module.css';
import { Later } from '../kit/Later.tsx';
import { lazyAfterCurve } from '../lab/firstCurve.ts';

/** Loaded after the first curve. */
const WhyButtons = lazyAfterCurve('WhyButtons', () => import('../sentence/WhyButtons.tsx'));

/** The parts that a small screen opens over the page. */
export type SheetId = 'view' | 'notes' | DrawerId;

const DOORS: readonly { id: SheetId; name: string }[] = [
  { id: 'settings', name: 'Scenario' },
  { id: 'view', name: 'Charts and instruments' },
  { id: 'why', name: 'What happened?' },
  { id: 'causes', name: 'Why?' },
  { id: 'numbers', name: 'Numbers' },
  { id: 'notes', name: 'What the model leaves out' },
];

/** Play, scrub, speed: one clock for the whole screen; and the button of the instruments. */
export const Transport = memo(function Transport({
  themeKey,
  onDoor,
  hasRow = false,
  onRow,
}: {
  themeKey: string;
  /** On a small screen: opens a part that is otherwise beside the lanes. */
  onDoor?: (door: SheetId) => void;
  /** Whether the row of instruments is open. */
  hasRow?: boolean;
  onRow?: () => void;
}) {
  const actions = useActions();
  const playing = useLabState((state) => state.clock.playing);
  const isPresenting = useLabState((state) => state.view.presenting);
  return (
    <footer className={styles.transport} aria-label="Playback">
      <Button className={styles.play ?? ''} aria-label={playing ? 'Pause' : 'Play'} onPress={actions.toggle}>
        {playing ? <PauseIcon /> : <PlayIcon />}
      </Button>
      <ClockText />
      <Scrubber themeKey={themeKey} />
      <SpeedChoice className={styles.speed} />
      {(onDoor !== undefined || isPresenting) && (
        <span className={styles.whyButtons}>
          <Later>
            <WhyButtons isShort />
          </Later>
        </span>
      )}
      {isPresenting && (
        <IconButton
          label="Close the presentation"
          shortcut="p"
          isPressed
          onPress={() => actions.present(false)}
        >
          <PresentIcon />
        </IconButton>
      )}
      {onRow !== undefined && !isPresenting && (
        <Button className={styles.row ?? ''} aria-expanded={hasRow} onPress={onRow}>
          <ScopeIcon /> Instruments
        </Button>
      )}
      {onDoor !== undefined && (
        <MenuButton
          label="More: scenario, what happened, numbers"
          className={styles.door}
          items={DOORS}
          onChoose={(id) => {
            const door = DOORS.find((item) => item.id === id);
            if (door !== undefined) onDoor(door.id);
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
