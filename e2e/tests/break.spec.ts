/** The search for what breaks an algorithm. */
import { readFileSync } from 'node:fs';
import { expect, test } from '../support/app.ts';
import { openBreak } from '../support/break.ts';

/** What the engine finds natively for the same request (core/lab/tests/search.rs). */
const FOUND = JSON.parse(
  readFileSync(new URL('../../core/lab/tests/search.json', import.meta.url), 'utf8'),
) as { algorithm: string; objectives: string[]; seed: number; max_runs: number; finds: string[] };

test('a search runs after a press, finds what the program finds, and a find opens in the lab', async ({
  lab,
  page,
}) => {
  const { algorithm, objectives, seed, max_runs: runs, finds } = FOUND;
  const found = await openBreak(
    page,
    `/${algorithm}?objective=${String(objectives[0])}&seed=${String(seed)}&runs=${String(runs)}`,
  );
  await expect(found.root).toHaveAttribute('data-break', 'idle');
  await expect(found.root.getByText(/At most about .+ on this machine/)).toBeVisible();
  await found.start.click();
  await found.finished();
  expect((await found.finds()).toSorted()).toEqual(finds.toSorted());
  await expect(found.root.getByRole('status').first()).toHaveText(/^\d+ causes? in \d+ runs/);
  await expect(found.drawn).toHaveCount(finds.length);
  await lab.everyone.isSound();
  const saving = page.waitForEvent('download');
  await found.save.first().click();
  const saved = JSON.parse(readFileSync(await (await saving).path(), 'utf8')) as {
    expected: { factor: { low: number } };
    scenario: { compare: string[] };
  };
  expect(saved.expected.factor.low).toBeGreaterThan(1.5);
  expect(saved.scenario.compare[0]).toBe(algorithm);
  await found.openInLab.first().click();
  await expect(page).toHaveURL(/#v1\//);
  await page.goBack();
  // It is kept.
  await found.finished();
});
