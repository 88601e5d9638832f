/**
 * The text of a lesson at an address (`#lesson?from=https://…`), as data. It is untrusted: it is read by the rules of the
 * site's own lessons (reader.ts), and its YAML has no anchors and little depth, its links lead only to http and https and
 * show their host. What it claims is not checked. The page reads it in a worker (foreignWorker.ts): the parsers of
 * Markdown and YAML are not ours, and take long for some texts.
 */
import * as v from 'valibot';
import type { ExpressionReport } from '@ackscope/engine';
import { decodeLink, webAddress } from '@ackscope/model';
import { foreignCode, readExpression, revisionOf, unknownPlaces } from '@ackscope/model/lesson';
import type { Block, Inline, Lesson, RunExpression } from '@ackscope/model/lesson';
import { checked, GIVEN, listOf, paragraphsOf, partsOf, readBody, text, VARIANTS } from './reader.ts';
import type { Body, Quote, StepClaims, Wanted } from './reader.ts';
import { yamlText } from './yamlText.ts';

const MAX_STEPS = 12;
const MAX_EXPRESSIONS = 200;

const HEAD = v.object({
  title: v.pipe(text, v.maxLength(200)),
  summary: v.optional(v.pipe(v.string(), v.maxLength(1000)), ''),
  minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(120)), 10),
  score: v.optional(v.picklist(['answered', 'right']), 'answered'),
  ...VARIANTS,
  given: GIVEN,
});

const fail = (what: string, line?: number): never => {
  throw new Error(line === undefined ? what : `line ${String(line)}: ${what}`);
};

/** A lesson from elsewhere, with what only its check needs. */
export interface Foreign {
  lesson: Lesson;
  /** By step. */
  claims: readonly StepClaims[];
  /** Quotes that its text does not contain. */
  unsaid: readonly Quote[];
}

export type Reports = ReadonlyMap<string, ExpressionReport>;

/** The expressions of a lesson, which the engine compiles elsewhere. Throws with the reason. */
export function expressionsOf(source: string): string[] {
  const asked = new Set<string>();
  parse(source, (one) => {
    asked.add(one);
    if (asked.size > MAX_EXPRESSIONS) fail(`it has more than ${String(MAX_EXPRESSIONS)} expressions`);
    return STAND_IN;
  });
  return [...asked];
}

/** The lesson, with its compiled expressions. Throws with the reason. */
export function foreignLesson(address: string, source: string, reports: Reports): Foreign {
  const { head, quotes, body } = parse(source, (one) => {
    const report = reports.get(one);
    return report === undefined
      ? fail(`“${one.slice(0, 60)}” was not compiled`)
      : readExpression(one, report);
  });
  if (body.steps.length > MAX_STEPS)
    fail(`it has ${String(body.steps.length)} steps, at most ${String(MAX_STEPS)}`);
  for (const [at, { run }] of body.steps.entries()) {
    const { problems } = decodeLink(run);
    if (problems.length > 0) fail(`step ${String(at + 1)}: ${problems.join(' ')}`, body.claims[at]?.runLine);
  }
  const { intro, steps, note, claims } = body;
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
  return {
    lesson,
    claims,
    unsaid: unsaidOf(lesson.summary, { ...body, quotes: [...quotes, ...body.quotes] }),
  };
}

/** The quotes that stand nowhere in the text. */
function unsaidOf(summary: string, { intro, steps, note, quotes }: Body): Quote[] {
  const paragraphs = [
    summary,
    ...steps.flatMap(({ predict }) => (predict === null ? [] : [predict.ask])),
    ...paragraphsOf([...intro, ...steps.flatMap((step) => [...step.text, ...step.after]), ...note]),
  ];
  return quotes.filter(({ says }) => !paragraphs.some((text) => text.includes(says)));
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
  const read = yamlText(parts.head, 2, fail);
  const { given, ...head } = checked(HEAD, read, 'front matter', fail);
  const quotes = Object.entries(given).flatMap(([by, says]) =>
    listOf(says).map((one, at): Quote => ({ says: one, line: read.lineOf(['given', by, at]) })),
  );
  const body = readBody(parts, {
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
  return { head, quotes, body };
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
