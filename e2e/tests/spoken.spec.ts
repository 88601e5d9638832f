import { WHY } from '../support/quiet.ts';
import { expect, test } from '../support/app.ts';

test('a screen reader hears once what an instrument, a story and a step of it tell', async ({
  lab,
  page,
}) => {
  await lab.open('#v1/gm04-table1?t=379.2');
  await lab.finished();
  const spoken = (text: RegExp) => expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1);
  await lab.key('y');
  await spoken(/^Packet .+ waits in no queue\. Its ACK waits [\d.]+ s in queues\./);
  await lab.key('ArrowRight');
  await spoken(/^Step \d of 3, at [\d.]+ s: /);
  await lab.key('Escape');
  await lab.key('g');
  await spoken(/^New Reno: 3 of 33 loss events end in a timeout, 6 not shown\. Vegas: no loss event\./);
  // What is found changes while the clock plays: each number would be spoken.
  await lab.transport('Play').click();
  await expect(lab.instruments.panel('Trigger').getByRole('status')).toHaveText('');
  await lab.transport('Pause').click();
  await spoken(/^New Reno: 3 of 33 loss events/);
  await lab.key('g');
  await lab.key('c');
  await spoken(/^A to B [\d.]+ s, level to level /);
  await lab.key('c');
  await lab.key('l');
  await spoken(/^While the clock plays you hear all lanes, left to right\./);
  await lab.key('l');
});

test('“Show why” comes and goes with the result, and no other button moves', async ({ lab, page }) => {
  // Little is missing up to 250 s: then there is no why.
  await lab.open('#v1/gm04-table1?t=200');
  await lab.finished();
  const change = page.getByRole('button', { name: 'Remove reverse flows' });
  const why = page.getByRole('button', { name: WHY });
  await expect(why).toBeVisible();
  const before = await change.boundingBox();
  await expect(why).toHaveCount(0);
  await expect(page.getByText('little is missing.')).toBeVisible();
  expect(await change.boundingBox()).toEqual(before);
});
