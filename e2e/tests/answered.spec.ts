/** Texts after an answer: what a lesson or the opening shows then has its room at every size. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '../support/app.ts';
import type { Lab } from '../support/app.ts';
import { WATCHED } from '../support/steady.ts';

const soft = expect.configure({ soft: true, timeout: 10_000 });

const folder = new URL('../../docs/lessons/', import.meta.url);
/** Every lesson with the number of its steps: a step has a heading of the second level. */
const LESSONS = readdirSync(folder).map((name) => {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return { id: name.replace(/\.md$/, ''), steps: text.match(/^```lab$/gm)?.length ?? 0 };
});

async function isSound(lab: Lab, what: string): Promise<void> {
  for (const [width, height] of WATCHED) {
    await lab.hand.hasWidth(width, height);
    const place = `${what} at ${String(width)} × ${String(height)}`;
    await soft.poll(() => lab.screen.faults(), place).toEqual([]);
    soft(await lab.overflowsSideways(), place).toBe(false);
  }
}

for (const { id, steps } of LESSONS)
  test(`after the answers of ${id} no text lies over another or is cut off`, async ({ lab }) => {
    test.setTimeout(180_000);
    expect(steps).toBeGreaterThan(0);
    await lab.everyone.wantsLessMotion();
    for (let step = 1; step <= steps; step += 1) {
      await lab.learn.open(`#lesson/${id}?step=${String(step)}`);
      if (await lab.learn.skip().isVisible()) await lab.learn.skip().press('Enter');
      await lab.finished();
      await isSound(lab, `step ${String(step)}`);
    }
  });
