import { useId } from 'react';
import { lowered } from '@ackscope/model';
import { Choice } from '../kit/Choice.tsx';
import { NumberRow } from '../kit/NumberRow.tsx';
import rows from '../kit/NumberRow.module.css';
import { RemoveButton } from '../kit/RemoveButton.tsx';
import { firstAxis, UNITS } from './axis.ts';
import type { AxisForm } from './axis.ts';
import type { SweepPath } from './paths.ts';
import { Problem } from '../kit/Problem.tsx';
import styles from './Sweep.module.css';

export interface AxisEditorProps {
  title: string;
  axis: AxisForm;
  paths: readonly SweepPath[];
  error: string | null;
  onChange: (axis: AxisForm) => void;
  /** Null if the axis cannot be removed. */
  onRemove: (() => void) | null;
}

type Spacing = 'linear' | 'log' | 'list';

const SPACINGS: readonly { id: Spacing; name: string; detail: string }[] = [
  { id: 'linear', name: 'equal steps', detail: '1, 2, 3, 4' },
  { id: 'log', name: 'equal ratios', detail: '1, 2, 4, 8' },
  { id: 'list', name: 'a list', detail: 'values as in a scenario' },
];

/** The varied path and its values. */
export function AxisEditor({ title, axis, paths, error, onChange, onRemove }: AxisEditorProps) {
  const path = paths.find((item) => item.path === axis.path);
  const { range } = axis;
  const spacing: Spacing = range === null ? 'list' : range.log ? 'log' : 'linear';
  const options = paths.map(({ path: id, name, owner, help }) => ({
    id,
    name: `${owner}: ${lowered(name)}`,
    detail: help,
  }));
  if (path === undefined) options.unshift({ id: axis.path, name: axis.path, detail: '' });
  const choosePath = (id: string): void => {
    const chosen = paths.find((item) => item.path === id);
    if (chosen !== undefined) onChange(firstAxis(chosen));
  };
  const chooseSpacing = (id: string): void => {
    if (id === 'list') {
      const list = range === null ? axis.list : `${range.from}${range.unit},${range.to}${range.unit}`;
      onChange({ ...axis, range: null, list });
    } else {
      const fresh = range ?? (path === undefined ? null : firstAxis(path).range);
      if (fresh !== null) onChange({ ...axis, range: { ...fresh, log: id === 'log' } });
    }
  };
  const change = (part: Partial<NonNullable<AxisForm['range']>>): void => {
    if (range !== null) onChange({ ...axis, range: { ...range, ...part } });
  };
  const units = path === undefined ? undefined : UNITS[path.dimension];
  return (
    <fieldset className={styles.axis}>
      <legend className={styles.legendTitle}>{title}</legend>
      <div className={styles.axisHead}>
        <Choice label={`${title}: quantity`} value={axis.path} options={options} onChange={choosePath} />
        {onRemove !== null && <RemoveButton name={title} onPress={onRemove} />}
      </div>
      <div className={rows.row}>
        <span>Values</span>
        <Choice label={`${title}: spacing`} value={spacing} options={SPACINGS} onChange={chooseSpacing} />
      </div>
      {range === null ? (
        <TextRow label="List" value={axis.list} onChange={(list) => onChange({ ...axis, list })} />
      ) : (
        <>
          <NumberRow
            label="From"
            value={range.from}
            unit={range.unit}
            onChange={(from) => change({ from })}
          />
          <NumberRow label="To" value={range.to} unit={range.unit} onChange={(to) => change({ to })} />
          {units !== undefined && units.length > 1 && (
            <div className={rows.row}>
              <span>Unit</span>
              <Choice
                label={`${title}: unit`}
                value={range.unit}
                options={units.map((id) => ({ id, name: id }))}
                onChange={(unit) => change({ unit, whole: unit === 'pkt' || unit === 'B' })}
              />
            </div>
          )}
          <NumberRow label="Points" value={range.count} min={2} onChange={(count) => change({ count })} />
        </>
      )}
      <Problem>{error}</Problem>
    </fieldset>
  );
}

function TextRow({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (text: string) => void;
}) {
  const id = useId();
  return (
    <div className={rows.row}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={rows.list}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
