import { useRef } from 'react';
import { Button } from 'react-aria-components';
import { clockDecimals, formatClock, formatFixed, formatNumber, useSignals } from '@ackscope/charts';
import type { Control } from '@ackscope/embed/address';
import { IconButton } from '../kit/IconButton.tsx';
import { PauseIcon, PlayIcon, StepIcon } from '../kit/icons.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { useClockLengthS } from '../transport/useClockLength.ts';
import { SpeedChoice } from '../instruments/SpeedChoice.tsx';
import styles from './EmbedPage.module.css';

/** The parts of the transport that the host page requested. */
export function EmbedTransport({ controls }: { controls: ReadonlySet<Control> }) {
  const actions = useActions();
  const { rules } = useLab();
  const playing = useLabState((state) => state.clock.playing);
  return (
    <div className={styles.transport} role="group" aria-label="Playback">
      {controls.has('play') && (
        <Button
          className={styles.play ?? ''}
          aria-label={playing ? 'Pause' : 'Play'}
          onPress={actions.toggle}
        >
          {playing ? <PauseIcon /> : <PlayIcon />}
        </Button>
      )}
      {controls.has('steps') && (
        <>
          <IconButton label="Previous event" onPress={() => actions.step(-1, rules)}>
            <StepIcon back />
          </IconButton>
          <IconButton label="Next event" onPress={() => actions.step(1, rules)}>
            <StepIcon />
          </IconButton>
        </>
      )}
      {controls.has('scrub') && <Scrub />}
      {controls.has('speed') && <SpeedChoice className={styles.speed} />}
    </div>
  );
}

function Scrub() {
  const { signals } = useLab();
  const actions = useActions();
  const input = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLSpanElement>(null);
  const lengthS = useClockLengthS();
  useSignals([signals.clock], () => {
    const timeS = signals.clock.get();
    if (text.current !== null) text.current.textContent = formatFixed(timeS, clockDecimals(lengthS));
    if (input.current === null) return;
    input.current.value = String(timeS);
    input.current.setAttribute(
      'aria-valuetext',
      `${formatClock(timeS, lengthS)} of ${formatClock(lengthS, lengthS)}`,
    );
  });
  const widest = formatFixed(lengthS, clockDecimals(lengthS)).length;
  return (
    <>
      <input
        ref={input}
        className={styles.range}
        type="range"
        min={0}
        max={lengthS}
        step={lengthS / 1000}
        defaultValue={0}
        aria-label="Clock"
        onChange={(event) => {
          actions.pause();
          actions.seek(Number(event.currentTarget.value));
        }}
      />
      <span className={styles.clock}>
        <span ref={text} style={{ minWidth: `${widest}ch` }} /> / {formatNumber(lengthS, 6)} s
      </span>
    </>
  );
}
