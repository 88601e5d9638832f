import { memo, useCallback, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import type { ScenarioError } from '@ackscope/engine';
import { formatNumber } from '@ackscope/charts';
import { ResetIcon } from './icons.tsx';
import { Slider } from './Slider.tsx';
import type { SliderProps, SliderScale } from './Slider.tsx';
import { Problem } from './Problem.tsx';
import styles from './controls.module.css';

export interface KnobProps {
  label: string;
  /** In the displayed unit. */
  value: number;
  unit: string;
  /** By which the page finds it. */
  knob?: string;
  min: number;
  max: number;
  step?: number;
  decimals?: number;
  scale: SliderScale | null;
  /** Its value in the reference, in the displayed unit. */
  was?: number | null;
  /** Additional information beside the value: a buffer in multiples of the BDP. */
  remark?: string | null;
  /** The beginning of a number that is being typed: the field has the focus from the start. */
  typed?: string | undefined;
  /** Resets the value. Set if it differs from the preset's. */
  onReset?: (() => void) | null;
  error?: ScenarioError | null;
  /** The landscape over its slider: the effect of every value. */
  landscape?: ReactNode;
  onChange: (value: number) => void;
  onHold?: SliderProps['onHold'];
}

/**
 * A quantity: an input for the number with its unit, a slider, and a reset button. Its callbacks
 * may be new at every rendering of the parent. It renders only if it looks different, so that the
 * other knobs do not render while one is turned.
 */
export function Knob(props: KnobProps) {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const onChange = useCallback((value: number) => latest.current.onChange(value), []);
  const onHold = useCallback((isHeld: boolean) => latest.current.onHold?.(isHeld), []);
  const onReset = useCallback(() => latest.current.onReset?.(), []);
  return <KnobFace {...props} onChange={onChange} onHold={onHold} onReset={props.onReset ? onReset : null} />;
}

const KnobFace = memo(function KnobFace(props: KnobProps) {
  const { label, value, unit, scale, remark, onReset, error, onChange } = props;
  const id = useId();
  const entry = useEntry(props);
  // The engine's refusal is said once, in the banner; the knob is marked.
  const isWrong = entry.refusal !== null || error != null;
  return (
    <div className={styles.knob} data-knob={props.knob} data-invalid={isWrong || undefined}>
      <div className={styles.field}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {remark && <span className={styles.remark}>{remark}</span>}
        {onReset && (
          <Button
            className={styles.reset ?? ''}
            aria-label={`Reset ${label.toLowerCase()}`}
            onPress={onReset}
          >
            <ResetIcon />
          </Button>
        )}
        <label className={styles.entry}>
          <input
            id={id}
            className={styles.number}
            autoFocus={props.typed !== undefined}
            onFocus={(event) => {
              if (props.typed === '') event.currentTarget.select();
            }}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            size={Math.max(2, entry.text.length)}
            aria-label={label}
            aria-invalid={isWrong || undefined}
            aria-describedby={entry.refusal !== null ? `${id}-refusal` : undefined}
            {...entry.input}
          />
          <span className={styles.unit}>{unit}</span>
        </label>
      </div>
      <Problem id={`${id}-refusal`}>{entry.refusal}</Problem>
      {scale && props.landscape}
      {scale && (
        <Slider
          label={label}
          value={value}
          scale={scale}
          was={props.was === undefined || props.was === value ? null : props.was}
          text={`${formatNumber(value, 4)} ${unit}`}
          onChange={onChange}
          onHold={props.onHold}
        />
      )}
    </div>
  );
});

/** Typed text is applied on blur or Enter. It is refused if it is no number or out of range. */
function useEntry({ value, unit, min, max, step, decimals = 3, onChange, ...props }: KnobProps) {
  const [typed, setTyped] = useState<string | null>(props.typed === '' ? null : (props.typed ?? null));
  const [refused, setRefused] = useState<{ words: string; at: number } | null>(null);
  const written = plain(value, decimals);
  const take = (next: number): void => {
    const stepped = step === undefined ? next : Math.round(next / step) * step;
    setRefused(null);
    if (stepped !== value) onChange(stepped);
  };
  const commit = (): void => {
    if (typed === null) return;
    setTyped(null);
    // Unchanged text changes nothing: the text may be a rounded form of the value.
    if (typed.trim() === written || typed.trim() === '') return;
    const next = readNumber(typed);
    const stays = `it stays at ${written} ${unit}`.trimEnd();
    if (next === null)
      setRefused({ words: `“${typed.trim().slice(0, 30)}” is not a number: ${stays}`, at: value });
    else if (next < min || next > max)
      setRefused({
        words: `${typed.trim()} is outside ${plain(min, 6)} to ${plain(max, 6)}: ${stays}`,
        at: value,
      });
    else take(next);
  };
  return {
    text: typed ?? written,
    /** The reason why the text was refused, until the value changes in another way. */
    refusal: refused?.at === value ? refused.words : null,
    input: {
      value: typed ?? written,
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
      onBlur: commit,
      onKeyDown: (event: React.KeyboardEvent) => {
        const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (event.key === 'Enter') commit();
        else if (event.key === 'Escape') setTyped(null);
        else if (direction !== undefined) {
          event.preventDefault();
          take(Math.min(max, Math.max(min, value + direction * (step ?? 1))));
        }
      },
    },
  };
}

const plain = (value: number, decimals: number): string => String(Number(value.toFixed(decimals)));

/** Reads a number with a decimal point or comma; null if it is none. */
function readNumber(text: string): number | null {
  const digits = text
    .trim()
    .replace(/[\s\u2009\u202f']/g, '')
    .replace(',', '.');
  return /^[-−+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,2})?$/i.test(digits)
    ? Number(digits.replace('−', '-'))
    : null;
}

/** The engine's error beside its knob. The banner above the lanes reads it to screen readers. */
export function FieldError({ error, id }: { error: ScenarioError; id?: string }) {
  return (
    <Problem id={id} role="note">
      {error.allowed === '' ? error.message : `${error.found} is not allowed. Allowed: ${error.allowed}`}
    </Problem>
  );
}
