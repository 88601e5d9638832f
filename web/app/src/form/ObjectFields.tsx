import type { Json, JsonObject } from '@ackscope/model';
import { drawnMeanBps, isObject, writeRate } from '@ackscope/model';
import type { ScenarioError } from '@ackscope/engine';
import { Choice } from '../kit/Choice.tsx';
import { FieldError } from '../kit/Knob.tsx';
import { useActions, useLabState } from '../lab/context.ts';
import { FieldRow, isWithin, labelOf } from './Field.tsx';
import { fieldsOf, parameterFields } from './schema.ts';
import type { Control, Field } from './schema.ts';
import styles from './form.module.css';

export interface ObjectFieldsProps {
  /** The path of the object in the scenario. */
  path: string;
  fields: readonly Field[];
  value: Json | undefined;
  defaults?: Json | undefined;
}

/** All keys of one object of the scenario. */
export function ObjectFields({ path, fields, value, defaults }: ObjectFieldsProps) {
  const own = isObject(value) ? value : {};
  const silent = isObject(defaults) ? defaults : {};
  return fields.map((field) => (
    <OneField
      key={field.key}
      path={`${path}.${field.key}`}
      field={field}
      value={own[field.key]}
      fallback={silent[field.key] ?? field.fallback}
      owner={own}
    />
  ));
}

function useErrorAt(path: string): ScenarioError | null {
  return useLabState((state) => {
    const found = state.scenario.error;
    return isWithin(path, found) ? found : null;
  });
}

interface OneFieldProps {
  path: string;
  field: Field;
  value: Json | undefined;
  fallback: Json | undefined;
  owner: JsonObject;
}

function OneField({ path, field, value, fallback, owner }: OneFieldProps) {
  const actions = useActions();
  const error = useErrorAt(path);
  const change = (next: Json | undefined): void => {
    actions.change([{ path, value: next }]);
  };
  const { control } = field;
  if (field.key === 'parameters') {
    const algorithm = typeof owner.algorithm === 'string' ? owner.algorithm : '';
    const fields = parameterFields(algorithm);
    if (fields.length === 0) return null;
    return (
      <Nested label={`Parameters of ${algorithm}`}>
        <ObjectFields path={path} fields={fields} value={value} />
      </Nested>
    );
  }
  if (control.kind === 'model' && control.single !== null) {
    return (
      <SingleOrModel
        path={path}
        field={field}
        control={{ ...control, single: control.single }}
        value={value}
        fallback={fallback}
        onChange={change}
      />
    );
  }
  if (control.kind === 'model') {
    return (
      <ModelField path={path} field={field} control={control} value={value ?? fallback} onChange={change} />
    );
  }
  if (control.kind === 'object') {
    return (
      <Nested label={labelOf(field.key)} help={field.help}>
        <ObjectFields path={path} fields={fieldsOf(control.schema)} value={value} />
      </Nested>
    );
  }
  if (control.kind === 'choice' && control.own !== null) {
    const options = [...control.options, { id: OWN, name: 'custom values', detail: '' }];
    const isOwn = isObject(value);
    return (
      <>
        <FieldRow
          field={{ ...field, control: { kind: 'choice', options, own: null } }}
          value={isOwn ? OWN : value}
          fallback={fallback}
          error={isOwn && error?.path !== path ? null : error}
          onChange={(next) => change(next === OWN ? {} : next)}
        />
        {isOwn && (
          <Nested label={labelOf(field.key)}>
            <ObjectFields path={path} fields={fieldsOf(control.own)} value={value} />
          </Nested>
        )}
      </>
    );
  }
  return <FieldRow field={field} value={value} fallback={fallback} error={error} onChange={change} />;
}

const OWN = '{}';

type ModelControl = Extract<Control, { kind: 'model' }>;

/** A quantity, as a number or a list, or a model that draws it. */
function SingleOrModel({
  path,
  field,
  control,
  value,
  fallback,
  onChange,
}: {
  path: string;
  field: Field;
  control: ModelControl & { single: NonNullable<ModelControl['single']> };
  value: Json | undefined;
  fallback: Json | undefined;
  onChange: (value: Json | undefined) => void;
}) {
  const error = useErrorAt(path);
  const kind = isObject(value) && typeof value.kind === 'string' ? value.kind : '';
  const model = control.models.find(({ id }) => id === kind);
  const label = labelOf(field.key);
  return (
    <div className={styles.model}>
      {model === undefined && (
        <FieldRow
          field={{ ...field, control: control.single }}
          value={value}
          fallback={fallback}
          error={error}
          onChange={onChange}
        />
      )}
      <div className={styles.pair} title={field.help}>
        <span>{model === undefined ? `${label} model` : label}</span>
        <Choice
          label={`${label} model`}
          className={styles.choice}
          value={kind}
          options={[{ id: '', name: 'as written', detail: 'A number, steps or a trace.' }, ...control.models]}
          onChange={(id) => {
            // The rate that was written stays, as the mean.
            const mean =
              field.key === 'rate' && value !== undefined && typeof value !== 'object' ? { mean: value } : {};
            if (id !== '') onChange({ kind: id, ...mean });
            else {
              // And the other way: what was drawn on average is written.
              const drawnBps = drawnMeanBps(value);
              const usual = fallback ?? (field.key === 'rate' ? '10Mbps' : '10ms');
              const written = drawnBps === null ? usual : writeRate(drawnBps);
              onChange(field.isRequired || drawnBps !== null ? written : undefined);
            }
          }}
        />
      </div>
      {model !== undefined && (
        <div className={styles.inner}>
          <ObjectFields path={path} fields={fieldsOf(model.schema, ['kind'])} value={value} />
        </div>
      )}
    </div>
  );
}

/** A queue discipline or a loss model, with the parameters it declares. */
function ModelField({
  path,
  field,
  control,
  value,
  onChange,
}: {
  path: string;
  field: Field;
  control: ModelControl;
  value: Json | undefined;
  onChange: (value: Json | undefined) => void;
}) {
  const error = useLabState((state) => {
    const found = state.scenario.error;
    return found !== null && (found.path === path || found.path === `${path}.kind`) ? found : null;
  });
  const label = labelOf(field.key);
  const kind =
    typeof value === 'string' ? value : isObject(value) ? (value.kind ?? control.models[0]?.id) : '';
  const model = control.models.find(({ id }) => id === kind);
  const choose = (id: string): void => {
    if (control.words.some((word) => word.id === id)) onChange(id);
    else if (id === '') onChange(undefined);
    // The buffer stays when the discipline changes; the other parameters belong to the old
    // discipline.
    else
      onChange({
        kind: id,
        ...(isObject(value) && 'capacity' in value ? { capacity: value.capacity ?? null } : {}),
      });
  };
  const usual = value === undefined ? [{ id: '', name: 'default', detail: '' }] : [];
  return (
    <div className={styles.model}>
      <div className={styles.pair} title={field.help}>
        <span>{label}</span>
        <Choice
          label={label}
          className={styles.choice}
          value={typeof kind === 'string' ? kind : ''}
          options={[...usual, ...control.words, ...control.models]}
          onChange={choose}
        />
      </div>
      {error !== null && <FieldError error={error} />}
      {model !== undefined && (
        <div className={styles.inner}>
          <ObjectFields path={path} fields={fieldsOf(model.schema, ['kind'])} value={value} />
        </div>
      )}
    </div>
  );
}

export function Nested({
  label,
  help,
  children,
}: {
  label: string;
  help?: string;
  children: React.ReactNode;
}) {
  return (
    <details className={styles.nested}>
      <summary title={help}>{label}</summary>
      <div className={styles.inner}>{children}</div>
    </details>
  );
}
