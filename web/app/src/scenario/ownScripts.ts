/** The scripts of a scenario, and the paths of their parameters. */
import type { Json, JsonObject } from '@ackscope/model';

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The scripts of a scenario by id. */
export function scriptsOf(scenario: JsonObject): ReadonlyMap<string, string> {
  const scripts = scenario.scripts;
  const entries = isObject(scripts) ? Object.entries(scripts) : [];
  return new Map(entries.flatMap(([id, text]) => (typeof text === 'string' ? [[id, text]] : [])));
}

const algorithmOf = (entry: Json): string | null => {
  if (typeof entry === 'string') return entry;
  const algorithm = isObject(entry) ? entry.algorithm : undefined;
  return typeof algorithm === 'string' ? algorithm : null;
};

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

/** Whether a flow or a lane of the scenario runs the script. */
export function drivesALane(scenario: JsonObject, id: string): boolean {
  return ['flows', 'compare'].some((key) => list(scenario[key]).some((entry) => algorithmOf(entry) === id));
}

/** The scenario with the script; without any lane that runs it, a lane is added. */
export function withScript(scenario: JsonObject, id: string, text: string): JsonObject {
  const scripts = isObject(scenario.scripts) ? scenario.scripts : {};
  const flows = list(scenario.flows);
  const compare = list(scenario.compare);
  const next: Record<string, Json> = { ...scenario, scripts: { ...scripts, [id]: text } };
  if (!drivesALane(scenario, id)) {
    next.flows = compared(flows);
    const first = compare.length > 0 ? compare : [...new Set(flows.map(algorithmOf))].slice(0, 1);
    next.compare = [...first.filter((entry) => entry !== null).slice(0, 1), id] as Json;
  }
  return next;
}

/** A lane needs a compared flow: the first TCP flow. */
function compared(flows: readonly Json[]): Json {
  const isCompared = (flow: Json): boolean => isObject(flow) && flow.compared === true;
  if (flows.some(isCompared)) return [...flows] as Json;
  const place = flows.findIndex((flow) => isObject(flow) && flow.kind !== 'cbr');
  return flows.map((flow, index) => (index === place && isObject(flow) ? { ...flow, compared: true } : flow));
}

/** The script's parameters in the scenario. */
export function parametersOf(scenario: JsonObject, id: string): JsonObject {
  for (const key of ['compare', 'flows']) {
    for (const entry of list(scenario[key])) {
      if (algorithmOf(entry) === id && isObject(entry) && isObject(entry.parameters)) {
        return entry.parameters;
      }
    }
  }
  return {};
}

/** The scenario with a parameter of the script set; null removes it. */
export function withParameter(scenario: JsonObject, id: string, name: string, value: Json): JsonObject {
  const parameters: Record<string, Json> = { ...parametersOf(scenario, id) };
  if (value === null) delete parameters[name];
  else parameters[name] = value;
  const of = (entry: Json): Json => {
    if (algorithmOf(entry) !== id) return entry;
    const changed: Record<string, Json> = isObject(entry) ? { ...entry } : { algorithm: id };
    if (Object.keys(parameters).length > 0) changed.parameters = parameters;
    else delete changed.parameters;
    return Object.keys(changed).length === 1 && changed.algorithm === id && typeof entry === 'string'
      ? entry
      : changed;
  };
  const key = list(scenario.compare).some((entry) => algorithmOf(entry) === id) ? 'compare' : 'flows';
  return { ...scenario, [key]: list(scenario[key]).map(of) };
}
