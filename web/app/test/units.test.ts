// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeLink } from '@ackscope/model';
import { realEngine } from '../../engine/test/real-engine.ts';
import type { WasmEngine } from '../../engine/src/wasm.ts';
import { readLessons } from '../vite/lessons.ts';
import { readUnits } from '../vite/units.ts';
import { holdsIn, runLink } from './lessonRuns.ts';
import { calculationFaults, numberFaults, numbersIn, unmeasuredAnswer } from './toldNumbers.ts';

const UNITS = readUnits();
const LESSONS = readLessons();
let engine: WasmEngine;

beforeAll(() => {
  engine = realEngine();
});

describe('the units', () => {
  it('are twelve, each with lessons and with minutes that add up', () => {
    expect(UNITS.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
    for (const { number, time, inClass, id } of UNITS) {
      expect(LESSONS.filter(({ unit }) => unit === number).length, id).toBeGreaterThan(0);
      expect(
        time.reduce((sum, { minutes }) => sum + minutes, 0),
        id,
      ).toBe(inClass);
    }
  });

  it.each(UNITS.flatMap(({ claims }) => claims.tries))(
    'exam, $ask: a run gives the answer',
    ({ answer, run, expect: all }) => {
      const lanes = runLink(engine, run);
      expect(all.filter((text) => !holdsIn(text, lanes))).toEqual([]);
      expect(unmeasuredAnswer(answer, all, lanes)).toEqual([]);
    },
    60_000,
  );

  it.each(UNITS.map((unit) => [unit.id, unit] as const))(
    '%s: the run of each belief says what the page says, and each number of the exam follows',
    (_id, unit) => {
      const faults = unit.beliefs.flatMap(({ they, says, lesson: id, at }, belief) => {
        const lesson = LESSONS.find((one) => one.id === id);
        const step = lesson?.steps[at];
        if (step === undefined || lesson?.unit !== unit.number)
          return [`${they}: no step ${at + 1} of ${id} here`];
        const holds = unit.claims.beliefs[belief] ?? [];
        // A number in the sentence needs a comparison.
        if (/\d/.test(says) && holds.length === 0) return [`nothing holds “${says}”`];
        const lanes = runLink(engine, step.run);
        return [
          ...holds.filter((text) => !holdsIn(text, lanes)).map((text) => `“${says}” does not hold: ${text}`),
          ...numberFaults([{ says, lines: [], holds }], [lanes], decodeLink(step.run).scenario),
        ];
      });
      const answers = unit.exam.flatMap(({ ask, answer }, at) => {
        const holds = unit.claims.exam[at] ?? [];
        if (numbersIn(answer).length > 0 && holds.length === 0) return [`nothing holds “${answer}”`];
        return [
          ...holds.filter((text) => !holdsIn(text, [])).map((text) => `“${answer}” does not follow: ${text}`),
          ...calculationFaults(ask, answer, holds),
        ];
      });
      expect([...faults, ...answers]).toEqual([]);
    },
    60_000,
  );
});
