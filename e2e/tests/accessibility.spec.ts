import { expect, test } from '../support/app.ts';
import type { Lab } from '../support/app.ts';
import { cases, MATRIX } from '../support/matrix.ts';
import { pageStates } from '../../web/tools/states.mjs';

/** What is open, and what is done to it before it is looked at. */
type State = readonly [what: string, link: string, act?: (lab: Lab) => Promise<unknown>];

const FLAT_CURVE = [
  [0.001, 0.98],
  [0.999, 0.98],
] as const;

// The matrix has all states on a screen, in light and dark, and on a phone; `npm test` has these in light
// (contrast.test.ts in web/app compares the dark colours).
const FEW = [
  'the lab',
  'the answer judged',
  'a scenario that cannot run',
  'an event explained',
  'the causes',
  'the settings',
  'a choice judged',
  'writing an algorithm',
  'a widget',
  'a message in a widget',
  'a file that is refused',
  'teacher',
  'a figure with its numbers',
];

const STATES: readonly State[] = [
  ['the lab', ''],
  ['the question answered', '', (lab) => lab.key('1')],
  ['the answer judged', '', (lab) => lab.hand.answerFirstQuestion()],
  ['one chart for all lanes', '#v1/gm04-table1?t=600&charts=overlay'],
  ['windows on a log scale', '#v1/gm04-table1?t=600&rows=cwnd-log,queue'],
  ['phase plot', '#v1/two-flows?t=200'],
  ['single packets', '#v1/gm04-table1?t=300.3&zoom=300..300.6&rows=sequence,queue'],
  ['a message about a link', '#v1/gm04-tabel1'],
  ['a scenario that cannot run', '#v1/sawtooth?hops.0.rate=fast'],
  [
    'an event explained',
    '#v1/gm04-table1?t=379.2',
    async (lab) => {
      await lab.key(']');
      await lab.hand.openDrawer('Inspector');
    },
  ],
  ['the causes', '#v1/gm04-table1?t=379.2', (lab) => lab.hand.openDrawer('Why?')],
  ['the numbers', '#v1/gm04-table1?t=379.2', (lab) => lab.hand.openDrawer('Numbers')],
  ['the settings', '#v1/gm04-table1?t=379.2', (lab) => lab.hand.openSettings()],
  ['a menu', '#v1/gm04-table1?t=379.2', (lab) => lab.hand.openMenu()],
  ['a landscape', '#v1/sawtooth?t=60&landscape=delay'],
  ['a presentation', '#v1/gm04-table1?t=379.2', (lab) => lab.key('p')],
  ['a lesson that asks', '#lesson/rtt-unfairness?step=3'],
  ['a lesson that asks for a curve', '#lesson/sawtooth?step=2'],
  ['a curve drawn', '#lesson/sawtooth?step=2', (lab) => lab.learn.draw(FLAT_CURVE)],
  ['a curve judged', '#lesson/sawtooth?step=2', (lab) => lab.learn.answerCurve(FLAT_CURVE)],
  ['a choice judged', '#lesson/loss-is-not-congestion?step=2', (lab) => lab.learn.answerChoice('Vegas')],
  ['a number judged', '#lesson/loss-is-not-congestion', (lab) => lab.learn.answerNumber('ArrowRight')],
  ['a lesson with a wrong step', '#lesson/sawtooth?step=99'],
  ['a lecture', '#lesson/sawtooth?lecture'],
  ['the code of a lecture', '#lesson/sawtooth?lecture', (lab) => lab.learn.press('q')],
  ['an attempt by hand', '#teach/sender?path=changing&hand=0.5:20,4:45'],
  ['a round of guessing', '#teach/guess?seed=17&show=queue'],
  ['a round guessed', '#teach/guess?seed=17', (lab) => lab.learn.choice(1).press('Enter')],
  ['writing an algorithm', '#write'],
  ['a script with a mistake', '#write', (lab) => lab.hand.writeMistake()],
  ['a worksheet', '#teach/worksheet'],
  ['a widget', 'embed.html?controls=title,play,scrub,steps,speed,question,path,results,knobs#v1/sawtooth'],
  ['a widget without its title', 'embed.html?controls=play#v1/sawtooth'],
  ['a message in a widget', 'embed.html#v1/sawtooth?nothing=1'],
  [
    'a lesson in a widget, answered',
    'embed.html#lesson/loss-is-not-congestion?step=2',
    (lab) => lab.learn.answerChoice('Vegas'),
  ],
  [
    'a script in a widget, with a mistake',
    'embed.html?controls=title,script#v1/sawtooth',
    (lab) => lab.hand.writeMistake(),
  ],
];

/** On a screen with room for the file dialog; a phone's layout has none. */
const FILES: readonly State[] = [
  [
    'a measured trace',
    '#v1/sawtooth',
    (lab) => lab.measured.openFile('own.csv', 'time_s,cwnd\n0,10\n30,20\n60,30\n'),
  ],
  [
    'a file that is refused',
    '#v1/sawtooth',
    (lab) => lab.measured.openFile('own.csv', 'time_s,cwnd\n0,10\n1,ten\n'),
  ],
];

/** Without a run of their own, or before it. */
const STILL: readonly State[] = [
  ...pageStates().filter(([, link]) => STATES.every(([, same]) => same !== link)),
  ['the notes of a lecture', '#lesson/sawtooth?notes'],
  ['a figure with its numbers', '#gallery/gm04-table1', (lab) => lab.screen.fold('Numbers').press('Enter')],
  ['a lesson whose link was cut off', '#lesson/sawto'],
  ['a lesson in a widget, cut off', 'embed.html#lesson/sawto'],
];

async function isSound(lab: Lab, what: string, isMobile: boolean): Promise<void> {
  // The rest of the page is out of reach while a dialog is open.
  const within = (await lab.hand.dialog().isVisible()) ? 'dialog' : undefined;
  expect.soft(await lab.everyone.faults(within), what).toEqual([]);
  expect.soft(await lab.overflowsSideways(), what).toBe(false);
  if (isMobile || !MATRIX) return;
  // The dark page is the same but for its colours: what is drawn in them is another part.
  await lab.everyone.seesOn('screen', 'dark');
  await lab.machine.frames(2);
  expect.soft(await lab.everyone.faults(within, 'of colours'), `${what}, dark`).toEqual([]);
  await lab.everyone.seesOn('screen', 'light');
}

/** Each opens its states in one page, which keeps the compiled code. */
const PARTS = 4;
test.describe.configure({ mode: 'parallel' });

for (let part = 0; part < PARTS; part += 1)
  test(`axe finds nothing wrong, also after something was done, and nothing sticks out to the side, part ${String(part + 1)}`, async ({
    lab,
    isMobile,
  }) => {
    const still = new Set(STILL);
    const all = isMobile ? [...STATES, ...STILL] : [...STATES, ...FILES, ...STILL];
    const states = cases(all, ([what]) => FEW.includes(what)).filter((_, at) => at % PARTS === part);
    test.setTimeout(states.length * 60_000);
    // The first question opens at once, and a judged run stands at its end.
    await lab.everyone.wantsLessMotion();
    for (const state of states) {
      const [what, link, act] = state;
      await test.step(what, async () => {
        if (still.has(state)) await lab.learn.open(link);
        else {
          await lab.openAnew(link);
          await lab.finished();
        }
        await act?.(lab);
        await isSound(lab, what, isMobile);
      });
    }
  });
