/**
 * Reads a lesson: Markdown with front matter, an introduction, and one heading per step. Below the heading come
 * the learner's text, a block `lab` with the run and the prediction, and the text for afterwards below
 * `### Afterwards`. The result is plain data and no HTML. A lesson may contain only what `Block` can hold; anything
 * else is refused with the place. The build reads the files of docs/lessons with it (web/app/vite/lessons.ts), the
 * page those at an address (foreign.ts). The guide is docs/adding-a-lesson.md.
 */
import { Lexer } from 'marked';
import type { Token, Tokens } from 'marked';
import * as v from 'valibot';
import type { Block, Inline, Lesson, LessonStep, Prediction, RunExpression } from '@ackscope/model/lesson';
import { yamlText } from './yamlText.ts';
import type { YamlText } from './yamlText.ts';

const AFTERWARDS = 'Afterwards';
const NOTE = 'For the teacher';

export const text = v.pipe(v.string(), v.minLength(1));

const texts = v.union([text, v.array(text)]);
export const GIVEN = v.optional(v.record(text, texts), {});

/** What may change without a change of the answer, unless the text names it: `web/app/test/innocent.ts` makes the changes. */
export const SETTINGS = ['seed', 'rtt', 'rto', 'growth', 'recovery', 'cubic', 'linux6'] as const;
export type Setting = (typeof SETTINGS)[number];
export type Hangs = Readonly<Partial<Record<Setting, string>>>;

/** The words that name each setting on which an answer hangs. */
export const HANGS = v.optional(v.record(v.picklist(SETTINGS), text), {});

/** What a front matter says of variants. */
export const VARIANTS = {
  vary: v.optional(v.record(text, v.array(v.union([v.string(), v.number(), v.boolean()]))), {}),
  salt: v.optional(v.string(), ''),
};

const DRAW = v.strictObject({
  ask: text,
  draw: text,
  over: text,
  top: v.pipe(v.number(), v.minValue(0)),
  unit: v.picklist(['packets', 'bps', 's']),
  /** For hands in a lecture: A to D. */
  shapes: v.optional(
    v.pipe(
      v.record(text, v.array(v.tuple([v.number(), v.number()]))),
      v.check((shapes) => Object.keys(shapes).length <= 4, 'has at most four shapes, A to D'),
    ),
    {},
  ),
});
const PICK = v.strictObject({
  ask: text,
  pick: v.record(text, text),
  right: v.picklist(['most', 'least', 'true']),
});
const ESTIMATE = v.pipe(
  v.strictObject({
    ask: text,
    estimate: text,
    unit: v.picklist(['packets', 'bps', 's', 'ratio', '']),
    low: v.number(),
    high: v.number(),
    step: v.pipe(v.number(), v.gtValue(0)),
    textbook: v.optional(v.union([text, v.pipe(v.number(), v.transform(String))])),
  }),
  v.check(({ low, high }) => low < high, 'low has to be less than high'),
);

/** As many conditions as a result's code holds. */
const MAX_CONDITIONS = 12;
const WRITE = v.strictObject({
  ask: text,
  /** The id of a script of the run. */
  write: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'is the id of a script')),
  test: v.union([text, v.pipe(v.array(text), v.minLength(1), v.maxLength(MAX_CONDITIONS))]),
  /** A text that fulfils the test: a test asks. */
  solution: text,
});

/** The key selects the schema, so that an error names the mistake instead of refusing all forms. */
const PREDICT = v.lazy((given) => {
  const has = (key: string): boolean => typeof given === 'object' && given !== null && key in given;
  return has('draw') ? DRAW : has('pick') ? PICK : has('write') ? WRITE : ESTIMATE;
});

const WHY = v.strictObject({
  lane: text,
  of: v.picklist(['goodput', 'delay', 'completion', 'fairness']),
  over: v.pipe(
    v.string(),
    v.regex(/^\d+(?:\.\d+)?\.\.\d+(?:\.\d+)?$/, 'is an interval in seconds, as 50..200'),
  ),
  /** The suspect that the answer names: a test asks. */
  cause: text,
});

const RUN = v.pipe(v.string(), v.regex(/^v\d+\//, 'is a link without its #, beginning with its version'));

const LAB = v.strictObject({
  run: RUN,
  predict: v.optional(PREDICT),
  why: v.optional(WHY),
  expect: v.optional(v.record(text, texts), {}),
  seeds: v.optional(v.record(text, texts), {}),
  elsewhere: v.optional(v.array(v.strictObject({ run: RUN, expect: v.record(text, texts) })), []),
  given: GIVEN,
  'hangs-on': HANGS,
});

/** What stands around the text: who has written it decides. */
export interface Reading {
  /** Compiles a comparison or a number about a run. Throws at a mistake. */
  compile: (source: string, wanted: Wanted) => RunExpression;
  /** Where a link may lead: its address as it is shown, or null if it is refused. */
  link?: (href: string) => string | null;
  /** A comparison of `expect` with the values of the first variant. */
  claim?: (text: string) => string;
  fail: Fail;
}

export type Wanted = 'comparison' | 'number';

/** A lesson without its front matter. */
export interface Body extends Pick<Lesson, 'intro' | 'steps' | 'note'> {
  claims: readonly StepClaims[];
  /** What the texts quote as held by something. */
  quotes: readonly Quote[];
}

/** Words of the lesson that stand in a block. */
export interface Quote {
  says: string;
  /** In the lesson's file. */
  line: number;
}

/** A quote of the lesson, and the comparisons that a run must fulfil for it. */
export interface Claim {
  says: string;
  holds: readonly string[];
  /** Of each comparison, in the lesson's file. */
  lines: readonly number[];
}

export interface StepClaims {
  /** What the step's run fulfils. */
  held: readonly Claim[];
  /** What it fulfils with the seeds 1 to 12, too. */
  always: readonly Claim[];
  elsewhere: readonly { run: string; held: readonly Claim[] }[];
  /** The text’s words for the settings on which the answer hangs. */
  hangs: Hangs;
  /** The suspect that the answer to the step's why names. */
  cause: string | null;
  /** A script that fulfils the step's test. */
  solution: string | null;
  /** Where its run and its prediction stand in the lesson's file. */
  runLine: number;
  predictLine: number;
}

/** A lesson's text in its two parts. */
export interface Parts {
  /** The front matter; it begins in line 2. */
  head: string;
  body: string;
  /** The line in which the body begins. */
  bodyLine: number;
}

export function partsOf(source: string, fail: Fail): Parts {
  const parts = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source.replace(/\r\n/g, '\n'));
  if (parts === null) return fail('it does not begin with front matter between two lines of ---', 1);
  const [, head = '', body = ''] = parts;
  return { head, body, bodyLine: linesOf(head) + 4 };
}

/** How many line breaks a text has. */
const linesOf = (source: string): number => source.split('\n').length - 1;

export function readBody({ body: source, bodyLine }: Parts, given: Reading): Body {
  let line = bodyLine;
  // A mistake without a line of its own has that of its paragraph, list or block.
  const fail: Fail = (what, at = line) => given.fail(what, at);
  const reading = { ...given, fail };
  const lesson = { intro: [] as Block[], note: [] as Block[], steps: [] as LessonStep[] };
  const claims: StepClaims[] = [];
  const quotes: Quote[] = [];
  let step: {
    title: string;
    text: Block[];
    after: Block[];
    lab: v.InferOutput<typeof LAB> | null;
    lineOf: YamlText['lineOf'];
  } | null = null;
  let into = lesson.intro;
  const close = (): void => {
    if (step === null) return;
    const { title, lab, text: before, after, lineOf } = step;
    if (lab === null) return fail(`the step “${title}” has no block \`lab\``);
    const inStep = {
      ...reading,
      fail: (what: string) => fail(`the step “${title}”: ${what}`, lineOf(['predict'])),
    };
    const claimsOf = (
      at: readonly (string | number)[],
      by: Readonly<Record<string, string | string[]>>,
    ): Claim[] =>
      Object.entries(by).map(([says, texts]) => {
        const holds = listOf(texts);
        return { says, holds, lines: holds.map((_, place) => lineOf([...at, says, place])) };
      });
    const [held, always] = [claimsOf(['expect'], lab.expect), claimsOf(['seeds'], lab.seeds)];
    const elsewhere = lab.elsewhere.map(({ run, expect }, at) => ({
      run,
      held: claimsOf(['elsewhere', at, 'expect'], expect),
    }));
    const all = [...held, ...always, ...elsewhere.flatMap((other) => other.held)];
    for (const claim of all.flatMap(({ holds }) => holds))
      expressionOf(reading.claim?.(claim) ?? claim, 'comparison', inStep);
    const predict = lab.predict === undefined ? null : predictionOf(lab.predict, inStep);
    const why = lab.why === undefined ? null : whyOf(lab.why);
    lesson.steps.push({ title, text: before, after, run: lab.run, predict, why });
    const solution = lab.predict !== undefined && 'write' in lab.predict ? lab.predict.solution : null;
    const [runLine, predictLine] = [lineOf(['run']), lineOf(['predict'])];
    const hangs = lab['hangs-on'];
    claims.push({
      held,
      always,
      elsewhere,
      hangs,
      cause: lab.why?.cause ?? null,
      solution,
      runLine,
      predictLine,
    });
    quotes.push(...all.map(({ says, lines }) => ({ says, line: lines[0] ?? runLine })));
    for (const key of ['given', 'hangs-on'] as const)
      for (const [by, says] of Object.entries(lab[key]))
        quotes.push(...listOf(says).map((one, at) => ({ says: one, line: lineOf([key, by, at]) })));
    step = null;
  };
  for (const token of tokensOf(source, bodyLine, fail)) {
    if (isA(token, 'heading')) {
      if (token.depth === 2) {
        close();
        if (token.text === NOTE) into = lesson.note;
        else {
          step = { title: token.text, text: [], after: [], lab: null, lineOf: () => line };
          into = step.text;
        }
      } else if (token.depth === 3 && token.text === AFTERWARDS && step !== null) into = step.after;
      else fail(`no place for the heading “${token.text}”`);
    } else if (isA(token, 'code') && token.lang === 'lab') {
      if (step === null) return fail('a block `lab` outside a step');
      if (step.lab !== null) fail(`two blocks \`lab\` in the step “${step.title}”`);
      const read = yamlText(token.text, line + 1, fail);
      step.lab = checked(LAB, read, `the step “${step.title}”`, fail);
      step.lineOf = read.lineOf;
    } else if (token.type !== 'space') into.push(blockOf(token, reading));
    line += linesOf(token.raw);
  }
  close();
  if (lesson.steps.length === 0) fail('it has no steps');
  if (lesson.note.length === 0) fail(`it has no section “${NOTE}”`);
  return { ...lesson, claims, quotes };
}

/** The longest paragraph or item: the parser's time grows with the square of its length. */
const LONGEST_TEXT = 5000;

function tokensOf(source: string, bodyLine: number, fail: Fail): readonly Token[] {
  const lexer = new Lexer();
  const blocks = lexer.blockTokens(source);
  // As marked's own `lex` does it, with the bound between its two steps.
  for (const { src, tokens } of lexer.inlineQueue) {
    if (src.length > LONGEST_TEXT)
      fail(
        `a paragraph has ${String(src.length)} characters, at most ${String(LONGEST_TEXT)}: “${src.slice(0, 40)}”`,
        bodyLine + linesOf(source.slice(0, Math.max(0, source.indexOf(src.split('\n', 1)[0] ?? '')))),
      );
    lexer.inlineTokens(src, tokens);
  }
  return blocks;
}

/** A key's value as a list: a text alone is a list of one. */
export const listOf = (texts: string | readonly string[]): readonly string[] =>
  typeof texts === 'string' ? [texts] : texts;

/** `line` is that of the lesson's file. */
export type Fail = (what: string, line?: number) => never;

export function checked<S extends v.GenericSchema>(
  schema: S,
  { data, lineOf }: YamlText,
  where: string,
  fail: Fail,
): v.InferOutput<S> {
  const read = v.safeParse(schema, data);
  if (read.success) return read.output;
  // A misspelt key is also one that is missing.
  const issue = read.issues.find(({ expected }) => expected === 'never') ?? read.issues[0];
  const keys = issue.path?.map(({ key }) => String(key)) ?? [];
  return fail(
    [`${where}:`, v.getDotPath(issue), issue.message].filter((part) => part !== null).join(' '),
    lineOf(keys),
  );
}

export function plain(text: readonly Inline[]): string {
  return text
    .map((part) => (typeof part === 'string' ? part : part.kind === 'code' ? part.text : plain(part.text)))
    .join('');
}

export function paragraphsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'paragraph' ? [plain(block.text)] : block.items.map((item) => plain(item)),
  );
}

function predictionOf(given: v.InferOutput<typeof PREDICT>, reading: Reading): Prediction {
  const { fail } = reading;
  if ('draw' in given) {
    const { ask, draw, over, top, unit, shapes } = given;
    // Parses the curve as the argument of `mean`.
    const [mean] = expressionOf(`mean(${draw}, ${over})`, 'number', reading).measured;
    const { series, interval_s: interval, lane, which, flow } = mean ?? {};
    if (series == null || lane === undefined || interval == null)
      return fail(`“${draw}” over “${over}” is no curve: draw SERIES of LANE over FROM..TO`);
    const [fromS = 0, toS = 0] = interval;
    return {
      kind: 'draw',
      ask,
      series,
      lane,
      fromS,
      toS,
      top,
      unit,
      shapes: Object.entries(shapes).map(([says, points]) => ({ says, points })),
      ...(which && { which }),
      ...(flow && { flow }),
    };
  }
  if ('pick' in given) {
    const wanted = given.right === 'true' ? 'comparison' : 'number';
    const options = Object.entries(given.pick).map(([name, value]) => ({
      name,
      value: expressionOf(value, wanted, reading),
    }));
    return { kind: 'pick', ask: given.ask, options, right: given.right };
  }
  if ('write' in given) {
    const test = listOf(given.test).map((condition) => expressionOf(condition, 'comparison', reading));
    return { kind: 'write', ask: given.ask, script: given.write, test };
  }
  const { estimate, textbook, ...rest } = given;
  return {
    kind: 'estimate',
    value: expressionOf(estimate, 'number', reading),
    ...rest,
    ...(textbook !== undefined && { textbook: expressionOf(textbook, 'number', reading) }),
  };
}

function whyOf({ lane, of, over }: v.InferOutput<typeof WHY>): LessonStep['why'] {
  const [fromS = 0, toS = 0] = over.split('..').map(Number);
  return { lane, of, fromS, toS };
}

function expressionOf(source: string, wanted: Wanted, { compile, fail }: Reading): RunExpression {
  try {
    const read = compile(source, wanted);
    if (read.isCondition === (wanted === 'comparison')) return read;
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  return fail(`“${source}” is no ${wanted}`);
}

function isA<K extends 'heading' | 'code' | 'paragraph' | 'text' | 'list' | 'strong' | 'em' | 'link'>(
  token: Token,
  kind: K,
): token is {
  heading: Tokens.Heading;
  code: Tokens.Code;
  paragraph: Tokens.Paragraph;
  text: Tokens.Text;
  list: Tokens.List;
  strong: Tokens.Strong;
  em: Tokens.Em;
  link: Tokens.Link;
}[K] {
  return token.type === kind;
}

function blockOf(token: Token, reading: Reading): Block {
  const { fail } = reading;
  if (isA(token, 'paragraph')) return { kind: 'paragraph', text: inlines(token.tokens, reading) };
  if (isA(token, 'list'))
    return {
      kind: 'list',
      ordered: token.ordered,
      items: token.items.map((item) => itemText(item, reading)),
    };
  return fail(`a lesson holds paragraphs and lists, no ${token.type}: “${token.raw.slice(0, 40)}”`);
}

/** An item holds one paragraph: `Block` has no place for a second one or for a nested list. */
function itemText({ tokens, raw }: Tokens.ListItem, reading: Reading): Inline[] {
  const [only, ...others] = tokens;
  if (only !== undefined && others.length === 0 && (isA(only, 'text') || isA(only, 'paragraph')))
    return inlines(only.tokens ?? [], reading);
  return reading.fail(`an item of a list is one paragraph: “${raw.slice(0, 40)}”`);
}

function inlines(tokens: readonly Token[], reading: Reading): Inline[] {
  const { fail, link } = reading;
  return tokens.map((token): Inline => {
    if (isA(token, 'strong') || isA(token, 'em'))
      return { kind: token.type, text: inlines(token.tokens, reading) };
    if (isA(token, 'link')) {
      const href =
        link === undefined
          ? token.href
          : (link(token.href) ?? fail(`the link “${token.href.slice(0, 60)}” is not allowed: http or https`));
      return { kind: 'link', href, text: inlines(token.tokens, reading) };
    }
    if (token.type === 'codespan') return { kind: 'code', text: (token as Tokens.Codespan).text };
    if (token.type === 'text' || token.type === 'escape') return unescaped((token as Tokens.Text).text);
    return fail(`a lesson's text holds no ${token.type}: “${token.raw.slice(0, 40)}”`);
  });
}

/** The lexer keeps the text as written. A soft line break becomes a space. */
function unescaped(raw: string): string {
  return raw.replace(/(?<!\s)\s*\n\s*/g, ' ');
}
