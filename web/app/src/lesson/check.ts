/**
 * Whether a lesson holds: what its runs do against what it claims and asks. The site's own are held to it by a test, one
 * from elsewhere by its author, here or on the command line (core/cli/src/lesson/checked.rs); a test compares both.
 */
import { messageOf } from '@ackscope/engine';
import type { Engine, Evaluate, Measured } from '@ackscope/engine';
import { decodeLink } from '@ackscope/model';
import type { JsonObject, LaneRun } from '@ackscope/model';
import {
  claimWith,
  curveOf,
  holdsFor,
  measureOf,
  meansOf,
  numberFor,
  readExpression,
  rightOption,
  verdictOf,
} from '@ackscope/model/lesson';
import type { LessonStep, Prediction, RunExpression, Values } from '@ackscope/model/lesson';
import { variantsOf } from '../course/foreign/foreign.ts';
import type { Foreign } from '../course/foreign/foreignText.ts';
import type { Claim, StepClaims } from '../course/foreign/reader.ts';
import { withScript } from '../scenario/ownScripts.ts';

/** What a lesson says “over twelve seeds”. */
export const SEEDS: readonly number[] = Array.from({ length: 12 }, (_, at) => at + 1);

/** Finished lanes, and what reads numbers from them. */
export interface Reading {
  lanes: readonly LaneRun[];
  /** Throws at a mistake. */
  compile: (text: string) => RunExpression;
  evaluate: Evaluate;
}

export interface Fault {
  /** In the lesson's file. */
  line: number;
  message: string;
}

/** Four digits are enough to see how far it is off. */
const digits = (value: number): string => String(Number(value.toPrecision(4)));

/** `goodput_bps(newreno) is 9569000`. */
function numberRead(measured: Measured, lanes: readonly LaneRun[]): string[] {
  const { number, series, which, lane, flow, interval_s: interval } = measured;
  const of = [
    ...(series == null ? [] : [which == null ? `${series} of ` : `${series}:${which} of `]),
    flow == null ? lane : `${lane}/${flow}`,
    interval == null ? '' : `, ${interval.join('..')}`,
  ];
  try {
    return [`${number}(${of.join('')}) is ${digits(measureOf(lanes)(measured))}`];
  } catch {
    return [];
  }
}

/** The comparisons that do not hold, with the numbers that they read. */
export function brokenClaims(claims: readonly Claim[], { lanes, compile, evaluate }: Reading): Fault[] {
  return claims.flatMap(({ says, holds, lines }) =>
    holds.flatMap((text, at): Fault[] => {
      const line = lines[at] ?? 0;
      try {
        const expression = compile(text);
        if (holdsFor(expression, lanes, evaluate)) return [];
        const numbers = expression.measured.flatMap((one) => numberRead(one, lanes));
        const found = numbers.length === 0 ? '' : `; ${numbers.join(', ')}`;
        return [{ line, message: `“${says}” does not hold: ${text}${found}` }];
      } catch (thrown) {
        return [{ line, message: `“${says}”: ${text}: ${messageOf(thrown)}` }];
      }
    }),
  );
}

type Drawn = Extract<Prediction, { kind: 'draw' }>;

/** The value of a line through points. */
function valueAt(points: NonNullable<Drawn['shapes']>[number]['points'], timeS: number): number {
  const next = Math.max(
    1,
    points.findIndex(([pointS]) => pointS >= timeS),
  );
  const [[fromS, from] = [0, 0], [toS, to] = [0, 0]] = [points[next - 1], points[next]];
  return from + ((to - from) * (timeS - fromS)) / (toS - fromS);
}

/** A hall chooses from four shapes of the whole range, of which one is the run's, and no other is nearly as near. */
function shapeFaults(predict: Drawn, lanes: readonly LaneRun[]): string[] {
  const { shapes = [], fromS, toS, ask } = predict;
  if (shapes.length === 0) return [];
  const run = meansOf(curveOf(predict, 240, lanes));
  const partS = (toS - fromS) / 240;
  const near = shapes
    .map(({ points }) => {
      const values = Array.from({ length: 240 }, (_, at) => valueAt(points, fromS + (at + 0.5) * partS));
      return verdictOf(meansOf(values), run, predict.top);
    })
    .sort((a, b) => a.gap - b.gap);
  const [first, second] = near;
  const isWhole = shapes.every(({ points }) => points[0]?.[0] === fromS && points.at(-1)?.[0] === toS);
  if (shapes.length !== 4 || !isWhole) return [`it needs four shapes from ${fromS} to ${toS} s: ${ask}`];
  if (first?.kind !== 'close') return [`no shape is the run’s: ${ask}`];
  return first.gap > 0.7 * (second?.gap ?? 0) ? [`two shapes are the run’s: ${ask}`] : [];
}

/** What is wrong with a question, where its run is finished. */
export function questionFaults(
  predict: Prediction | null,
  { lanes, evaluate }: Omit<Reading, 'compile'>,
): string[] {
  if (predict?.kind === 'pick') {
    const { right, values } = rightOption(predict, lanes, evaluate);
    const best = values[right];
    return best !== null && values.filter((value) => value === best).length > 1
      ? [`two answers are right: ${predict.ask}`]
      : [];
  }
  if (predict?.kind === 'estimate') {
    const { value, textbook, low, high } = predict;
    return [value, ...(textbook === undefined ? [] : [textbook])]
      .map((one) => numberFor(one, lanes, evaluate))
      .filter((one) => !(one >= low && one <= high))
      .map((one) => `${digits(one)} is off the slider: ${predict.ask}`);
  }
  if (predict?.kind !== 'draw') return [];
  const top = Math.max(...curveOf(predict, 400, lanes));
  const fits = top <= predict.top;
  return [
    ...(fits ? [] : [`the curve reaches ${digits(top)}, above the chart’s ${digits(predict.top)}`]),
    ...shapeFaults(predict, lanes),
  ];
}

/** A rule that is to be written: the given text does not pass, and the solution of the file does. */
export function writingFaults(
  predict: Prediction | null,
  given: readonly LaneRun[],
  solved: readonly LaneRun[],
  evaluate: Evaluate,
): string[] {
  if (predict?.kind !== 'write') return [];
  const passes = (lanes: readonly LaneRun[]): boolean =>
    predict.test.every((condition) => holdsFor(condition, lanes, evaluate));
  return [
    ...(passes(given) ? [`the given text passes: ${predict.ask}`] : []),
    ...(passes(solved) ? [] : [`the solution does not pass: ${predict.ask}`]),
  ];
}

/** What a step claims, with the values of a variant. */
export function claimsWith(
  claims: StepClaims | undefined,
  values: Values,
): Pick<StepClaims, 'held' | 'always'> {
  return { held: filledWith(claims?.held, values), always: filledWith(claims?.always, values) };
}

const filledWith = (all: readonly Claim[] = [], values: Values): Claim[] =>
  all.map((claim) => ({ ...claim, holds: claim.holds.map((text) => claimWith(text, values)) }));

/** What the check needs of the page, or of a test. */
export interface Ways {
  engine: Pick<Engine, 'ask'>;
  evaluate: Evaluate;
  run: (scenario: JsonObject) => Promise<readonly LaneRun[]>;
}

export interface Checked {
  /** In the order of their lines. */
  faults: readonly Fault[];
  comparisons: number;
  runs: number;
}

/** Runs every step of a lesson, in each of its variants. `show` hears of each run before it begins. */
export async function checkLesson(
  { lesson, claims, unsaid }: Foreign,
  { engine, evaluate, run }: Ways,
  signal: AbortSignal,
  show: (run: number) => void = () => undefined,
): Promise<Checked> {
  const faults: Fault[] = unsaid.map(({ says, line }) => ({ line, message: `it does not say “${says}”` }));
  const reports = new Map<string, RunExpression | string>();
  let runs = 0;
  const lanesOf = (scenario: JsonObject): Promise<readonly LaneRun[]> => {
    signal.throwIfAborted();
    runs += 1;
    show(runs);
    return run(scenario);
  };
  const compile = (text: string): RunExpression => {
    const found = reports.get(text) ?? '';
    if (typeof found === 'string') throw new Error(found);
    return found;
  };
  const learn = async (all: readonly Claim[]): Promise<void> => {
    for (const text of all.flatMap(({ holds }) => holds))
      if (!reports.has(text)) {
        const report = await engine.ask('expression', 'run', text);
        try {
          reports.set(text, readExpression(text, report));
        } catch (thrown) {
          reports.set(text, messageOf(thrown));
        }
      }
  };
  for await (const { lesson: varied, values } of variantsOf(lesson, engine, signal)) {
    const named = Object.entries(values).map(([path, value]) => `${path}=${String(value)}`);
    const inVariant = named.length === 0 ? '' : `, with ${named.join(' ')}`;
    for (const [at, step] of varied.steps.entries()) {
      const found = await checkStep(step, claims[at], values, { lanesOf, learn, compile, evaluate });
      const part = `step ${String(at + 1)}${inVariant}: `;
      faults.push(...found.map(({ line, message }) => ({ line, message: part + message })));
    }
  }
  const comparisons = claims
    .flatMap(({ held, always, elsewhere }) => [held, always, ...elsewhere.map((other) => other.held)].flat())
    .reduce((sum, { holds }) => sum + holds.length, 0);
  return { faults: faults.sort((a, b) => a.line - b.line), comparisons, runs };
}

interface StepWays extends Omit<Reading, 'lanes'> {
  lanesOf: (scenario: JsonObject) => Promise<readonly LaneRun[]>;
  learn: (claims: readonly Claim[]) => Promise<void>;
}

async function checkStep(
  { run, predict }: LessonStep,
  claims: StepClaims | undefined,
  values: Values,
  { lanesOf, learn, ...reading }: StepWays,
): Promise<Fault[]> {
  const { scenario } = decodeLink(run);
  const { held, always } = claimsWith(claims, values);
  const elsewhere = (claims?.elsewhere ?? []).map((other) => ({
    ...other,
    held: filledWith(other.held, values),
  }));
  await learn([...held, ...always, ...elsewhere.flatMap((other) => other.held)]);
  const { runLine = 0, predictLine = 0, solution = null } = claims ?? {};
  const faults: Fault[] = [];
  try {
    const lanes = await lanesOf(scenario);
    faults.push(...brokenClaims(held, { ...reading, lanes }));
    const solved =
      predict?.kind === 'write' ? await lanesOf(withScript(scenario, predict.script, solution ?? '')) : [];
    const ofQuestion = (): string[] => [
      ...questionFaults(predict, { ...reading, lanes }),
      ...writingFaults(predict, lanes, solved, reading.evaluate),
    ];
    faults.push(...withReason(ofQuestion).map((message) => ({ line: predictLine, message })));
    for (const other of elsewhere) {
      const lanes = await lanesOf(decodeLink(other.run).scenario);
      faults.push(...brokenClaims(other.held, { ...reading, lanes }));
    }
    // The first seed of each comparison that one of them breaks.
    const broken = new Map<number, string>();
    for (const seed of always.length === 0 ? [] : SEEDS) {
      const seeded = await lanesOf({ ...scenario, seed });
      for (const { line, message } of brokenClaims(always, { ...reading, lanes: seeded }))
        if (!broken.has(line)) broken.set(line, `seed ${String(seed)}: ${message}`);
    }
    faults.push(...Array.from(broken, ([line, message]) => ({ line, message })));
  } catch (thrown) {
    if (thrown instanceof DOMException) throw thrown;
    faults.push({ line: runLine, message: `run: ${messageOf(thrown)}` });
  }
  return faults;
}

/** What it finds, or why it cannot. */
function withReason(find: () => string[]): string[] {
  try {
    return find();
  } catch (thrown) {
    return [messageOf(thrown)];
  }
}
