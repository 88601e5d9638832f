/** Before the prediction nothing tells what the run will say: not to the eye, not to a screen reader. */
import { readdirSync } from 'node:fs';
import { expect, test } from '../support/app.ts';
import { cases } from '../support/matrix.ts';

/** A curve, a choice and a number. */
const LESSONS = [
  'lesson/sawtooth?step=2',
  'lesson/loss-is-not-congestion?step=2',
  'lesson/sawtooth?step=4',
  'lesson/rtt-unfairness?step=3',
];

/** Without the picture of the path, which needs a run: at 0.00 s it shows an empty network. */
const withoutPath = (spoken: string): string =>
  spoken
    .replace('region "Packets on the path":', 'region "Packets on the path"')
    .replace(/^.*(?:text: .* 0\.00 s|button "Follow the packets"|img "The path of .*)$\n/gm, '');

for (const [place, folder] of [
  ['the page', ''],
  ['the widget', 'embed.html'],
] as const)
  for (const lesson of cases(LESSONS, (link) => link === (folder === '' ? LESSONS[0] : LESSONS[1])))
    test(`${lesson} in ${place} says the same with a finished run as without any`, async ({ lab }) => {
      const letThrough = await lab.machine.holdLane(0, 0);
      await lab.screen.show(`${folder}#${lesson}`);
      await lab.isRunning();
      const before = withoutPath(await lab.screen.spoken());
      expect(before).toContain('button "Run it"');
      await letThrough();
      await lab.finished();
      await lab.machine.frames(10);
      expect(withoutPath(await lab.screen.spoken())).toBe(before);
    });

test('the opening’s question is not answered by anything that is said before the answer', async ({ lab }) => {
  await lab.everyone.wantsLessMotion();
  await lab.open('');
  await lab.finished();
  await lab.machine.frames(10);
  const spoken = await lab.screen.spoken();
  expect(spoken).toContain('One packet in a thousand is lost.');
  // The heads name the best of the interval before the question, which is seen already.
  expect(spoken).not.toMatch(/delivers \d|less than|\bCorrect\b|Not quite|opposite(?! direction)/);
  await lab.key('1');
  await lab.hand.scrubTo(60);
  await expect.poll(() => lab.screen.spoken()).toMatch(/Not quite|Correct|opposite/);
});

test('before the answer neither the page nor what is spoken of it holds a number of the outcome', async ({
  lab,
}) => {
  await lab.screen.show('#lesson/sawtooth');
  await lab.finished();
  await lab.machine.frames(10);
  // The window at the loss, half of it, and the packets lost; a handle to draw with stands at 167 ms.
  const outcome = /\b(?:335|168|170)\b|\b167\b(?! ms)/;
  expect(await lab.screen.spoken()).not.toMatch(outcome);
  expect(await lab.learn.markup()).not.toMatch(outcome);
  await lab.learn.answer();
  await lab.finished();
  expect(await lab.learn.markup()).toMatch(outcome);
});

const ALL = cases(
  readdirSync(new URL('../../docs/lessons/', import.meta.url)).map((file) => file.slice(0, -3)),
  (id) => ['sawtooth', 'loss-is-not-congestion', 'l4s'].includes(id),
);

test('every lesson reads in order, holds back the numbers of its run, and says its verdict once', async ({
  lab,
}) => {
  test.setTimeout(ALL.length * 60_000);
  await lab.everyone.wantsLessMotion();
  let told = 0;
  for (const id of ALL)
    await test.step(id, async () => {
      await lab.learn.open(`#lesson/${id}`);
      await lab.finished();
      const question = (await lab.learn.question().textContent()) ?? '';
      const before = await lab.screen.spoken();
      const parts = [
        question,
        `heading "${(await lab.learn.title().textContent()) ?? ''}" [level=1]`,
        'region "The lab"',
        'hidden until you answer',
        'navigation "Steps"',
        'button "I don’t know"',
        'button "Run it"',
      ];
      const places = parts.map((part) => before.indexOf(part, before.indexOf('- main:')));
      expect.soft(places, `${id}: ${parts.join(', ')}`).toEqual(places.toSorted((a, b) => a - b));
      expect.soft(places, id).not.toContain(-1);
      await lab.learn.answer();
      await lab.finished();
      const outcome = await lab.learn.outcome();
      const after = await lab.screen.spoken();
      // Goodput, RTT, shares: numbers of three digits and a point, which no text and no axis has by chance; 0.00 is where the clock begins.
      const numbers = (await lab.learn.results()).flatMap(
        (text) => text.match(/\d+\.\d{2,}|\d{2,}\.\d/g)?.filter((number) => Number(number) > 0) ?? [],
      );
      told += Number(numbers.length > 0);
      expect
        .soft(
          numbers.filter((number) => before.includes(number)),
          id,
        )
        .toEqual([]);
      const last = outcome.trim().split(' ').slice(-4).join(' ');
      expect.soft(after.split(last).length - 1, `${id}: “${last}”`).toBe(1);
    });
  // Else nothing was held back.
  expect(told).toBeGreaterThan(0.8 * ALL.length);
});
