/** Texts after an answer: what a lesson or the opening shows then has its room at every size. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '../support/app.ts';
import type { Lab } from '../support/app.ts';
import { cases } from '../support/matrix.ts';
import { WATCHED } from '../support/steady.ts';

test.describe.configure({ mode: 'parallel' });

const soft = expect.configure({ soft: true, timeout: 10_000 });

const folder = new URL('../../docs/lessons/', import.meta.url);
/** Every lesson with the number of its steps: a step has a heading of the second level. */
const LESSONS = readdirSync(folder).map((name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return { id: name.replace(/\.md$/, ''), steps: text.match(/^```lab$/gm)?.length ?? 0 };
});

/** A phone has the least room for a text. */
const SIZES = cases(WATCHED, ([width]) => width === 390);

/** Where the page stands, and at its end: what lies under a bar that stays can be scrolled out. */
async function isSound(lab: Lab, what: string): Promise<void> {
  for (const [width, height] of SIZES) {
    await lab.hand.hasWidth(width, height);
    const place = `${what} at ${String(width)} × ${String(height)}`;
    await soft.poll(() => lab.screen.faults(), place).toEqual([]);
    soft(await lab.overflowsSideways(), place).toBe(false);
    if (!(await lab.screen.scrollToEnds())) continue;
    await soft.poll(() => lab.screen.faults(), `${place}, scrolled to its end`).toEqual([]);
  }
}

/** A choice, a number and a script are among its answers. */
const FEW = ['invent-westwood'];

for (const { id, steps } of cases(LESSONS, ({ id }) => FEW.includes(id)))
  test(`after the answers of ${id} no text lies over another or is cut off`, async ({ lab }) => {
    test.setTimeout(240_000);
    expect(steps).toBeGreaterThan(0);
    await lab.everyone.wantsLessMotion();
    for (let step = 1; step <= steps; step += 1) {
      await lab.hand.hasWidth(1440, 900);
      await lab.openAnew(`#lesson/${id}?step=${String(step)}`);
      await lab.learn.answer();
      await lab.finished();
      await isSound(lab, `step ${String(step)}`);
    }
  });

test('after the answer to the first question no text lies over another or is cut off', async ({ lab }) => {
  await lab.everyone.wantsLessMotion();
  await lab.open('');
  await lab.finished();
  await lab.hand.answerFirstQuestion();
  await isSound(lab, 'the question');
});
