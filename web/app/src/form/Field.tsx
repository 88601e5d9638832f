import { useId, useState } from 'react';
import { Button } from 'react-aria-components';
import { capitalized, readCapacity, readQuantity, writeBytes, writeRate, writeTime } from '@ackscope/model';
import type { Json } from '@ackscope/model';
import type { ScenarioError } from '@ackscope/engine';
import { Choice } from '../kit/Choice.tsx';
import { FieldError } from '../kit/Knob.tsx';
import { linear, logarithmic, logarithmicFromZero, Slider } from '../kit/Slider.tsx';
import type { SliderScale } from '../kit/Slider.tsx';
import { Switch } from '../kit/Switch.tsx';
import { ResetIcon } from '../kit/icons.tsx';
import type { Control, Dimension, Field, Option } from './schema.ts';
import styles from './form.module.css';

export interface FieldProps {
  field: Field;
  /** The scenario's value; undefined if it has none. */
  value: Json | undefined;
  /** The engine's default, if that is a fixed value. */
  fallback: Json | undefined;
  error: ScenarioError | null;
  /** `undefined` removes the key. */
  onChange: (value: Json | undefined) => void;
}

const ABBREVIATIONS = /\b(abe|ace|ack|ce|dsack|ecn|ect|gro|gso|paws|q|quic|rto|rtt|sack|tcp|tlp)\b/g;

/** A key in words, for use within a name. */
export const wordsOfKey = (key: string): string =>
  key
    .replaceAll('_', ' ')
    .replace(ABBREVIATIONS, (word) => word.toUpperCase())
    .replace(/\backs\b/, 'ACKs')
    .replace(/\bfrto\b/, 'F-RTO')
    .replace(/\bhz\b/, 'Hz');

export const labelOf = (key: string): string => capitalized(wordsOfKey(key)).replace(/^Ns2\b/, 'ns-2');

/** Whether an error is about the value at `path` or about a part of it: one field edits a whole list. */
export const isWithin = (path: string, error: ScenarioError | null): boolean =>
  error !== null && `${error.path}.`.startsWith(`${path}.`);

/** One key of the scenario: its control, and a button that resets it to the default. */
export function FieldRow({ field, value, fallback, error, onChange }: FieldProps) {
  const label = labelOf(field.key);
  const said = value !== undefined;
  return (
    <div className={styles.field} data-said={(said && !field.isRequired) || undefined} title={field.help}>
      <div className={styles.line}>
        <FieldControl
          label={label}
          control={field.control}
          value={value}
          fallback={fallback}
          onChange={onChange}
        />
        {said && !field.isRequired && (
          <Button
            className={styles.reset ?? ''}
            aria-label={`Reset ${label}`}
            onPress={() => onChange(undefined)}
          >
            <ResetIcon />
          </Button>
        )}
      </div>
      {error !== null && <FieldError error={error} />}
    </div>
  );
}

interface ControlProps {
  label: string;
  control: Control;
  value: Json | undefined;
  fallback: Json | undefined;
  onChange: (value: Json | undefined) => void;
}

function FieldControl({ label, control, value, fallback, onChange }: ControlProps) {
  const shown = value ?? fallback;
  switch (control.kind) {
    case 'flag':
      return <Switch label={label} isOn={shown === true} onChange={onChange} />;
    case 'choice':
      return (
        <div className={styles.pair}>
          <span>{label}</span>
          <Choice
            label={label}
            className={styles.choice}
            value={typeof shown === 'string' ? shown : ''}
            options={withDefault(control.options, fallback)}
            onChange={(id) => onChange(id === '' ? undefined : id)}
          />
        </div>
      );
    case 'words':
      return <Words label={label} options={control.options} value={shown} onChange={onChange} />;
    case 'quantity':
      return (
        <Quantity label={label} control={control} value={value} fallback={fallback} onChange={onChange} />
      );
    default:
      return (
        <TextEntry
          label={label}
          isJson={control.kind !== 'text'}
          value={value}
          fallback={fallback}
          onChange={onChange}
        />
      );
  }
}

/** If the default has no name, there is an option for it. */
function withDefault(options: readonly Option[], fallback: Json | undefined): readonly Option[] {
  return fallback === undefined ? [{ id: '', name: 'default', detail: '' }, ...options] : options;
}

function Words({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly Option[];
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}) {
  const chosen = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return (
    <fieldset className={styles.words}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.id} title={option.detail}>
          <input
            type="checkbox"
            checked={chosen.includes(option.id)}
            onChange={(event) => {
              const next = options
                .map(({ id }) => id)
                .filter((id) => (id === option.id ? event.currentTarget.checked : chosen.includes(id)));
              onChange(next.length === 0 ? undefined : next);
            }}
          />
          {option.name}
        </label>
      ))}
    </fieldset>
  );
}

const SCALES: Record<Exclude<Dimension, 'number'>, SliderScale> = {
  time: logarithmicFromZero(0.001, 2000),
  rate: logarithmic(1e4, 1e9),
  capacity: logarithmic(1, 10_000, 1),
  bytes: logarithmic(1, 1e9, 1),
  packets: logarithmicFromZero(1, 10_000),
};

function scaleOf(control: Extract<Control, { kind: 'quantity' }>): SliderScale {
  const { dimension, min, max, isWhole } = control;
  if (dimension !== 'number') return SCALES[dimension];
  // A share or a probability: small values matter as much as large ones.
  if (min >= 0 && max <= 1) return min === 0 ? logarithmicFromZero(1e-5, max) : logarithmic(min, max);
  const least = Math.max(0, Number.isFinite(min) ? min : 0);
  if (isWhole) return linear(least, Math.min(max, 100), 1);
  return logarithmicFromZero(Math.max(least, 1e-3), Math.min(max, 1000));
}

/** The slider's value, in SI units; null if the value is not a single number. */
function numberOf(dimension: Dimension, value: Json | undefined): number | null {
  if (dimension === 'time' || dimension === 'rate') return readQuantity(value, dimension);
  if (dimension === 'number') return readQuantity(value, 'plain');
  const capacity = readCapacity(value);
  if (capacity === null || capacity.unit === 'bdp') return null;
  return capacity.amount;
}

function written(dimension: Dimension, value: number, before: Json | undefined): Json {
  switch (dimension) {
    case 'time':
      return writeTime(value);
    case 'rate':
      return writeRate(value);
    case 'bytes':
      return writeBytes(value);
    case 'capacity':
    case 'packets':
      return typeof before === 'string' && before.endsWith('B') ? writeBytes(value) : value;
    case 'number':
      return value;
  }
}

function Quantity({
  label,
  control,
  value,
  fallback,
  onChange,
}: ControlProps & { control: Extract<Control, { kind: 'quantity' }> }) {
  const { dimension } = control;
  const shown = value ?? fallback;
  const number = numberOf(dimension, shown);
  return (
    <div className={styles.quantity}>
      <TextEntry label={label} isJson={false} value={value} fallback={fallback} onChange={onChange} />
      {number !== null && (
        <Slider
          label={`${label} slider`}
          value={number}
          scale={scaleOf(control)}
          text={shown === undefined ? '' : asText(shown, false)}
          onChange={(next) => onChange(written(dimension, next, shown))}
        />
      )}
    </div>
  );
}

/** Typed text is applied on blur or Enter. The engine then checks it. */
function TextEntry({
  label,
  isJson,
  value,
  fallback,
  onChange,
}: Omit<ControlProps, 'control'> & { isJson: boolean }) {
  const id = useId();
  const text = value === undefined ? '' : asText(value, isJson);
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (): void => {
    if (typed === null) return;
    setTyped(null);
    if (typed.trim() === text) return;
    onChange(typed.trim() === '' ? undefined : asValue(typed.trim(), isJson));
  };
  return (
    <div className={styles.pair}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.entry}
        value={typed ?? text}
        placeholder={fallback === undefined ? 'default' : asText(fallback, isJson)}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          else if (event.key === 'Escape') setTyped(null);
        }}
      />
    </div>
  );
}

function asText(value: Json, isJson: boolean): string {
  return typeof value === 'string' && !isJson ? value : JSON.stringify(value);
}

/** A plain number is a number, JSON is parsed, and anything else goes to the engine as text. */
function asValue(text: string, isJson: boolean): Json {
  if (!isJson && text !== '' && Number.isFinite(Number(text))) return Number(text);
  if (!isJson && !/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
