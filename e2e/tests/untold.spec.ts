/** Before the prediction nothing tells what the run will say: not to the eye, not to a screen reader. */
import { expect, test } from '../support/app.ts';

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
  for (const lesson of LESSONS)
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
  expect(spoken).toContain('Ten flows start the other way.');
  // The heads name the best of the interval before the question, which is seen already.
  expect(spoken).not.toMatch(/delivers|less than|\bCorrect\b|Not quite|opposite/);
  await lab.key('1');
  await lab.hand.scrubTo(1000);
  await expect.poll(() => lab.screen.spoken()).toMatch(/Not quite|Correct|opposite/);
});

test('before the answer neither the page nor what is spoken of it holds a number of the outcome', async ({
  lab,
}) => {
  await lab.screen.show('#lesson/sawtooth');
  await lab.finished();
  await lab.machine.frames(10);
  // The window at the loss, half of it, and the packets lost.
  const outcome = /\b(?:252|126|84)\b/;
  expect(await lab.screen.spoken()).not.toMatch(outcome);
  expect(await lab.learn.markup()).not.toMatch(outcome);
  await lab.learn.answer();
  await lab.finished();
  expect(await lab.learn.markup()).toMatch(outcome);
});
