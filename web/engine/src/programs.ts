/** What compiles scripts: a list of texts in, the programs of all of them out. */
type Compile = (texts: readonly string[]) => Promise<Uint8Array>;

/** As many scenarios with scripts are at work at once: a page's own, a lesson's, a sweep's. */
const KEPT = 8;

/** The programs that scenarios need, each list of scripts compiled once while it is in use. */
export class Programs {
  readonly #compile: Compile;
  readonly #kept = new Map<string, Promise<Uint8Array>>();

  constructor(compile: Compile) {
    this.#compile = compile;
  }

  /** Of the scenario `text`; null if it has no scripts, as most have. */
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
 * The texts of all scripts that a scenario brings, those that a lane puts in the place of others
 * among them. Text that is no scenario has none: the engine says what is wrong with it.
 */
export function scriptsIn(text: string): string[] {
  // Most scenarios have none, and need not be read for that. A key may be written with escapes.
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

/** A text, or the texts of an object. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return isObject(value) ? Object.values(value).filter((text) => typeof text === 'string') : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
