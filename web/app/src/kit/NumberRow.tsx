import { useId } from 'react';
import styles from './NumberRow.module.css';

interface NumberRowProps {
  label: string;
  value: number;
  unit?: string;
  min?: number;
  onChange: (value: number) => void;
}

/** A number in a form: its name at the left, what is typed and its unit at the right. */
export function NumberRow({ label, value, unit = '', min, onChange }: NumberRowProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.entry}>
        <input
          id={id}
          type="number"
          step="any"
          min={min}
          // Uncontrolled while it is typed: half a number is no number.
          key={value}
          defaultValue={value}
          onBlur={(event) => {
            const typed = event.target.valueAsNumber;
            if (Number.isFinite(typed) && typed !== value) onChange(typed);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        {unit !== '' && <span className={styles.unit}>{unit}</span>}
      </span>
    </div>
  );
}
