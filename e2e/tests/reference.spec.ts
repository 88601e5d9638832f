import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('a change leaves the run before in grey, with the difference in every head', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=379.2');
  await lab.finished();
  expect(await lab.screen.differences()).toEqual([]);
  expect(await lab.screen.grey()).toBe(0);
  const [was = ''] = await lab.screen.heads();
  await lab.turn('Buffer', '10');
  await lab.finished();
  await expect.poll(async () => (await lab.screen.differences()).length).toBe(3);
  expect((await lab.screen.differences())[0]).toMatch(new RegExp(`^was ${was} [−+±][\\d.]+ %$`));
  expect(await lab.screen.grey()).toBeGreaterThan(300);
  await lab.everyone.isSound();
  // The previous run was not chosen as the reference, so the link does not name it.
  expect(lab.link()).not.toContain('ref=');
  const [now = ''] = await lab.screen.heads();
  await lab.press('Undo');
  await lab.finished();
  await expect.poll(async () => (await lab.screen.differences())[0]).toMatch(new RegExp(`^was ${now} `));
});

test('a reference that is kept stays over changes, and in the link', ONLY_MATRIX, async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=379.2&compare=newreno');
  await lab.finished();
  const [was = ''] = await lab.screen.heads();
  await lab.key('r');
  await lab.turn('Buffer', '10');
  await lab.turn('Bottleneck rate', '3');
  await lab.finished();
  await expect.poll(async () => (await lab.screen.differences())[0]).toMatch(new RegExp(`^was ${was} `));
  await expect.poll(() => lab.link()).toContain('ref=v1/gm04-table1');
  await lab.reload();
  await lab.finished();
  await expect.poll(async () => (await lab.screen.differences())[0]).toMatch(new RegExp(`^was ${was} `));
  expect(await lab.screen.grey()).toBeGreaterThan(300);
  await lab.key('r');
  await expect.poll(() => lab.screen.differences()).toEqual([]);
  await expect.poll(() => lab.link()).not.toContain('ref=');
});
