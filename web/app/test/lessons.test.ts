// @vitest-environment node
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { decodeLink } from '@ackscope/model';
import type { CausesReport } from '@ackscope/engine';
import type { JsonObject, LaneRun } from '@ackscope/model';
import { curveOf, judge, numberFor } from '@ackscope/model/lesson';
import type { LessonStep, Prediction } from '@ackscope/model/lesson';
import { bordersOf } from '../src/lessons/lecture/lecture.ts';
import { realAnalysis, realEngine, realEvaluate } from '../../engine/test/real-engine.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { runExpression } from '../vite/analysis.ts';
import { LESSON_FOLDER, readLesson, readLessons, variantsOf } from '../vite/lessons.ts';
import type { CheckedLesson } from '../vite/lessons.ts';
import type { Claim, StepClaims } from '../src/course/foreign/reader.ts';
import {
  brokenClaims,
  claimsWith,
  questionFaults,
  SEEDS as ALL_SEEDS,
  writingFaults,
} from '../src/lesson/check.ts';
import { aQuarter, IS_MATRIX } from './matrix.ts';
import { clearanceIn } from './parts.ts';
import { asksFirst, holdsIn, runLink, runScenario } from './lessonRuns.ts';
import { withScript } from '../src/scenario/ownScripts.ts';
import { numberFaults } from './toldNumbers.ts';
import { wrongRuns } from './wrongRuns.ts';

const LESSONS = readLessons();
let engine: WasmEngine;

beforeAll(() => {
  engine = realEngine();
});

/** Codes of answers hold these numbers: a new lesson adds a line, no line ever changes. */
const CODES: Readonly<Record<string, number>> = {
  sawtooth: 2,
  'slow-start': 5,
  'five-recoveries': 6,
  'loss-is-not-congestion': 7,
  'invent-westwood': 8,
  'westwood-estimate': 9,
  'reverse-traffic': 10,
  'rtt-unfairness': 11,
  'big-pipes-small-buffers': 12,
  bufferbloat: 13,
  ecn: 14,
  l4s: 15,
  oscillation: 17,
  windows: 1,
  'why-a-sawtooth': 3,
  'how-large-a-buffer': 4,
  bbr: 16,
  'design-your-own': 18,
  'network-behind-a-trace': 19,
};

/** What a lesson says “over twelve seeds”; a quarter of them outside the matrix. */
const SEEDS = aQuarter(ALL_SEEDS);

const reading = (lanes: readonly LaneRun[]) => ({
  lanes,
  compile: runExpression,
  evaluate: realEvaluate(),
});

const broken = (claims: readonly Claim[], lanes: readonly LaneRun[]): string[] =>
  brokenClaims(claims, reading(lanes)).map(({ message }) => message);

/** What the results below a lane say once, over all windows. */
const SAID_ONCE = /^(?:utilisation|retransmissions|rtt|timeouts)\([^()]*\)$/;

/** A question asks about some of the intervals, and the slide shows the same quantity over all of them: two numbers for one thing. */
function twoNumbers(predict: Prediction, lanes: readonly LaneRun[]): string[] {
  const asked =
    predict.kind === 'pick'
      ? predict.options.map(({ value }) => value)
      : predict.kind === 'estimate'
        ? [predict.value]
        : [];
  const windows = lanes.flatMap(({ results }) => results?.flows.flatMap((flow) => flow.windows) ?? []);
  const first = Math.min(...windows.map(({ from_s }) => from_s));
  const last = Math.max(...windows.map(({ to_s }) => to_s));
  return asked.flatMap(({ text, measured }) => {
    const [fromS = first, toS = last] = measured[0]?.interval_s ?? [];
    return SAID_ONCE.test(text.trim()) && (fromS > first || toS < last)
      ? [`the slide has ${text} over ${first} to ${last} s, too: ${predict.ask}`]
      : [];
  });
}

/** A hall shows hands for four parts: the run's value and the textbook's are well within one. */
function partFaults(predict: Prediction, lanes: readonly LaneRun[]): string[] {
  if (predict.kind !== 'estimate') return [];
  const { value, textbook } = predict;
  const values = [value, ...(textbook === undefined ? [] : [textbook])].map((one) =>
    numberFor(one, lanes, realEvaluate()),
  );
  const borders = bordersOf(predict, values);
  return values
    .filter((one) => clearanceIn(one, predict, borders) < 0.25)
    .map((one) => `${one} lies near a border of the hall’s parts ${borders.join(', ')}: ${predict.ask}`);
}

/** What does not hold with every seed, and the numbers that are not the least or the greatest of all seeds. */
function faultsOverSeeds(always: readonly Claim[], scenario: JsonObject): string[] {
  if (always.length === 0) return [];
  const runs = SEEDS.map((seed) => runScenario(engine, { ...scenario, seed }));
  return [
    ...runs.flatMap((lanes, at) =>
      broken(always, lanes).map((fault) => `seed ${String(SEEDS[at])}: ${fault}`),
    ),
    ...(IS_MATRIX ? numberFaults(always, runs, scenario) : []),
  ];
}

/** Checks a step's claims against its run. Returns the faults; empty if there are none. */
function faultsOf({ predict }: LessonStep, claims: readonly Claim[], lanes: readonly LaneRun[]): string[] {
  const hasShapes = predict?.kind !== 'draw' || predict.shapes?.length === 4;
  return [
    ...broken(claims, lanes),
    ...questionFaults(predict, reading(lanes)),
    ...(predict === null ? [] : [...twoNumbers(predict, lanes), ...partFaults(predict, lanes)]),
    ...(hasShapes ? [] : [`a curve of the site has four shapes: ${predict.ask}`]),
  ];
}

/** The lanes with the solution of the file, where a rule is to be written. */
const solved = ({ predict, run }: LessonStep, claims: StepClaims | undefined): LaneRun[] =>
  predict?.kind !== 'write'
    ? []
    : runScenario(engine, withScript(decodeLink(run).scenario, predict.script, claims?.solution ?? ''));

/** Wrong runs of a step with more segments than this take a minute: the matrix has them. */
const MAX_SEGMENTS = 1_000_000;

const segmentsOf = (lanes: readonly LaneRun[]): number =>
  lanes
    .flatMap(({ results }) => results?.flows ?? [])
    .reduce((sum, { windows }) => sum + (windows.at(-1)?.last_sequence ?? 0), 0);

/** The comparisons that no wrong run breaks: they say nothing. */
function idleClaims(fragment: string, claims: readonly Claim[], lanes: readonly LaneRun[]): string[] {
  let open = claims.flatMap(({ holds }) => holds);
  for (const wrong of wrongRuns(engine, fragment, lanes)) {
    if (open.length === 0) break;
    open = open.filter((text) => {
      try {
        return holdsIn(text, wrong);
      } catch {
        // The wrong run has no such series: it says nothing about the comparison.
        return true;
      }
    });
  }
  return open;
}

describe('the lessons', () => {
  it('are at least six, each with a name and a place of its own', () => {
    expect(LESSONS.length).toBeGreaterThanOrEqual(6);
    expect(new Set(LESSONS.map(({ unit, order }) => `${unit}.${order}`)).size).toBe(LESSONS.length);
    expect(new Set(LESSONS.map(({ title }) => title)).size).toBe(LESSONS.length);
  });

  it('have the codes under which answers were handed in: a code never changes', () => {
    expect(Object.fromEntries(LESSONS.map(({ id, code }) => [id, code]))).toEqual(CODES);
    expect(new Set(Object.values(CODES)).size).toBe(LESSONS.length);
  });

  it('say for one unit the same units before it, each of a lower number', () => {
    for (const { id, unit, after } of LESSONS) {
      expect(after, id).toEqual(LESSONS.find((other) => other.unit === unit)?.after);
      for (const before of after) expect(before, id).toBeLessThan(unit);
    }
  });

  it.each(LESSONS.map((lesson) => [lesson.id, lesson] as const))(
    '%s: every step asks, its run does what the text says, and a wrong run does not',
    (_id, lesson: CheckedLesson) => {
      const faults = variantsOf(lesson).flatMap(({ lesson: { steps }, values }) =>
        steps.flatMap((step, at) => {
          expect(step.predict, step.title).not.toBeNull();
          expect(asksFirst(engine, step.run), `${step.title}: the page asks before it runs this`).toBe(false);
          const { held, always } = claimsWith(lesson.claims[at], values);
          expect(held.length, step.title).toBeGreaterThan(0);
          const lanes = runLink(engine, step.run);
          const found = [
            ...faultsOf(step, held, lanes),
            ...writingFaults(step.predict, lanes, solved(step, lesson.claims[at]), realEvaluate()),
            ...(IS_MATRIX || segmentsOf(lanes) <= MAX_SEGMENTS
              ? idleClaims(step.run, [...held, ...always], lanes)
              : []
            ).map((text) => `holds in every wrong run: ${text}`),
            ...(lesson.claims[at]?.elsewhere ?? []).flatMap(({ run, held: other }) => {
              const there = runLink(engine, run);
              return [
                ...broken(other, there),
                ...numberFaults(other, [there], decodeLink(run).scenario),
                ...idleClaims(run, other, there).map((text) => `holds in every wrong run: ${text}`),
              ];
            }),
            ...numberFaults(held, [lanes], decodeLink(step.run).scenario),
            ...faultsOverSeeds(always, decodeLink(step.run).scenario),
          ];
          return found.map((fault) => `${step.title}: ${fault}`);
        }),
      );
      expect(faults).toEqual([]);
    },
    300_000,
  );

  it.each(
    LESSONS.flatMap((lesson) =>
      lesson.steps.flatMap((step, at) =>
        step.why === null ? [] : [[lesson.id, at, lesson, step, step.why] as const],
      ),
    ),
  )('%s, step %i: the answer to its why names the cause that its file says', (_id, at, lesson, step, why) => {
    const { scenario } = decodeLink(step.run);
    const lane = runLink(engine, step.run).findIndex(({ label }) => label === why.lane);
    const inquiry = new (realAnalysis().Why)(
      JSON.stringify(scenario),
      lane,
      why.lane,
      why.fromS,
      why.toS,
      why.of,
    );
    while (!inquiry.done()) inquiry.advance(1_000_000);
    const { answer } = JSON.parse(inquiry.report()) as CausesReport;
    expect(answer.suspects).toContain(lesson.claims[at]?.cause);
  });

  it('hold a claim that every run fulfils for idle', () => {
    const fragment = 'v1/sawtooth?compare=newreno&duration=20s&measure=[["0s","20s"]]';
    const claims = [{ says: '', lines: [], holds: ['goodput(newreno) > 0bps', '9Mbps < goodput(newreno)'] }];
    expect(idleClaims(fragment, claims, runLink(engine, fragment))).toEqual(['goodput(newreno) > 0bps']);
  });

  it('are wrong where a run does not do what they say', () => {
    const lanes = runLink(engine, 'v1/sawtooth?compare=newreno&duration=20s&measure=[["0s","20s"]]');
    const step = LESSONS[0]?.steps[0];
    if (step === undefined) throw new Error('there is no step');
    const claims = (...holds: string[]) => [{ says: 'It is fast', lines: [], holds }];
    expect(faultsOf({ ...step, predict: null }, claims('goodput(newreno) > 20Mbps'), lanes)).toEqual([
      '“It is fast” does not hold: goodput(newreno) > 20Mbps; goodput_bps(newreno) is 8771000',
    ]);
    // It has 8.77 Mbit/s; the settings are 10 Mbit/s and 100 ms, of which 83 packets follow.
    const numbers = (says: string): string[] =>
      numberFaults(
        [{ says, lines: [], holds: ['8Mbps < goodput(newreno) < 9Mbps'] }],
        [lanes],
        decodeLink('v1/sawtooth').scenario,
      );
    for (const says of ['8.8 Mbit/s', 'about 9.2 Mbit/s', 'more than 8 Mbit/s', '10 Mbit/s, 83 packets'])
      expect(numbers(says), says).toEqual([]);
    for (const says of ['8.9 Mbit/s', 'about 9.5 Mbit/s', '8 Mbit/s', '82 packets', 'twelve times as much'])
      expect(numbers(says), says).toHaveLength(1);
    const picked = (...values: string[]) => ({
      ...step,
      predict: {
        kind: 'pick' as const,
        ask: 'Which?',
        right: 'most' as const,
        options: values.map((name) => ({ name, value: runExpression(name) })),
      },
    });
    expect(faultsOf(picked('1', '2', '1'), [], lanes)).toEqual([]);
    expect(faultsOf(picked('2', '1', '2'), [], lanes)).toEqual(['two answers are right: Which?']);
    const unknown = 'log(-goodput(newreno) / 1Mbps)';
    expect(() => faultsOf(picked('1', unknown), [], lanes)).toThrow('the run gives no number for “Which?”');
    expect(() => faultsOf(picked('1', '1 / 0'), [], lanes)).toThrow('“1 / 0” divides by zero in this run.');
    const said = (claim: string) => faultsOf({ ...step, predict: null }, claims(claim), lanes);
    expect(said('goodput(vegas) > 1')).toEqual([expect.stringContaining('no lane vegas; there are newreno')]);
    expect(said('speed(newreno) > 1')).toEqual([expect.stringContaining('no measure speed')]);
    expect(said('goodput(newreno)')).toEqual([expect.stringContaining('is not a comparison')]);
    expect(() => runLink(engine, 'v1/sawteeth')).toThrow(/no scenario named/);
  });
});

describe('a term of the field', () => {
  const glossary = readFileSync(fileURLToPath(new URL('../../../docs/glossary.md', import.meta.url)), 'utf8');
  const texts = LESSONS.map(({ id }) => readFileSync(join(LESSON_FOLDER, `${id}.md`), 'utf8'));
  const terms =
    'BDP BWE CE CoDel DCTCP DualPI2 ECN FQ-CoDel HyStart HyStart++ L4S PIE PRR Prague RACK SACK TLP'.split(
      ' ',
    );

  it.each(terms)('%s is in the glossary, and explained in the first lesson that uses it', (term) => {
    expect(glossary).toContain(`\n| ${term} | `);
    const word = new RegExp(`(?<![\\w-])${term.replace(/\+/g, '\\+')}(?![\\w+])`);
    const [first] = texts.filter((text) => word.test(words(text)));
    const bold = [...(first?.matchAll(/\*\*([^*]+)\*\*( \([^)]*\))?/g) ?? [])].map(([all]) => all);
    if (first !== undefined) expect(bold.some((text) => word.test(text))).toBe(true);
  });

  /** The text without front matter and runs. */
  const words = (text: string): string =>
    text.replace(/^---[\s\S]*?\n---/, '').replace(/```lab[\s\S]*?```/g, '');
});

describe('a prediction against a run', () => {
  it('is right where it is the run’s own curve, near where it is a little off, and far where it is elsewhere', () => {
    const lanes = runLink(engine, 'v1/sawtooth?compare=newreno&duration=60s&measure=[["0s","60s"]]');
    const prediction = {
      kind: 'draw',
      ask: '',
      series: 'cwnd',
      lane: 'newreno',
      fromS: 0,
      toS: 60,
      top: 300,
      unit: 'packets',
    } as const;
    const truth = curveOf(prediction, 120, lanes);
    const nearness = (values: readonly number[]) =>
      judge(prediction, { kind: 'draw', values }, lanes)?.nearness;
    const range = Math.max(...truth) - Math.min(...truth);
    expect(nearness(truth)).toBe('right');
    expect(nearness(truth.map((value) => value + 0.2 * range))).toBe('near');
    expect(nearness(truth.map(() => 300))).toBe('far');
    const judged = judge(
      prediction,
      { kind: 'draw', values: truth.map((value, at) => value + (at === 60 ? 90 : 0)) },
      lanes,
    );
    // One of the ten parts of one of the twelve means.
    expect(judged?.kind === 'draw' && judged.verdict.gap).toBeCloseTo(90 / 120, 6);
  });
});

describe('docs/adding-a-lesson.md', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  const guide = readFileSync(
    fileURLToPath(new URL('../../../docs/adding-a-lesson.md', import.meta.url)),
    'utf8',
  );
  const example = /^````markdown\n([\s\S]*?)^````$/m.exec(guide)?.[1] ?? '';

  it('shows a whole lesson: put into the folder it is listed, its links open, and what it says is so', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lessons-'));
    folders.push(folder);
    writeFileSync(join(folder, 'tiny-window.md'), example);
    const [lesson] = readLessons(folder);
    expect(lesson?.id).toBe('tiny-window');
    expect(lesson?.note.length).toBeGreaterThan(0);
    const variants = lesson === undefined ? [] : variantsOf(lesson);
    expect(variants.map(({ values }) => values['hops.0.rate'])).toEqual(['5Mbps', '10Mbps', '20Mbps']);
    for (const { lesson: one, values } of variants)
      for (const [at, step] of one.steps.entries()) {
        expect(decodeLink(step.run).problems).toEqual([]);
        const { held } = claimsWith(lesson?.claims[at], values);
        expect(faultsOf(step, held, runLink(engine, step.run))).toEqual([]);
      }
  });

  it.each([
    ['no front matter', (text: string) => text.replace(/^---\n[\s\S]*?---\n/, ''), /front matter/],
    ['a misspelt key', (text: string) => text.replace('minutes:', 'minute:'), /minute/],
    ['a step without a lab', (text: string) => text.replace(/```lab[\s\S]*?```\n/, ''), /no block `lab`/],
    [
      'no words for the teacher',
      (text: string) => text.replace(/## For the teacher[\s\S]*/, ''),
      /For the teacher/,
    ],
    [
      'a claim that nothing holds',
      (text: string) =>
        text.replace('whatever the link rate.', 'whatever the link rate. Twice as much is possible.'),
      /nothing holds “Twice as much is possible.”/,
    ],
    [
      'a number outside of the quotes',
      (text: string) => text.replace('**0.12 Mbit/s**', '**0.12 Mbit/s**, for 20 s'),
      /nothing holds the number 20 of “1500 bytes/,
    ],
    [
      'a quote of what it does not say',
      (text: string) => text.replace("'1500 bytes every 0.1 s: 0.12", "'1500 bytes every 0.2 s: 0.12"),
      /it does not say “1500 bytes every 0.2 s: 0.12 Mbit\/s”/,
    ],
    ['HTML', (text: string) => `${text}\n<script>alert(1)</script>\n`, /no html/],
    [
      'a list in a list',
      (text: string) => `${text}\n- a\n  - b\n`,
      /an item of a list is one paragraph: “- a/,
    ],
    ['a key of a prediction', (text: string) => text.replace('step: 10000', 'stop: 10000'), /predict\.stop/],
    [
      'a slider without a length',
      (text: string) => text.replace('high: 10000000', 'high: 0'),
      /low has to be less/,
    ],
    ['a picture', (text: string) => `${text}\n![x](y.png)\n`, /no image/],
  ])('says what is wrong: %s', (_what, damage, message) => {
    expect(damage(example)).not.toBe(example);
    expect(() => readLesson('x.md', damage(example))).toThrow(message);
  });
});
