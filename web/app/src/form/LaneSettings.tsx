import { useState } from 'react';
import { Button } from 'react-aria-components';
import { compareList, isObject } from '@ackscope/model';
import type { Json, PathChange } from '@ackscope/model';
import { Choice } from '../kit/Choice.tsx';
import { useActions, useLab, useLabState } from '../lab/context.ts';
import { nameOf } from '../scenario/changes.ts';
import {
  bufferVariants,
  changeVariant,
  duplicateVariant,
  parametersPath,
  commonLanePaths,
  variantOf,
} from '../scenario/variants.ts';
import type { Variant } from '../scenario/variants.ts';
import { FieldRow } from './Field.tsx';
import type { Field } from './schema.ts';
import { parameterFields } from './schema.ts';
import styles from './form.module.css';

/** The settings of one lane: algorithm, parameters, name, and changed scenario values. */
export function LaneSettings({ index, name, onDone }: { index: number; name: string; onDone: () => void }) {
  const actions = useActions();
  const { catalogue } = useLab();
  const wanted = useLabState((state) => state.scenario.wanted);
  const entry = compareList(wanted)[index];
  if (entry === undefined) return null;
  const variant = variantOf(entry);
  const change = (next: Partial<Variant>): void => {
    actions.change(changeVariant(wanted, index, { ...variant, ...next }));
  };
  const leave = (changes: PathChange[]): void => {
    onDone();
    actions.change(changes);
  };
  const at = parametersPath(wanted);
  const parameters = isObject(variant.set[at]) ? variant.set[at] : {};
  return (
    <div className={styles.form}>
      <div className={styles.pair}>
        <span>Algorithm</span>
        <Choice
          label="Algorithm"
          className={styles.choice}
          value={variant.algorithm}
          options={catalogue.algorithms.map((item) => ({
            id: item.id,
            name: item.name,
            detail: item.summary,
          }))}
          // The parameters belong to the old algorithm.
          onChange={(algorithm) => change({ algorithm, set: without(variant.set, at) })}
        />
      </div>
      <FieldRow
        field={TEXT('Label', 'The name of the lane.')}
        value={variant.label ?? undefined}
        fallback={name}
        error={null}
        onChange={(value) => change({ label: typeof value === 'string' ? value : null })}
      />
      {parameterFields(variant.algorithm).map((field) => (
        <FieldRow
          key={field.key}
          field={field}
          value={parameters[field.key]}
          fallback={field.fallback}
          error={null}
          onChange={(value) => change({ set: put(variant.set, at, put(parameters, field.key, value)) })}
        />
      ))}
      <h3 className={styles.heading}>Only in this lane</h3>
      <Replaced variant={variant} leftOut={at} onChange={(set) => change({ set })} />
      <div className={styles.buttons}>
        <Button className={styles.add ?? ''} onPress={() => leave(duplicateVariant(wanted, index))}>
          Add a copy
        </Button>
        <Button className={styles.add ?? ''} onPress={() => leave(bufferVariants(wanted, index, name))}>
          Compare 0.1 BDP with 1 BDP
        </Button>
      </div>
    </div>
  );
}

function Replaced({
  variant,
  leftOut,
  onChange,
}: {
  variant: Variant;
  leftOut: string;
  onChange: (set: Variant['set']) => void;
}) {
  const wanted = useLabState((state) => state.scenario.wanted);
  const [typed, setTyped] = useState('');
  const usual = commonLanePaths(wanted).filter(({ path }) => !(path in variant.set));
  const own = Object.entries(variant.set).filter(([path]) => path !== leftOut);
  const add = (path: string): void => {
    const value = usual.find((item) => item.path === path)?.value ?? 0;
    onChange({ ...variant.set, [path]: value });
  };
  return (
    <>
      {own.map(([path, value]) => (
        <FieldRow
          key={path}
          field={{ ...TEXT(nameOf(path), path), control: { kind: 'quantity', ...PLAIN } }}
          value={value}
          fallback={undefined}
          error={null}
          onChange={(next) => onChange(put(variant.set, path, next))}
        />
      ))}
      <Choice
        label="Replace a value"
        value=""
        options={usual.map(({ path }) => ({ id: path, name: nameOf(path), detail: path }))}
        onChange={add}
      >
        Replace a value…
      </Choice>
      <label className={styles.pair}>
        or by its path
        <input
          className={styles.entry}
          value={typed}
          placeholder="hops.0.delay"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed.trim() === '') return;
            add(typed.trim());
            setTyped('');
          }}
        />
      </label>
    </>
  );
}

const PLAIN = { dimension: 'number', min: -Infinity, max: Infinity, isWhole: false, isMore: true } as const;

const TEXT = (key: string, help: string): Field => ({
  key,
  help,
  fallback: undefined,
  isRequired: false,
  control: { kind: 'text' },
});

function put(set: Variant['set'], key: string, value: Json | undefined): Variant['set'] {
  return value === undefined ? without(set, key) : { ...set, [key]: value };
}

function without(set: Variant['set'], key: string): Variant['set'] {
  const { [key]: _, ...rest } = set;
  return rest;
}
