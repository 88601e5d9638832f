import { WHY } from '../support/quiet.ts';
import { SIZES as EVERY_SIZE } from '../../web/tools/sizes.mjs';
import { pageStates } from '../../web/tools/states.mjs';
import { expect, test } from '../support/app.ts';
import type { Lab } from '../support/app.ts';
import { leastLetterPx } from '../support/letters.ts';
import { cases, ONLY_MATRIX, sizes as few } from '../support/matrix.ts';

/** Minimum share of the screen for the plots, in percent: side by side, and in one chart. */
const SIZES = [
  [1440, 900, 40, 50],
  [1280, 720, 35, 45],
  [1024, 768, 35, 45],
  [390, 844, 30, 30],
  [844, 390, 35, 35],
  // 1440 × 900 at 200 % zoom.
  [720, 450, 35, 35],
] as const;

/** Reports all failures, not only the first. */
const soft = expect.configure({ soft: true, timeout: 15_000 });

test('the plots have their share of every screen', async ({ lab, page }) => {
  await lab.open('#v1/gm04-table1?t=379.2');
  await lab.finished();
  for (const [width, height, side, one] of few(SIZES)) {
    const size = `${String(width)} × ${String(height)}`;
    await lab.hand.hasWidth(width, height);
    await soft.poll(() => lab.screen.plotShare(), `${size} side by side`).toBeGreaterThanOrEqual(side);
    // Above it stand the finding in two lines, its proof in three, the numbers, and the tabs of the rows.
    if (height === 844) await soft.poll(() => lab.screen.firstPlotTop(), size).toBeLessThan(260);
    await lab.key('o');
    await soft.poll(() => lab.screen.plotShare(), `${size} one chart`).toBeGreaterThanOrEqual(one);
    await lab.key('o');
  }
  // For a hall: the plots more than half of the wall, and no letters that the last row cannot read.
  await lab.hand.hasWidth(1920, 1080);
  await lab.key('p');
  await soft.poll(() => lab.screen.plotShare(), 'presented').toBeGreaterThanOrEqual(60);
  await soft.poll(() => leastLetterPx(page), 'presented').toBeGreaterThanOrEqual(18);
});

test('before anything is pressed there are at most forty numbers, and room for fingers', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=379.2');
  await lab.finished();
  const numbers = await lab.screen.numbers();
  expect(numbers.length, numbers.join(' · ')).toBeLessThanOrEqual(40);
  expect(numbers.length).toBeGreaterThan(20);
  for (const [width, height] of few(EVERY_SIZE)) {
    await lab.hand.hasWidth(width, height);
    await soft.poll(() => lab.screen.smallTargets(), `${String(width)} × ${String(height)}`).toEqual([]);
  }
});

test('the sentence is whole at every size, and its button is in reach', async ({ lab }) => {
  test.setTimeout(180_000);
  await lab.open('#v1/gm04-table1?t=379.2');
  await lab.finished();
  await expect(lab.screen.finding('sentence')).toContainText('late ACKs');
  for (const [width, height, px] of [
    [1440, 900, 24],
    [1024, 768, 21],
    [390, 844, 19],
  ] as const) {
    const size = `${String(width)} × ${String(height)}`;
    await lab.hand.hasWidth(width, height);
    await soft.poll(() => lab.screen.findingIsSeen('sentence'), size).toBe(true);
    await soft(lab.screen.evidence().first(), size).toBeInViewport({ ratio: 1 });
    await soft(lab.screen.finding('sentence'), size).toHaveCSS('font-size', `${String(px)}px`);
  }
});

test('lanes are equally wide on every wide screen', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=379.2');
  await lab.finished();
  await expect(lab.screen.finding('sentence')).toContainText('late ACKs');
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
  ] as const) {
    await lab.hand.hasWidth(width, height);
    await expect
      .poll(async () => {
        const widths = await lab.screen.laneWidths();
        return widths.length === 3 && Math.max(...widths) - Math.min(...widths) <= 1;
      })
      .toBe(true);
  }
});

test('the two buttons of the answer are in reach on a low screen, however narrow', async ({ lab, page }) => {
  await lab.hand.hasWidth(720, 450);
  await lab.open('#v1/gm04-table1?t=379.2');
  await lab.finished();
  for (const [width, height] of [
    [720, 450],
    [640, 360],
    [844, 390],
  ] as const) {
    await lab.hand.hasWidth(width, height);
    await expect(page.getByRole('button', { name: WHY })).toBeInViewport({ ratio: 1 });
  }
});

test('what unfolds under a lesson or a figure has room for fingers', ONLY_MATRIX, async ({ lab }) => {
  for (const [link, name] of [
    ['#lesson/sawtooth', 'For the teacher'],
    ['#gallery/gm04-table1', 'Numbers'],
  ] as const) {
    await lab.learn.open(link);
    await lab.screen.fold(name).press('Enter');
    const small = await lab.screen.smallTargets();
    expect(small.filter((target) => target.startsWith(name))).toEqual([]);
  }
});

test(
  'the share sheet fits a phone: no title leaves its button, no command breaks at its dashes',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.hand.hasWidth(390, 844);
    await lab.open('#v1/gm04-table1?t=379.2');
    await lab.finished();
    await lab.share();
    await expect.poll(() => lab.screen.broken()).toEqual([]);
  },
);

/** A video wall is as slow to draw as the other nine sizes together, and has room: the lab alone is seen on it. */
const SCREENS = EVERY_SIZE.filter(([width]) => width < 3000);

async function isSoundAtEverySize(
  lab: Lab,
  what: string,
  sizes: readonly (readonly [width: number, height: number])[] = SCREENS,
): Promise<void> {
  for (const [width, height] of few(sizes)) {
    await lab.hand.hasWidth(width, height);
    const place = `${what} at ${String(width)} × ${String(height)}`;
    await soft.poll(() => lab.screen.faults(), place).toEqual([]);
    soft(await lab.overflowsSideways(), place).toBe(false);
  }
}

test('no text lies over another or is cut off at every size', async ({ lab }) => {
  test.setTimeout(240_000);
  // The longest texts: changes, a long title, a clock with seven digits.
  const states = [
    ['the lab', '#v1/gm04-table1?t=379.2', []],
    ['a changed scenario with its drawer', '#v1/gm04-table1?t=379.2&seed=2&hops.0.rate=4Mbps', ['i']],
    ['one chart', '#v1/gm04-table1?t=379.2&charts=overlay', []],
    [
      'six lanes in one chart',
      '#v1/gm04-table1?t=379.2&charts=overlay&compare=newreno,vegas,westwood+,cubic,bbr,htcp',
      [],
    ],
    ['a presentation', '#v1/gm04-table1?t=379.2', ['p']],
  ] as const;
  for (const [what, link, keys] of cases(states, ([name]) => name === 'a changed scenario with its drawer')) {
    await lab.openAnew(link);
    await lab.finished();
    for (const key of keys) await lab.key(key);
    await isSoundAtEverySize(lab, what, EVERY_SIZE);
  }
});

test(
  'names stay whole beside the run before, and so do its numbers in the drawer',
  ONLY_MATRIX,
  async ({ lab }) => {
    test.setTimeout(180_000);
    const six = '&charts=overlay&compare=newreno,vegas,westwood+,cubic-rfc9438,bbr,htcp';
    for (const [what, link, act] of [
      ['lanes beside the run before', '', () => lab.key('r')],
      ['one chart over the run before', six, () => lab.key('r')],
      ['the drawer of numbers', '', () => lab.hand.openDrawer('Numbers')],
    ] as const) {
      await lab.openAnew(`#v1/gm04-table1?t=379.2${link}`);
      await lab.finished();
      await act();
      await isSoundAtEverySize(lab, what);
    }
  },
);

test('no text lies over another or is cut off with instruments out', ONLY_MATRIX, async ({ lab }) => {
  test.setTimeout(180_000);
  const states = [
    [
      'cursors',
      'Cursors',
      '#v1/gm04-table1?t=142&zoom=60..160&cursors=85.7..117.7,cwnd,41.7..83.5&listen=0.5',
    ],
    [
      'cursors close together',
      'Cursors',
      '#v1/gm04-table1?t=379.2&cursors=356.451..387.817,cwnd,35.9893..72.6356',
    ],
    ['cursors that have changed sides', 'Cursors', '#v1/gm04-table1?t=379.2&cursors=387..356,cwnd,36..72'],
    [
      'math and landscapes',
      'Math',
      '#v1/gm04-table1?t=379.2&math=cwnd/rtt;bwe*rtt_min-cwnd;cwnd%2Brtt&landscape=goodput',
    ],
    ['what a trigger found', 'Trigger', '#v1/gm04-table1?t=379.2&trigger=loss,all,traffic'],
    ['a trigger on a level', 'Trigger', '#v1/gm04-table1?t=379.2&trigger=level,all,cwnd:rise:60,traffic'],
  ] as const;
  for (const [what, panel, link] of cases(states, ([name]) => name === 'math and landscapes')) {
    await lab.openAnew(link);
    await lab.finished();
    await expect(lab.instruments.panel(panel)).toBeVisible();
    await isSoundAtEverySize(lab, what);
  }
});

test(
  'a widget with all its buttons fits a phone, whose frame does not scroll',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('embed.html?controls=title,play,scrub,steps,speed,results#v1/gm04-table1');
    await lab.finished();
    for (const width of [390, 320]) {
      await lab.hand.hasWidth(width, 900);
      for (const action of ['Play', 'Pause'] as const) {
        await lab.transport(action).press('Enter');
        await expect.poll(() => lab.overflowsSideways(), `${String(width)} px, ${action}`).toBe(false);
      }
    }
  },
);

test(
  'two lanes stand side by side in the column of a course page, one at a time on a phone',
  ONLY_MATRIX,
  async ({ lab }) => {
    // A widget in a column has tabs only where a phone is as narrow.
    for (const [page, narrow] of [
      ['', 600],
      ['embed.html', 480],
    ] as const) {
      await lab.openAnew(`${page}#v1/sawtooth?compare=newreno,westwood+`);
      await lab.finished();
      for (const [width, lanes] of [
        [700, 2],
        [narrow, 1],
      ] as const) {
        await lab.hand.hasWidth(width, 900);
        await expect.poll(() => lab.screen.lanesInWidth(), `${page} ${String(width)} px`).toBe(lanes);
      }
    }
  },
);

/** A page as it opens, and after something was done in it; the other states of the pages only as they open. */
const PAGES: readonly (readonly [what: string, link: string, act?: (lab: Lab) => Promise<unknown>])[] = [
  ['a figure with its numbers', '#gallery/gm04-table1', (lab) => lab.screen.fold('Numbers').press('Enter')],
  ['a lesson with its notes', '#lesson/sawtooth', (lab) => lab.screen.fold('For the teacher').press('Enter')],
  ['the sender at play', '#teach/sender', (lab) => lab.learn.start()],
  ['a guess, answered', '#teach/guess?seed=17', (lab) => lab.learn.choice(1).press('Enter')],
  ['a sweep on a log scale', '#sweep', (lab) => lab.press('Log scale')],
  ['a formula with simulated points', '#theory/reno?p=0.01', (lab) => lab.theory.simulate()],
  ['a script with a mistake', '#write', (lab) => lab.hand.writeMistake()],
];
// A worksheet is a sheet of A4: the page shows it smaller than it prints.
const AS_OPENED = pageStates().filter(
  ([name, link]) => name !== 'worksheet' && PAGES.every(([, same]) => same !== link),
);

const FEW_PAGES = ['a figure with its numbers', 'a lesson with its notes', 'a script with a mistake'];

for (const [what, link, act] of cases([...PAGES, ...AS_OPENED], ([name]) => FEW_PAGES.includes(name)))
  test(`no text lies over another or is cut off in ${what}`, async ({ lab }) => {
    test.setTimeout(240_000);
    await lab.learn.open(link);
    await isSoundAtEverySize(lab, `${what}, opened`);
    if (act === undefined) return;
    await act(lab);
    await isSoundAtEverySize(lab, what);
  });
