/**
 * Randomly changed links to every kind of page. For any address, the page must show something or
 * say why it cannot. `FUZZ_CASES=100000 npx vitest run --config web/vitest.config.ts --project app
 * links` tests more cases; `FUZZ_SEED` selects other cases.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORMULAS } from '@ackscope/engine/formulas';
import type { Check, ScenarioError } from '@ackscope/engine';
import { fragmentOf, frameAddress } from '@ackscope/embed/address';
import { decodeLink, encodeLink } from '@ackscope/model';
import type { DecodedLink, JsonObject } from '@ackscope/model';
import { readScore, scoreHref } from '@ackscope/model/score';
import { readSweep, sweepHref } from '@ackscope/model/sweep';
import { guessHref, handHref, readGuess, readHandQuery, worksheetLink } from '@ackscope/model/teach';
import { readTheory, theoryHref } from '@ackscope/model/theory';
import { realAnalysis, realEngine } from '../../engine/test/real-engine.ts';
import { readSettings } from '../src/embed/options.ts';
import { stepOf } from '../src/course/address.ts';
import { breakHref, readBreak } from '../src/break/setup.ts';
import { PAGES, readRoute } from '../src/pages.ts';

const wasm = realEngine();
const study = realAnalysis();

const BUILT_IN = ['newreno', 'vegas', 'cubic'];
const LINKS = join(import.meta.dirname, '../../model/test/links');
const linesOf = (name: string): string[] =>
  readFileSync(join(LINKS, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const READABLE = linesOf('readable.txt');
const BROKEN = linesOf('broken.txt');

/** One link of each kind that the pages write, and what people type. */
const SEEDS = [
  ...READABLE,
  ...BROKEN,
  ...READABLE.slice(0, 4).map((link) => {
    const { scenario, view } = decodeLink(link);
    return encodeLink({ scenario, preset: null, view });
  }),
  'gallery',
  'gallery/gm04-fig4-8',
  'lessons',
  'lesson/sawtooth?step=2',
  'lesson?from=https%3A%2F%2Fcourse.example%2Fwindow.md&step=2',
  'teacher/2',
  'teacher/11',
  'theory',
  'theory/reno?p=0.001&x=rtt',
  'write',
  'write/westwood-plus',
  'write/vegas',
  'score',
  'score/newreno,westwood+',
  'score/my-own?of=v1%2Fsawtooth',
  'break',
  'break/westwood+?objective=late&seed=2&runs=6000',
  'break/my-own?objective=stuck&of=v1%2Fsawtooth',
  'theory/padhye?rto=1&y=rate_bps',
  'teach/guess?seed=17&show=queue',
  'teach/guess?seed=17&show=cwnd&answer=3&score=4,7,2',
  'teach/sender?path=shared&hand=0:4,1.25:10&at=7.5',
  'teach/sender?path=lossy&hand=0:4,1.25:10,2.5:3',
  'teach/cloud?of=sawtooth.1&codes=00G2-47AC-FHMP-SWYS',
  'teach/league?scripts.badger=on%20loss%20%7B%20%7D',
  'teach/worksheet?of=v1%2Fsawtooth%3Fzoom%3D10..20%26lane%3Dnewreno',
  'sweep?set=hops.0.queue.capacity%3D10..40:10&seeds=3&of=v1%2Fsawtooth',
  'sweep?set=hops.0.rate%3D1Mbps,2Mbps&set=seed%3D1..3:1&seeds=1&number=main.total_goodput_bps&of=v1%2Frandom-loss%3Fseed%3D2',
  'sweep?figure=gm04-fig27.0.quick&seeds=2&of=v1%2Fgm04-table1',
  'https://course.example/lab/#v1/sawtooth?t=3',
];

/** Parts that have a meaning in these links. */
const WORDS = fc.constantFrom(
  ...[
    '?',
    '&',
    '=',
    '#',
    '/',
    '~',
    '..',
    ',',
    ':',
    '*',
    '-',
    '%',
    '%00',
    '%F0%9F',
    '%2F',
    '+',
    '.',
    ' ',
    '\u202e',
    '😀',
    '\u0000',
  ],
  ...[
    'v1/',
    'v2/',
    'sweep?',
    'of=',
    'set=',
    'seeds=',
    'figure=',
    'theory/',
    'lesson/',
    'teach/',
    'step=',
    'zoom=',
    'run=',
    'charts=',
  ],
  ...[
    '1e999',
    '-1',
    'NaN',
    '0',
    '99999999999',
    '1e-9',
    '0.1.2',
    '__proto__',
    'constructor',
    'hops.0',
    'flows.main',
    'westwood+*',
  ],
  ...['"', '[', '{"a":1}', '10..1000000:1', '=1', 'seed=1..9:1:whole'],
);
const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const change = fc.oneof(
  fc.record({
    how: fc.constant('write' as const),
    at: share,
    text: fc.oneof(WORDS, fc.string({ maxLength: 3 })),
  }),
  fc.record({ how: fc.constant('cut' as const), at: share, length: fc.nat(20) }),
  fc.record({ how: fc.constant('double' as const), at: share, length: fc.nat(40) }),
  fc.record({ how: fc.constant('graft' as const), at: share, from: fc.constantFrom(...SEEDS), place: share }),
);
const address = fc
  .record({ seed: fc.constantFrom(...SEEDS), changes: fc.array(change, { maxLength: 3 }) })
  .map(({ seed, changes }) =>
    changes.reduce((text, one) => {
      const at = Math.floor(one.at * (text.length + 1));
      if (one.how === 'write') return text.slice(0, at) + one.text + text.slice(at);
      if (one.how === 'cut') return text.slice(0, at) + text.slice(at + one.length);
      if (one.how === 'double') return text.slice(0, at + one.length) + text.slice(at);
      return text.slice(0, at) + one.from.slice(Math.floor(one.place * one.from.length));
    }, seed),
  );

/** The problems are short sentences, and their number is limited. */
function expectWords(problems: readonly string[]): void {
  expect(problems.length).toBeLessThan(250);
  for (const problem of problems) expect(problem.length).toBeLessThan(400);
}

/** An error has a message. */
function expectAnswer(error: ScenarioError): void {
  expect(error.message).toMatch(/\w/);
  expect(error.message.length).toBeLessThan(4000);
}

/** A link written for what is shown opens the same scenario and view. */
function expectLab({ scenario, preset, view, problems }: DecodedLink): void {
  expectWords(problems);
  const again = decodeLink(encodeLink({ scenario, preset, view }));
  expect(again).toMatchObject({ scenario, view, problems: [] });
  const check = JSON.parse(wasm.check(JSON.stringify(scenario))) as Check;
  if (!check.ok) expectAnswer(check.error);
}

/** Plans a small sweep as its page does. A plan has at least one lane at each point. */
function expectPlan(scenario: JsonObject, axes: readonly string[], seeds: number): void {
  if (axes.some((axis) => axis.includes('..'))) return;
  let plan: ReturnType<typeof study.Sweep.prototype.plan>;
  try {
    const run = new study.Sweep(JSON.stringify({ scenario, axes, seeds }));
    plan = run.plan();
    run.free();
  } catch (error) {
    expectAnswer(JSON.parse(error instanceof Error ? error.message : String(error)) as ScenarioError);
    return;
  }
  expect(plan).toContain('"lanes":[{');
}

/** Opens an address as the site does. Returns the page that it opened. */
function open(text: string): string {
  const place = readRoute(text);
  const { page, item, query } = place;
  switch (page) {
    case 'lab':
      expectLab(decodeLink(text));
      break;
    case 'sweep': {
      const { setup, problems } = readSweep(query);
      expectWords(problems);
      const again = readSweep(readRoute(sweepHref(setup)).query);
      expect(again).toEqual({ setup, problems: [] });
      expectPlan(setup.scenario, setup.axes, setup.seeds);
      break;
    }
    case 'theory': {
      const read = readTheory(item, query, FORMULAS);
      if (read === null) throw new Error('there are formulas');
      expectWords(read.problems);
      const again = readRoute(theoryHref(read.plot, read.formula));
      expect(readTheory(again.item, again.query, FORMULAS)).toEqual({ ...read, problems: [] });
      break;
    }
    case 'teach': {
      const guess = readGuess(query);
      const { seed, row, answer, tally } = guess;
      if (seed !== null)
        expect(readGuess(readRoute(guessHref(seed, row, answer, tally)).query)).toEqual(guess);
      const played = readHandQuery(query);
      const { of, ended, resting } = played;
      const href = handHref(of, ended ?? resting?.hand ?? null, resting?.atS ?? null);
      expect(readHandQuery(readRoute(href).query)).toEqual(played);
      if (item === 'worksheet') expectLab(decodeLink(worksheetLink(query)));
      break;
    }
    case 'score': {
      const { setup, problems } = readScore(item, query, {}, BUILT_IN);
      expectWords(problems);
      const again = readRoute(scoreHref(setup));
      expect(readScore(again.item, again.query, {}, BUILT_IN)).toEqual({
        setup,
        problems: [],
      });
      break;
    }
    case 'break': {
      const { setup, problems } = readBreak(item, query, {}, BUILT_IN);
      expectWords(problems);
      const again = readRoute(breakHref(setup));
      expect(readBreak(again.item, again.query, {}, [...BUILT_IN, 'bbr'])).toEqual({ setup, problems: [] });
      break;
    }
    case 'lesson':
      expect(stepOf(query, 5)).toBeLessThan(5);
      break;
    case 'gallery':
    case 'lessons':
    case 'teacher':
    case 'write':
      break;
  }
  return page;
}

/**
 * Writes the address as an author does for a widget: the frame's address is readable and contains
 * the same link.
 */
function embed(text: string): void {
  const frame = new URL(
    frameAddress('https://lab.example/', { scenario: text, autoplay: true, controls: text }),
  );
  expect(frame.pathname).toBe('/embed.html');
  expect([...readSettings(frame.search).controls].every((control) => /^[a-z]+$/.test(control))).toBe(true);
  open(fragmentOf(text));
}

describe('an address changed by chance', () => {
  const long = process.env.FUZZ_CASES;
  const numRuns = Number(long ?? 1500);
  const seed = Number(process.env.FUZZ_SEED ?? 1);

  it(
    'opens a page, or says why not',
    () => {
      const opened = new Map<string, number>();
      fc.assert(
        fc.property(address, (text) => {
          const page = open(text);
          opened.set(page, (opened.get(page) ?? 0) + 1);
          embed(text);
        }),
        { numRuns, seed },
      );
      // Every kind of page was opened many times.
      for (const page of ['lab', ...PAGES.keys()])
        expect(opened.get(page) ?? 0, page).toBeGreaterThan(numRuns / 300);
    },
    long === undefined ? 60_000 : 86_400_000,
  );
});
