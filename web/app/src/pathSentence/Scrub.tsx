/** A number in a sentence: drag it, press keys on it, or press it to open its slider. */
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { loadPopups, usePopups } from '../kit/popups.ts';
import { nextValue } from '../kit/Slider.tsx';
import type { SliderProps } from '../kit/Slider.tsx';
import styles from './Scrub.module.css';

export interface ScrubProps extends Omit<SliderProps, 'was'> {
  /** The number as the sentence has it. */
  children: ReactNode;
  /** By which the page finds it. */
  knob: string;
  /** Content of the popup; `typed` if a key opened it: the digit, or nothing yet. */
  slider: (typed: string | undefined) => ReactNode;
}

/** A drag over this many pixels crosses the whole scale. */
const SCALE_PX = 360;
/** A hand that presses trembles by this much. */
const STILL_PX = 3;

export function Scrub({ label, value, scale, text, knob, onChange, onHold, slider, children }: ScrubProps) {
  const trigger = useRef<HTMLSpanElement>(null);
  const drag = useRef<{ atPx: number; position: number; isMoved: boolean } | null>(null);
  const [opened, setOpened] = useState<{ typed?: string } | null>(null);
  const popups = usePopups(opened !== null);
  const letGo = (): void => {
    if (drag.current?.isMoved === true) onHold?.(false);
    drag.current = null;
  };
  const step = (by: number): void => {
    const next = nextValue(scale, value, by);
    if (next !== null) onChange(next);
  };
  return (
    <>
      <span
        ref={trigger}
        role="slider"
        tabIndex={0}
        className={styles.scrub}
        aria-label={label}
        aria-haspopup="dialog"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * Math.min(1, Math.max(0, scale.toPosition(value))))}
        aria-valuetext={text}
        data-scrub={knob}
        data-open={opened !== null || undefined}
        onPointerEnter={() => void loadPopups()}
        onFocus={() => void loadPopups()}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { atPx: event.clientX, position: scale.toPosition(value), isMoved: false };
        }}
        onPointerMove={(event) => {
          const from = drag.current;
          if (from === null) return;
          const byPx = event.clientX - from.atPx;
          if (!from.isMoved) {
            if (Math.abs(byPx) <= STILL_PX) return;
            from.isMoved = true;
            onHold?.(true);
          }
          const next = scale.toValue(Math.min(1, Math.max(0, from.position + byPx / SCALE_PX)));
          if (next !== value) onChange(next);
        }}
        onPointerUp={() => {
          const isPress = drag.current?.isMoved === false;
          letGo();
          if (isPress) setOpened({});
        }}
        onPointerCancel={letGo}
        onLostPointerCapture={letGo}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const by = { ArrowRight: 4, ArrowUp: 4, ArrowLeft: -4, ArrowDown: -4, PageUp: 40, PageDown: -40 }[
            event.key
          ];
          const end = { Home: 0, End: 1 }[event.key];
          const isDigit = /^\d$/.test(event.key);
          if (by !== undefined) step(by / 1000);
          else if (end !== undefined) onChange(scale.toValue(end));
          else if (event.key === 'Enter' || event.key === ' ' || isDigit)
            setOpened({ typed: isDigit ? event.key : '' });
          else return;
          // The page has the same keys.
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        {children}
      </span>
      {opened !== null && popups !== null && (
        <popups.PanelPopup
          trigger={trigger}
          label={label}
          className={styles.panel}
          onClose={() => {
            setOpened(null);
            trigger.current?.focus();
          }}
        >
          {slider(opened.typed)}
        </popups.PanelPopup>
      )}
    </>
  );
}
