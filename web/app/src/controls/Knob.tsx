import { memo, useCallback, useLayoutEffect, useRef } from 'react';
import { Button, Group, Input, Label, NumberField } from 'react-aria-components';
import type { ScenarioError } from '@ackscope/engine';
import { formatNumber } from '@ackscope/charts';
import { ResetIcon } from './icons.tsx';
import { Slider } from './Slider.tsx';
import type { Travel } from './Slider.tsx';
import styles from './controls.module.css';

export interface KnobProps {
  label: string;
  /** In the unit shown. */
  value: number;
  unit: string;
  min: number;
  max: number;
  step?: number;
  decimals?: number;
  travel: Travel | null;
  /** Something worth knowing beside the value: a buffer in multiples of the BDP. */
  remark?: string | null;
  /** Set when it differs from the preset: puts it back. */
  onReset?: (() => void) | null;
  error?: ScenarioError | null;
  onChange: (value: number) => void;
}

/**
 * A quantity: a number with its unit to type, a slider to feel, and a way back. What it does may be written anew at every
 * rendering of what holds it; it renders only when it looks different, so that the others stand still while one is turned.
 */
export function Knob(props: KnobProps) {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const onChange = useCallback((value: number) => latest.current.onChange(value), []);
  const onReset = useCallback(() => latest.current.onReset?.(), []);
  return <KnobFace {...props} onChange={onChange} onReset={props.onReset ? onReset : null} />;
}

const KnobFace = memo(function KnobFace(props: KnobProps) {
  const { label, value, unit, min, max, step, travel, remark, onReset, error, onChange } = props;
  return (
    <div className={styles.knob} data-invalid={error ? true : undefined}>
      <NumberField
        className={styles.field ?? ''}
        value={value}
        minValue={min}
        maxValue={max}
        {...(step === undefined ? {} : { step })}
        formatOptions={{ maximumFractionDigits: props.decimals ?? 3, useGrouping: false }}
        isWheelDisabled
        onChange={(next) => {
          if (Number.isFinite(next) && next !== value) onChange(next);
        }}
      >
        <Label className={styles.label ?? ''}>{label}</Label>
        {onReset && (
          <Button
            slot={null}
            className={styles.reset ?? ''}
            aria-label={`Reset ${label.toLowerCase()}`}
            onPress={onReset}
          >
            <ResetIcon />
          </Button>
        )}
        <Group className={styles.entry ?? ''}>
          <Input className={styles.number ?? ''} size={Math.max(2, formatNumber(value, 4).length)} />
          <span className={styles.unit}>{unit}</span>
        </Group>
      </NumberField>
      {travel && (
        <Slider
          label={label}
          value={value}
          travel={travel}
          text={`${formatNumber(value, 4)} ${unit}`}
          onChange={onChange}
        />
      )}
      {remark && <div className={styles.remark}>{remark}</div>}
      {error && <FieldError error={error} />}
    </div>
  );
});

/** The engine's own words beside the knob they are about; the banner above the lanes tells them to a screen reader. */
export function FieldError({ error }: { error: ScenarioError }) {
  return (
    <div className={styles.error}>
      {error.allowed === '' ? error.message : `${error.found} is not possible here: ${error.allowed}`}
    </div>
  );
}
