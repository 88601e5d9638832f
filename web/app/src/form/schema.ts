/**
 * The scenario's JSON schema as the form reads it: the control of each key. The engine generates
 * the schema, so a new key gets its field automatically.
 */
import text from '../../../../docs/scenario.schema.json?raw';

export interface Schema {
  $ref?: string;
  type?: string;
  title?: string;
  description?: string;
  const?: string | number;
  enum?: string[];
  default?: string | number | boolean;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  if?: Schema;
  then?: Schema;
  $defs?: Record<string, Schema>;
}

export interface Option {
  id: string;
  name: string;
  detail: string;
}

export type Dimension = 'time' | 'rate' | 'capacity' | 'bytes' | 'packets' | 'number';

export type Control =
  | { kind: 'flag' }
  /** One of several words; `own`: or an object with its own keys. */
  | { kind: 'choice'; options: Option[]; own: Schema | null }
  /** Several of a set of words. */
  | { kind: 'words'; options: Option[] }
  /** One number, with a unit if the dimension has one; `isMore`: other forms are JSON. */
  | { kind: 'quantity'; dimension: Dimension; min: number; max: number; isWhole: boolean; isMore: boolean }
  /** An object whose keys depend on its `kind`; one of `words` or a `single` quantity may replace it. */
  | { kind: 'model'; models: (Option & { schema: Schema })[]; words: Option[]; single: Quantity | null }
  | { kind: 'object'; schema: Schema }
  | { kind: 'text' }
  /** Everything without a control of its own, written as JSON. */
  | { kind: 'json' };

export interface Field {
  key: string;
  help: string;
  fallback: string | number | boolean | undefined;
  /** The key is required: it cannot be removed. */
  isRequired: boolean;
  control: Control;
}

const ROOT = JSON.parse(text) as Schema;

export const SCENARIO: Schema = ROOT;

export function definition(name: string): Schema {
  return ROOT.$defs?.[name] ?? {};
}

function resolved(schema: Schema): Schema {
  const name = schema.$ref?.replace('#/$defs/', '');
  return name === undefined ? schema : { ...resolved(definition(name)), ...withoutRef(schema) };
}

function withoutRef(schema: Schema): Schema {
  const { $ref: _, ...rest } = schema;
  return rest;
}

/** The fields of an object, in the order of the engine's declaration. */
export function fieldsOf(schema: Schema, leftOut: readonly string[] = []): Field[] {
  const object = resolved(schema);
  return Object.entries(object.properties ?? {})
    .filter(([key]) => !leftOut.includes(key))
    .map(([key, property]) => {
      const whole = resolved(property);
      const isRequired = object.required?.includes(key) ?? false;
      return {
        key,
        help: whole.description ?? '',
        fallback: whole.default,
        isRequired,
        control: controlOf(property),
      };
    });
}

/** The fields of an algorithm's own parameters. */
export function parameterFields(algorithm: string): Field[] {
  const rule = definition('Flow').allOf?.find((item) => item.if?.properties?.algorithm?.const === algorithm);
  return fieldsOf(rule?.then?.properties?.parameters ?? {});
}

function controlOf(property: Schema): Control {
  const schema = resolved(property);
  if (schema.type === 'boolean') return { kind: 'flag' };
  const words = optionsOf(schema);
  if (words !== null) return { kind: 'choice', options: words, own: null };
  if (schema.type === 'array') {
    const items = schema.items === undefined ? null : optionsOf(resolved(schema.items));
    return items === null ? { kind: 'json' } : { kind: 'words', options: items };
  }
  const quantity = quantityOf(schema);
  if (quantity !== null) return quantity;
  if (schema.type === 'object')
    return schema.properties === undefined ? { kind: 'json' } : { kind: 'object', schema };
  if (schema.type === 'string') return { kind: 'text' };
  return formsOf(schema.anyOf ?? schema.oneOf ?? []);
}

/** The control for a value that may have one of several forms. */
function formsOf(given: readonly Schema[]): Control {
  const forms = given.map(resolved);
  const words = forms.flatMap((form) => optionsOf(form) ?? []);
  const inner = forms.flatMap((form) => (form.anyOf ?? []).map(resolved));
  const models = [...forms, ...inner].flatMap((schema) => {
    const id = schema.properties?.kind?.const;
    if (typeof id !== 'string') return [];
    return [{ id, name: schema.title ?? id, detail: schema.description ?? '', schema }];
  });
  const number = forms.map(quantityOf).find((form) => form !== null);
  const single = number == null ? null : { ...number, isMore: forms.length > 1 };
  if (models.length > 0) return { kind: 'model', models, words, single };
  const list = forms.find((form) => form.type === 'array');
  const several = list?.items === undefined ? null : optionsOf(resolved(list.items));
  if (several !== null) return { kind: 'words', options: several };
  const object = forms.find((form) => form.type === 'object' && form.properties !== undefined);
  if (single !== null) return single;
  if (words.length > 0) return { kind: 'choice', options: words, own: object ?? null };
  return object === undefined ? { kind: 'json' } : { kind: 'object', schema: object };
}

function optionsOf(schema: Schema): Option[] | null {
  if (schema.enum !== undefined) return schema.enum.map((id) => ({ id, name: id, detail: '' }));
  if (typeof schema.const === 'string') {
    return [{ id: schema.const, name: schema.title ?? schema.const, detail: schema.description ?? '' }];
  }
  // A pattern stands for ids that the scenario defines itself; the schema does not know them.
  const listed = (schema.oneOf ?? []).filter(({ pattern }) => pattern === undefined);
  const each = listed.map((form) => optionsOf(resolved(form)));
  if (each.length === 0 || each.some((options) => options === null)) return null;
  return each.flatMap((options) => options ?? []);
}

type Quantity = Extract<Control, { kind: 'quantity' }>;

const UNITS: readonly [Dimension, string][] = [
  ['capacity', 'bdp'],
  ['rate', 'Mbps'],
  ['bytes', 'kB'],
  ['packets', 'pkt'],
  ['time', 'ms'],
];

/** A number, alone or as an alternative to a text with a unit. */
function quantityOf(schema: Schema): Quantity | null {
  const forms = (schema.anyOf ?? [schema]).map((form) => (form.$ref === undefined ? form : resolved(form)));
  const number = forms.find((form) => form.type === 'number' || form.type === 'integer');
  if (number === undefined) return null;
  const pattern = forms.find((form) => form.pattern !== undefined)?.pattern ?? '';
  const dimension = UNITS.find(([, unit]) => pattern.includes(unit))?.[0] ?? 'number';
  return {
    kind: 'quantity',
    dimension,
    min: number.minimum ?? -Infinity,
    max: number.maximum ?? Infinity,
    isWhole: number.type === 'integer',
    isMore: false,
  };
}
