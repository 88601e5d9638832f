/** Compiles scripts: takes a list of texts, returns the programs of all of them. */
type Compile = (texts: readonly string[]) => Promise<Uint8Array>;

/** Scenarios with scripts in use at the same time: a page's own, a lesson's, a sweep's. */
const KEPT = 8;

/** The compiled scripts of scenarios; each list of scripts is compiled once while it is in use. */
export class Programs {
  readonly #compile: Compile;
  readonly #kept = new Map<string, Promise<Uint8Array>>();

  constructor(compile: Compile) {
    this.#compile = compile;
  }

  /** The programs of the scenario `text`; null if it has no scripts, like most. */
  of(text: string): Promise<Uint8Array> | null {
    const texts = scriptsIn(text);
    if (texts.length === 0) return null;
    const key = JSON.stringify(texts);
    const programs = this.#kept.get(key) ?? this.#compile(texts);
    this.#kept.delete(key); // what is asked for again is the newest
    this.#kept.set(key, programs);
    programs.catch(() => this.#kept.delete(key));
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
    return programs;
  }
}

/**
 * The texts of all scripts in a scenario, including those with which a lane replaces others.
 * Invalid JSON gives none: the engine reports what is wrong with it.
 */
export function scriptsIn(text: string): string[] {
  // Most scenarios have no scripts and need not be parsed. A key may be written with escapes.
  if (!text.includes('scripts') && !text.includes('\\u')) return [];
  let scenario: unknown;
  try {
    scenario = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isObject(scenario)) return [];
  const lanes = Array.isArray(scenario['compare']) ? (scenario['compare'] as unknown[]) : [];
  const found = [scenario['scripts'], ...lanes.flatMap(ofLane)].flatMap(textsIn);
  return [...new Set(found)];
}

function ofLane(lane: unknown): unknown[] {
  if (!isObject(lane) || !isObject(lane['set'])) return [];
  return Object.entries(lane['set']).flatMap(([path, value]) =>
    path.split('.')[0] === 'scripts' ? [value] : [],
  );
}

/** A text, or all texts of an object. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) ? Object.values(value).filter((text) => typeof text === 'string') : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
