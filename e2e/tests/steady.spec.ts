/**
 * Heights stand still after every action: none may follow what follows it. Each row of the table is
 * shown in its places, and things are done to it one after the other, at seven sizes; in `npm test`
 * some of them at one size, in the page and in a frame.
 */
import { expect, test } from '@playwright/test';
import { cases, MATRIX } from '../support/matrix.ts';
import { atAllSizes, PLACES, WIDGET } from '../support/steady.ts';
import type { Place, Steady } from '../support/steady.ts';

/** An action with its name; `keeps`: no height may change at all. */
type Act = readonly [what: string, act: (at: Steady) => Promise<unknown>, keeps?: 'keeps'];

interface Row {
  what: string;
  places: readonly Place[];
  link: string;
  acts: readonly Act[];
  /** The names of its actions that `npm test` has, too. */
  few?: readonly string[];
}

const key =
  (...keys: readonly string[]) =>
  async (at: Steady): Promise<void> => {
    for (const name of keys) await at.key(name);
  };

/** Lies far below the run's window. */
const FLOOR = [
  [0.001, 0.98],
  [0.5, 0.97],
  [0.999, 0.98],
] as const;

const WIDGETS = ['frame', 'element'] as const;
const TRACE = 'time_s,cwnd\n0,10\n30,20\n60,30\n';

const SCRIPTS: readonly Act[] = [
  ['a script', (at) => at.write('on loss {\n  cwnd = window / 2\n  ssthresh = cwnd\n}\n')],
  ['a mistake', (at) => at.write('on loss { cwnd = nothing }')],
  ['a doubt', (at) => at.write('on loss { if rtt > 300 { cwnd = 2 } }')],
  ['a long script', (at) => at.write('# a line\n'.repeat(60))],
];

const ROWS: readonly Row[] = [
  {
    what: 'the first question',
    places: ['page'],
    link: '',
    acts: [
      ['an answer', key('1')],
      ['its verdict', (at) => at.scrubTo(500)],
    ],
  },
  {
    what: 'the lab',
    places: ['page'],
    link: 'v1/sawtooth?compare=newreno,westwood%2B&t=60',
    few: ['the run', 'cursors', 'a scenario that cannot run', 'no message'],
    acts: [
      ['the run', key('Space')],
      ['one chart', key('Space', 'o')],
      ['side by side, with an event in a drawer', key('o', 'i', ']')],
      ['the run before', key('i', 'r')],
      ['cursors', key('c')],
      ['a trigger', key('g')],
      ['math', key('m')],
      ['a landscape, and none of these', key('c', 'g', 'm', 'v')],
      ['a table', key('t')],
      ['a presentation', key('Escape', 'p')],
      ['a fork', key('Escape', 'f')],
      ['a hidden future', key('h')],
      ['chart rows', (at) => at.goTo('v1/sawtooth?rows=cwnd,queue,rtt,bwe,goodput')],
      ['a trace over the lanes', (at) => at.openFile('own.csv', TRACE)],
      ['a file that is refused', (at) => at.openFile('own.csv', 'time_s,cwnd\n0,10\n1,ten\n')],
      ['a scenario that cannot run', (at) => at.goTo('v1/sawtooth?hops.0.rate=fast')],
      ['a message', (at) => at.goTo('v1/sawtooth?nothing=1')],
      ['no message', (at) => at.press('Close this message')],
    ],
  },
  {
    what: 'a widget with all its parts',
    places: WIDGETS,
    link: WIDGET,
    few: ['the run', 'no knobs', 'a mistake'],
    acts: [
      ['the run', (at) => at.press('Play')],
      ['an event', (at) => at.press('Previous event')],
      ['no knobs', (at) => at.unfold('Scenario')],
      ['knobs', (at) => at.unfold('Scenario')],
      ...SCRIPTS,
      ['the suggestion', (at) => at.suggestion().press('Enter')],
    ],
  },
  {
    what: 'what the page around it tells a widget',
    places: ['element'],
    link: 'v1/sawtooth?compare=newreno',
    acts: [
      ['more chart rows', (at) => at.command('setRows', ['cwnd', 'queue', 'rtt', 'bwe'])],
      ['fewer chart rows', (at) => at.command('setRows', ['cwnd'])],
      ['another scenario', (at) => at.goTo('v1/random-loss?compare=newreno,westwood%2B')],
      ['a scenario that is refused', (at) => at.refuses('v1/sawtooth?nothing=1'), 'keeps'],
    ],
  },
  {
    what: 'a curve',
    places: PLACES,
    link: 'lesson/sawtooth?step=2',
    acts: [
      ['a stroke', (at) => at.draw(FLOOR), 'keeps'],
      ['keys', (at) => at.handle().press('ArrowUp'), 'keeps'],
      ['no stroke', (at) => at.press('Start over'), 'keeps'],
      ['another stroke', (at) => at.draw(FLOOR), 'keeps'],
      ['a wrong curve', (at) => at.answer('opposite', 'far')],
      ['the run’s own curve, drawn by hand', (at) => at.drawTruth('lesson/sawtooth?step=2')],
      ['a right curve', (at) => at.answer('right')],
    ],
  },
  {
    what: 'a choice and a number',
    places: PLACES,
    link: 'lesson/loss-is-not-congestion?step=2',
    few: ['a choice', 'a wrong choice'],
    acts: [
      ['a choice', (at) => at.choose('Vegas'), 'keeps'],
      ['a wrong choice', (at) => at.answer('opposite', 'far')],
      ['another step', (at) => at.follow(/^Step 1:/)],
      ['a number', (at) => at.slider().press('ArrowRight'), 'keeps'],
      ['its verdict', (at) => at.answer('opposite', 'far', 'near', 'right')],
    ],
  },
  {
    what: 'the notes of a lesson, and a message about its link',
    places: ['page'],
    link: 'lesson/sawtooth?ste',
    acts: [['notes for the teacher', (at) => at.unfold('For the teacher')]],
  },
  { what: 'a script', places: ['page'], link: 'write', acts: SCRIPTS },
  { what: 'a game', places: PLACES, link: 'teach/guess?seed=17', acts: [['an answer', (at) => at.guess()]] },
  {
    what: 'a figure',
    places: PLACES,
    link: 'gallery/gm04-table1',
    acts: [['its numbers', (at) => at.unfold('Numbers')]],
  },
  {
    what: 'a formula',
    places: ['page'],
    link: 'theory/reno',
    acts: [['a parameter', (at) => at.slider().press('ArrowRight')]],
  },
];

test.describe.configure({ mode: 'parallel', timeout: 480_000 });

for (const place of cases(PLACES, (name) => name === 'page'))
  test(`heights stand still after every action, ${place}`, async ({ browser }) => {
    const rows = ROWS.filter(({ places, few }) => places.includes(place) && (MATRIX || few !== undefined));
    await atAllSizes(browser, place, rows[0]?.link ?? '', async (at) => {
      for (const { what, link, acts, few = [] } of rows) {
        let before = await at.settles(what, () => at.show(link));
        for (const [name, act, keeps] of cases(acts, ([act]) => few.includes(act))) {
          const after = await at.settles(`${what}, ${name}`, () => act(at));
          if (keeps === 'keeps') expect.soft(after, `${what}, ${name} at ${at.size}`).toEqual(before);
          before = after;
        }
      }
    });
  });
