/**
 * A lesson at an address (`#lesson?from=https://…`). Its text is untrusted: it is read by the rules of the site's
 * own lessons (reader.ts), and its YAML has no anchors and little depth, its links lead only to http and https and
 * show their host, and its runs are within the limits of what runs unasked. What it claims is not checked.
 */
import * as v from 'valibot';
import { isAlias, parseDocument, visit } from 'yaml';
import type { Engine, ExpressionReport } from '@ackscope/engine';
import { costOf, decodeLink, UNASKED_LIMIT, webAddress } from '@ackscope/model';
import {
  foreignCode,
  LAST_VARIANT,
  readExpression,
  revisionOf,
  unknownPlaces,
  withValues,
} from '@ackscope/model/lesson';
import type { Block, Inline, Lesson, RunExpression } from '@ackscope/model/lesson';
import { checked, partsOf, readBody, text, VARIANTS } from './reader.ts';
import type { Wanted } from './reader.ts';
import { isVaried, valuesOf } from './variants.ts';

const DEEPEST = 8;
const MOST_STEPS = 12;
const MOST_EXPRESSIONS = 200;

const HEAD = v.object({
  title: v.pipe(text, v.maxLength(200)),
  summary: v.optional(v.pipe(v.string(), v.maxLength(1000)), ''),
  minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120)), 10),
  score: v.optional(v.picklist(['answered', 'right']), 'answered'),
  ...VARIANTS,
});

const fail = (what: string): never => {
  throw new Error(what);
};

/** Throws with the reason. */
export async function readForeign(
  address: string,
  source: string,
  expression: (source: string) => Promise<ExpressionReport>,
): Promise<Lesson> {
  // The engine compiles expressions elsewhere, so the text is read twice: to find them, and with their programs.
  const asked = new Map<string, ExpressionReport | null>();
  parse(source, (one) => {
    asked.set(one, null);
    if (asked.size > MOST_EXPRESSIONS) fail(`it has more than ${String(MOST_EXPRESSIONS)} expressions`);
    return STAND_IN;
  });
  for (const one of asked.keys()) asked.set(one, await expression(one));
  const { head, body } = parse(source, (one) => {
    const report = asked.get(one);
    return report == null ? fail(`“${one.slice(0, 60)}” was not compiled`) : readExpression(one, report);
  });
  if (body.steps.length > MOST_STEPS)
    fail(`it has ${String(body.steps.length)} steps, at most ${String(MOST_STEPS)}`);
  for (const [at, { run }] of body.steps.entries()) {
    const { problems } = decodeLink(run);
    if (problems.length > 0) fail(`step ${String(at + 1)}: ${problems.join(' ')}`);
  }
  const { intro, steps, note } = body;
  const lesson: Lesson = {
    id: address,
    ...head,
    variant: null,
    unit: 0,
    after: [],
    order: 0,
    code: foreignCode(address),
    revision: revisionOf(source),
    intro: shown(intro),
    steps: steps.map((step) => ({ ...step, text: shown(step.text), after: shown(step.after) })),
    note: shown(note),
  };
  const unknown = unknownPlaces(lesson);
  if (unknown.length > 0) fail(`vary has no path for ${unknown.join(', ')}`);
  return lesson;
}

/** Throws if a run of the lesson, in any variant, needs more than the page runs unasked, or cannot run. */
export async function checkRuns(lesson: Lesson, engine: Pick<Engine, 'check' | 'classwork'>): Promise<void> {
  const last = isVaried(lesson) ? LAST_VARIANT : 0;
  const checked = new Set<string>();
  // At most 64 combinations, in equal parts of the numbers of variants.
  for (let variant = 0; variant <= last; variant += 64) {
    const values = await valuesOf(engine, lesson, variant);
    const key = JSON.stringify(values);
    if (!checked.has(key)) await checkEach(withValues(lesson, values, variant), engine);
    checked.add(key);
  }
}

async function checkEach({ steps }: Lesson, engine: Pick<Engine, 'check'>): Promise<void> {
  for (const [at, { run }] of steps.entries()) {
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

/** Any expression, while it is not compiled. */
const STAND_IN = {
  text: '',
  isCondition: false,
  program: [],
  measured: [{ of: 'series', number: 'mean', counts: false, lane: '-', series: '-', interval_s: [0, 1] }],
} as const;

function parse(source: string, compile: (source: string) => RunExpression | typeof STAND_IN) {
  const parts = partsOf(source, fail);
  const head = checked(HEAD, data(parts.head), 'front matter', fail);
  const body = readBody(parts.body, {
    yaml: data,
    compile: (one: string, wanted: Wanted): RunExpression => {
      const read = compile(one);
      if (read !== STAND_IN) return read as RunExpression;
      return { ...STAND_IN, isCondition: wanted === 'comparison' } as unknown as RunExpression;
    },
    link: (href) => webAddress(href) && href,
    // What it claims is not checked.
    claim: () => '0 < 1',
    fail,
  });
  return { head, body };
}

/** YAML as data, without anchors, custom tags and much depth. */
function data(source: string): unknown {
  const document = parseDocument(source, { schema: 'core', customTags: [] });
  const [mistake] = document.errors;
  if (mistake !== undefined) fail(`YAML: ${mistake.message.split('\n')[0] ?? ''}`);
  visit(document, {
    Node: (_, node, path) => {
      if (isAlias(node) || node.anchor !== undefined) fail('YAML: anchors are not allowed');
      if (path.length > 2 * DEEPEST) fail(`YAML: it is more than ${String(DEEPEST)} levels deep`);
    },
  });
  return document.toJS({ maxAliasCount: 0 }) as unknown;
}

/** Each link followed by the host it leads to. */
function shown(blocks: readonly Block[]): Block[] {
  return blocks.map((block) =>
    block.kind === 'paragraph'
      ? { ...block, text: withHosts(block.text) }
      : { ...block, items: block.items.map(withHosts) },
  );
}

function withHosts(parts: readonly Inline[]): Inline[] {
  return parts.flatMap((part): Inline[] => {
    if (typeof part === 'string' || part.kind === 'code') return [part];
    const inside = { ...part, text: withHosts(part.text) };
    return part.kind === 'link' ? [inside, ` (${webAddress(part.href)?.host ?? ''})`] : [inside];
  });
}
