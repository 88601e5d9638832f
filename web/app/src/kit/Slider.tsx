import { useId } from 'react';
import styles from './controls.module.css';

/** Maps slider positions (0 to 1) to values and back. */
export interface SliderScale {
  toValue: (position: number) => number;
  toPosition: (value: number) => number;
}

const POSITIONS = 1000;

/** Two significant digits by default: a slider cannot be set more precisely by hand. */
function rounded(value: number, digits = 2): number {
  return Number(value.toPrecision(digits));
}

export function linear(min: number, max: number, step: number): SliderScale {
  return {
    // 12 digits remove the rounding error of the multiplication, 0.30000000000000004 for 3 × 0.1.
    toValue: (position) => Number((Math.round((min + (max - min) * position) / step) * step).toPrecision(12)),
    toPosition: (value) => (value - min) / (max - min),
  };
}

/** Equal distances mean equal ratios: 1 to 10 is as long as 10 to 100. */
export function logarithmic(min: number, max: number, step = 0): SliderScale {
  return {
    toValue: (position) => {
      const value = rounded(min * (max / min) ** position);
      return step > 0 ? Math.max(min, Math.round(value / step) * step) : value;
    },
    toPosition: (value) => Math.log(Math.max(min, value) / min) / Math.log(max / min),
  };
}

/** A logarithmic scale whose first position is zero. */
export function logarithmicFromZero(min: number, max: number): SliderScale {
  const rest = logarithmic(min, max);
  const start = 0.04;
  return {
    toValue: (position) =>
      position < start / 2 ? 0 : rest.toValue(Math.max(0, (position - start) / (1 - start))),
    toPosition: (value) => (value <= 0 ? 0 : start + (1 - start) * rest.toPosition(value)),
  };
}

/**
 * The value one key press further: `step` is a part of the scale, below zero towards its start. Positions that round
 * to the same value are skipped, so every press makes a step that shows. Null at the end of the scale.
 */
export function nextValue(scale: SliderScale, value: number, step: number): number | null {
  const from = scale.toPosition(value);
  for (let position = from; step > 0 ? position < 1 : position > 0;) {
    position = Math.min(1, Math.max(0, position + step));
    const next = scale.toValue(position);
    if ((next - value) * step > 0) return next;
  }
  return null;
}

export interface SliderProps {
  label: string;
  value: number;
  scale: SliderScale;
  /** The value in words and units, for a screen reader: "2 Mbit/s", not "434". */
  text: string;
  /** The reference's value, if it differs. */
  was?: number | null;
  onChange: (value: number) => void;
  /** A hand takes the slider, or lets it go. */
  onHold?: ((isHeld: boolean) => void) | undefined;
}

/**
 * The browser's own range input. It already has the keys, the touch behaviour and the roles. Unlike
 * the library's slider, it allows a spoken value that differs from the position, as a logarithmic
 * scale needs.
 */
export function Slider({ label, value, scale, text, was = null, onChange, onHold }: SliderProps) {
  const id = useId();
  const position = Math.min(1, Math.max(0, scale.toPosition(value)));
  return (
    <input
      id={id}
      className={styles.slider}
      type="range"
      min={0}
      max={POSITIONS}
      step={1}
      value={Math.round(position * POSITIONS)}
      aria-label={label}
      aria-valuetext={text}
      data-was={was ?? undefined}
      style={
        {
          '--fill': `${position * 100}%`,
          ...(was === null ? {} : { '--was': Math.min(1, Math.max(0, scale.toPosition(was))) }),
        } as React.CSSProperties
      }
      onChange={(event) => {
        const next = scale.toValue(Number(event.currentTarget.value) / POSITIONS);
        if (next !== value) onChange(next);
      }}
      onPointerDown={() => {
        if (onHold === undefined) return;
        onHold(true);
        // A pointer is mostly let go beside the slider, which then hears nothing of it.
        const held = new AbortController();
        const letGo = (): void => {
          held.abort();
          onHold(false);
        };
        for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, letGo, held);
      }}
      onKeyDown={(event) => {
        const direction =
          event.key === 'ArrowRight' || event.key === 'ArrowUp'
            ? 1
            : event.key === 'ArrowLeft' || event.key === 'ArrowDown'
              ? -1
              : 0;
        if (direction === 0) return;
        event.preventDefault();
        const next = nextValue(scale, value, (direction * 4) / POSITIONS);
        if (next !== null) onChange(next);
      }}
    />
  );
}
