/** What can be swept: every number that the scenario has or could have, by the schema. */
import { isObject } from '@ackscope/model';
import type { Json, JsonObject } from '@ackscope/model';
import { labelOf, wordsOfKey } from '../form/Field.tsx';
import { definition, fieldsOf, parameterFields, SCENARIO } from '../form/schema.ts';
import type { Dimension, Field } from '../form/schema.ts';

export interface SweepPath {
  path: string;
  /** The part of the scenario: `Hop 1`, `main`, `the run`. */
  owner: string;
  name: string;
  help: string;
  dimension: Dimension;
  min: number;
  max: number;
  isWhole: boolean;
  /** The scenario's value, or its default. */
  value: Json | undefined;
}

/** Keys without a useful sweep: the format's version, and seeds, which are varied anyway. */
const LEFT_OUT = ['version', 'title', 'seed', 'compare', 'flows', 'hops', 'measure'];

export function sweepPaths(scenario: JsonObject, defaults: JsonObject): SweepPath[] {
  const silent = (key: string): Json | undefined => defaults[key];
  const hops = listOf(scenario.hops).flatMap((hop, index) =>
    under(`Hop ${index + 1}`, `hops.${index}`, fieldsOf(definition('Hop')), hop, silent('hop')),
  );
  const flows = listOf(scenario.flows).flatMap((flow, index) => {
    const name = typeof flow.name === 'string' && !flow.name.includes('.') ? flow.name : String(index);
    return under(
      name === String(index) ? `Flow ${index + 1}` : name,
      `flows.${name}`,
      fieldsOf(definition('Flow')),
      flow,
      silent('flow'),
    );
  });
  const whole = under('The run', '', fieldsOf(SCENARIO, LEFT_OUT), scenario, defaults);
  return [...hops, ...flows, ...whole];
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function under(
  owner: string,
  prefix: string,
  fields: readonly Field[],
  value: JsonObject,
  defaults: Json | undefined,
): SweepPath[] {
  return fields.flatMap((field) => of(owner, prefix, '', field, value, isObject(defaults) ? defaults : {}));
}

function of(
  owner: string,
  prefix: string,
  within: string,
  field: Field,
  holder: JsonObject,
  defaults: JsonObject,
): SweepPath[] {
  const path = prefix === '' ? field.key : `${prefix}.${field.key}`;
  const said = holder[field.key];
  const value = said ?? defaults[field.key] ?? field.fallback;
  const name = within === '' ? labelOf(field.key) : `${within} ${wordsOfKey(field.key)}`;
  const { control } = field;
  const inside = (fields: readonly Field[], title: string): SweepPath[] =>
    fields.flatMap((inner) => of(owner, path, title, inner, isObject(said) ? said : {}, {}));
  if (field.key === 'parameters') {
    const algorithm = typeof holder.algorithm === 'string' ? holder.algorithm : '';
    return inside(parameterFields(algorithm), algorithm);
  }
  switch (control.kind) {
    case 'quantity':
      return [{ path, owner, name, help: field.help, ...rangeOf(control), value }];
    case 'model': {
      // A rate or a delay is a number as long as no model draws it.
      if (control.single !== null && !isObject(value))
        return [{ path, owner, name, help: field.help, ...rangeOf(control.single), value }];
      const kind = isObject(value) ? value.kind : undefined;
      const model = control.models.find(({ id }) => id === kind);
      return model === undefined ? [] : inside(fieldsOf(model.schema, ['kind']), name);
    }
    case 'object':
      // The return path inherits missing keys; its own keys are offered once it has some.
      return said === undefined ? [] : inside(fieldsOf(control.schema), name);
    default:
      return [];
  }
}

function rangeOf({ dimension, min, max, isWhole }: Pick<SweepPath, 'dimension' | 'min' | 'max' | 'isWhole'>) {
  return { dimension, min, max, isWhole };
}
