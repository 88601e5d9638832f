import { useState } from 'react';
import { clamp } from '@ackscope/charts';
import styles from './InstrumentBar.module.css';

/** A number field with arrow steps. Text that is no number changes nothing. */
export function NumberField({
  label,
  short,
  value,
  step,
  min = -Infinity,
  max = Infinity,
  onChange,
}: {
  label: string;
  /** Short label before the field. */
  short: string;
  value: number;
  step: number;
  min?: number;
  max?: number;
  onChange: (value: number) => void;
}) {
  const [text, setText] = useState<string | null>(null);
  const shown = String(Number(value.toPrecision(6)));
  return (
    <label className={styles.field}>
      <span aria-hidden="true">{short}</span>
      <input
        type="text"
        inputMode="decimal"
        role="spinbutton"
        aria-label={label}
        aria-valuenow={value}
        aria-valuetext={shown}
        value={text ?? shown}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          const typed = Number(currentTarget.value.trim().replace(',', '.'));
          if (currentTarget.value.trim() !== '' && Number.isFinite(typed)) onChange(clamp(typed, min, max));
        }}
        onBlur={() => setText(null)}
        onKeyDown={(event) => {
          const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          setText(null);
          onChange(clamp(value + by * step * (event.shiftKey ? 10 : 1), min, max));
        }}
      />
    </label>
  );
}
