// @vitest-environment node
/**
 * A graded answer, a verdict of a teacher's page and a solution hold under innocent changes, or the text names the
 * setting on which they hang.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeLink } from '@ackscope/model';
import type { JsonObject, LaneRun } from '@ackscope/model';
import { curveOf, holdsFor, judge, numberFor, rightOption } from '@ackscope/model/lesson';
import type { LessonStep, Prediction } from '@ackscope/model/lesson';
import { realEngine, realEvaluate } from '../../engine/test/real-engine.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { paragraphsOf } from '../src/course/foreign/reader.ts';
import { readLessons } from '../vite/lessons.ts';
import type { CheckedLesson } from '../vite/lessons.ts';
import { readUnits } from '../vite/units.ts';
import type { Hangs } from '../src/course/foreign/reader.ts';
import { withScript } from '../src/scenario/ownScripts.ts';
import { answersOf, EXERCISES, taskRuns } from './exerciseSheet.ts';
import { INNOCENT, underChanges } from './innocent.ts';
import { holdsIn, runScenario } from './lessonRuns.ts';
import { IS_MATRIX } from './matrix.ts';

const LESSONS = readLessons();
const UNITS = readUnits();
/** One of each kind: a choice, a number, a curve, a text; the beliefs about these steps come with them. */
const GOOD = ['loss-is-not-congestion/4', 'windows/1', 'windows/2', 'design-your-own/6'];
let engine: WasmEngine;
beforeAll(() => {
  engine = realEngine();
});

/** Whether the answer that is right in the run of the lesson is right in another run. Throws if nothing is. */
function staysRight(predict: Prediction, own: readonly LaneRun[], other: readonly LaneRun[]): boolean {
  const evaluate = realEvaluate();
  if (predict.kind === 'draw')
    return judge(predict, { kind: 'draw', values: curveOf(predict, 240, own) }, other)?.nearness === 'right';
  if (predict.kind === 'estimate') {
    const value = numberFor(predict.value, own, evaluate);
    return judge(predict, { kind: 'estimate', value }, other, evaluate)?.nearness === 'right';
  }
  if (predict.kind === 'write')
    return !predict.test.every((condition) => holdsFor(condition, other, evaluate));
  const { right, values } = rightOption(predict, other, evaluate);
  const isAlone = values.every((value, at) => at === right || value === null || value !== values[right]);
  return isAlone && right === rightOption(predict, own, evaluate).right;
}

/** What falls in a step under each change: its answer, and what teacher's pages say of its run. */
function faultsOfStep(lesson: CheckedLesson, step: LessonStep, at: number): string[] {
  const { predict } = step;
  const claims = lesson.claims[at];
  if (predict === null || claims === undefined) return [];
  const { scenario } = decodeLink(step.run);
  const own = runScenario(engine, scenario);
  const solves = (changed: JsonObject): boolean =>
    predict.kind !== 'write' ||
    predict.test.every((condition) =>
      holdsFor(
        condition,
        runScenario(engine, withScript(changed, predict.script, claims.solution ?? '')),
        realEvaluate(),
      ),
    );
  const options = predict.kind === 'pick' ? predict.options.map(({ name }) => name) : [];
  const checks = [
    {
      what: `the answer to “${predict.ask}”`,
      text: [predict.ask, ...options, ...paragraphsOf([...lesson.intro, ...step.text, ...step.after])],
      hangs: claims.hangs,
      holds: (lanes: LaneRun[], changed: JsonObject) => staysRight(predict, own, lanes) && solves(changed),
    },
    ...UNITS.flatMap(({ beliefs, claims: { verdicts } }) =>
      beliefs.flatMap((belief, place) => {
        const { holds: all = [], hangs = {} } = verdicts[place] ?? {};
        return belief.lesson !== lesson.id || belief.at !== at
          ? []
          : [
              {
                what: `the verdict on “${belief.they}”`,
                text: [belief.says],
                hangs,
                holds: (lanes: LaneRun[]) => all.every((text) => holdsIn(text, lanes)),
              },
            ];
      }),
    ),
  ];
  return underChanges(engine, scenario, checks);
}

const STEPS = LESSONS.flatMap((lesson) =>
  lesson.steps.flatMap((step, at) => {
    const name = `${lesson.id}/${String(at + 1)}`;
    return IS_MATRIX || GOOD.includes(name) ? [[name, lesson, step, at] as const] : [];
  }),
);

describe('under innocent changes', () => {
  it.each(STEPS)(
    '%s: the answer and what teacher’s pages say of its run hold, or the text names the setting',
    (_name, lesson, step, at) => {
      expect(faultsOfStep(lesson, step, at)).toEqual([]);
    },
    900_000,
  );

  const answers = EXERCISES.flatMap((task) =>
    answersOf(task).map((answer) => [task.split('\n')[0] ?? '', task, answer] as const),
  );
  it.each(IS_MATRIX ? answers : answers.slice(-1))(
    'exercise %s: the answer holds, or its text names the setting',
    (title, task, { run, expect: all, verdict = all, 'hangs-on': hangs = {} }) => {
      const holds = (lanes: LaneRun[]): boolean => verdict.every((text) => holdsIn(text, lanes));
      const text = [task.replace(/\s+/g, ' ')];
      const { scenario } = decodeLink(run);
      expect(underChanges(engine, scenario, [{ what: title, text, hangs, holds }])).toEqual([]);
    },
    900_000,
  );

  const tasks = taskRuns().map((task) => [task.name, task] as const);
  it.each(IS_MATRIX ? tasks : tasks.slice(-1))(
    'task %s: the solution of the exercise sheet passes',
    (name, { scenario, conditions, hangs }) => {
      const holds = (lanes: LaneRun[]): boolean => conditions.every((text) => holdsIn(text, lanes));
      expect(holds(runScenario(engine, scenario))).toBe(true);
      const changes = INNOCENT.filter(({ setting }) => hangs[setting] === undefined);
      const check = { what: name, text: [], hangs: {}, holds };
      expect(underChanges(engine, scenario, [check], changes)).toEqual([]);
    },
    900_000,
  );

  const tries = UNITS.flatMap(({ claims }) => claims.tries);
  it.each(IS_MATRIX ? tries : tries.slice(0, 1))(
    'exam, $ask: the run that gives the answer gives it, or the text names the setting',
    ({ ask, answer, run, holds: all, hangs }) => {
      const holds = (lanes: LaneRun[]): boolean => all.every((text) => holdsIn(text, lanes));
      const { scenario } = decodeLink(run);
      expect(holds(runScenario(engine, scenario))).toBe(true);
      const check = { what: answer, text: [ask, answer], hangs, holds };
      expect(underChanges(engine, scenario, [check])).toEqual([]);
    },
    900_000,
  );

  it('say which setting is not named, and which is named without need or by other words', () => {
    const { scenario } = decodeLink(LESSONS.find(({ id }) => id === 'windows')?.steps[0]?.run ?? '');
    const holds = (lanes: LaneRun[]): boolean => holdsIn('2.4Mbps < goodput(21-packets) < 2.6Mbps', lanes);
    const faults = (hangs: Hangs): string[] =>
      underChanges(engine, scenario, [{ what: 'It', text: ['The RTT is 100 ms. A seed.'], hangs, holds }]);
    expect(faults({ rtt: 'The RTT is 100 ms' })).toEqual([]);
    expect(faults({})).toEqual([
      'It hangs on rtt, which its text does not name: RTT − 40 %: it does not hold; RTT + 40 %: it does not hold',
    ]);
    expect(faults({ rtt: 'The RTT is 90 ms', seed: 'A seed' })).toEqual([
      'the text of It does not say “The RTT is 90 ms”',
      'It does not hang on seed: take out “A seed”',
    ]);
    expect(faults({ rtt: 'A seed' })).toEqual(['“A seed” does not name rtt']);
  });
});
