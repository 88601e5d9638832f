/**
 * A lesson at an address (`#lesson?from=https://…`): its text is read in a worker (foreignText.ts), its runs are within
 * the limits of what runs unasked. What was begun ends when the reader leaves.
 */
import type { Engine, ExpressionReport } from '@ackscope/engine';
import { costOf, decodeLink, UNASKED_LIMIT } from '@ackscope/model';
import { LAST_VARIANT, withValues } from '@ackscope/model/lesson';
import type { Lesson, Values } from '@ackscope/model/lesson';
import type { Foreign } from './foreignText.ts';
import { readInWorker } from './readForeign.ts';
import { isVaried, valuesOf } from '../variants.ts';

const fail = (what: string): never => {
  throw new Error(what);
};

const NEVER = new AbortController().signal;

/** Throws with the reason. */
export async function readForeign(
  address: string,
  source: string,
  expression: (source: string) => Promise<ExpressionReport>,
  signal: AbortSignal = NEVER,
): Promise<Foreign> {
  // The engine compiles expressions elsewhere, so the text is read twice: to find them, and with their programs.
  const asked = await readInWorker({ source }, signal);
  const reports: [string, ExpressionReport][] = [];
  for (const one of asked.expressions ?? []) {
    signal.throwIfAborted();
    reports.push([one, await expression(one)]);
  }
  const { foreign } = await readInWorker({ address, source, reports }, signal);
  return foreign ?? fail('its text gave no lesson');
}

/** Throws if a run of the lesson, in any variant, needs more than the page runs unasked, or cannot run. */
export async function checkRuns(
  lesson: Lesson,
  engine: Pick<Engine, 'check' | 'ask'>,
  signal: AbortSignal = NEVER,
): Promise<void> {
  for await (const { lesson: varied } of variantsOf(lesson, engine, signal))
    await checkEach(varied, engine, signal);
}

/** The lesson with the values of each different variant; as it is if it has none. */
export async function* variantsOf(
  lesson: Lesson,
  engine: Pick<Engine, 'ask'>,
  signal: AbortSignal,
): AsyncGenerator<{ lesson: Lesson; values: Values }> {
  const last = isVaried(lesson) ? LAST_VARIANT : 0;
  const known = new Set<string>();
  // At most 64 combinations, in equal parts of the numbers of variants.
  for (let variant = 0; variant <= last; variant += 64) {
    signal.throwIfAborted();
    const values = await valuesOf(engine, lesson, variant);
    const key = JSON.stringify(values);
    if (!known.has(key)) yield { lesson: withValues(lesson, values, variant), values };
    known.add(key);
  }
}

async function checkEach(
  { steps }: Lesson,
  engine: Pick<Engine, 'check'>,
  signal: AbortSignal,
): Promise<void> {
  for (const [at, { run }] of steps.entries()) {
    signal.throwIfAborted();
    const { problems } = decodeLink(run);
    if (problems.length > 0) fail(`step ${String(at + 1)}: ${problems.join(' ')}`);
    const check = await engine.check(JSON.stringify(decodeLink(run).scenario));
    if (!check.ok) fail(`step ${String(at + 1)}: ${check.error.message}`);
    else {
      const { segments, memoryBytes } = costOf(check);
      if (segments > UNASKED_LIMIT.segments || memoryBytes > UNASKED_LIMIT.memoryBytes)
        fail(`step ${String(at + 1)}: its run is too long for a lesson`);
    }
  }
}
