import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

const QUEUE = '{"kind":"dualpi2","capacity":850}';
const FLOWS =
  '[{"name":"prague","algorithm":"prague","rtt":"20ms","compared":true},{"name":"cubic","algorithm":"cubic-rfc9438","ecn":"classic","rtt":"20ms"}]';
const LINK = `#v1/sawtooth?hops.0.rate=40Mbps&hops.0.queue=${QUEUE}&flows=${FLOWS}&compare=prague&duration=10s&measure=[["2s","10s"]]`;

test('where a queue marks, its marks and its two queues are there without being asked for', async ({
  lab,
}) => {
  await lab.open(`${LINK}&t=6`);
  await lab.finished();
  expect(await lab.screen.rows()).toEqual(['cwnd', 'queue-lines', 'marks']);
  expect(await lab.screen.rowHead('queue-lines')).toMatch(/classic queue.*L4S queue/);
  expect(await lab.screen.rowHead('marks')).toMatch(/\d/);
  // Nobody has chosen rows, so the link names none.
  expect(lab.link()).not.toContain('rows=');
  await lab.press('Packets of the chosen lane, large');
  await expect(lab.screen.pathKey()).toContainText('marked');
  await lab.everyone.isSound();
});

test(
  'the numbers count marks beside drops, with the waiting times of both queues',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open(LINK);
    await lab.finished();
    await lab.hand.openDrawer('Numbers');
    await expect(lab.screen.total('L4S queue, p95')).toContainText('µs');
    await expect(lab.screen.total('classic queue, p95')).toContainText('ms');
    await expect(lab.screen.total('marked')).toHaveText(/^[\d\u202f]{3,}$/);
    await expect(lab.screen.total('dropped')).toHaveText('0');
  },
);

test('a queue that cannot mark keeps the rows of always', ONLY_MATRIX, async ({ lab }) => {
  await lab.open('#v1/sawtooth?compare=newreno&duration=10s&measure=[["0s","10s"]]');
  await lab.finished();
  expect(await lab.screen.rows()).toEqual(['cwnd', 'queue', 'bwe']);
  await lab.press('Packets of the chosen lane, large');
  await expect(lab.screen.pathKey()).toContainText('lost');
  await expect(lab.screen.pathKey()).not.toContainText('marked');
});

test('what the queue did is picked by key and by pointer, and explained with its numbers', async ({
  lab,
}) => {
  await lab.open(`${LINK}&t=5`);
  await lab.finished();
  const event = lab.screen.event();
  const title = event.getByRole('heading', { level: 2 }).first();
  await lab.key(')');
  await expect(title).toHaveText('The queue marked a packet');
  await expect(event.locator('math').first()).toBeVisible();
  // The explanation names the flow, the marking probability and the number of waiting packets.
  await expect(event).toContainText(/At the bottleneck, a packet of (prague|cubic)\. Queue: dualpi2\./);
  await expect(event.locator('dl > div', { hasText: 'The current probability' }).locator('dd')).toHaveText(
    /^\d/,
  );
  await expect(lab.everyone.spokenEvent()).toHaveText(
    /at 5\.\d+ s: The queue marked a packet\. Waiting packets: \d+ packets\. The packet's flow: [01]\./,
  );
  // Each mark has its own numbers.
  const numbers = event.locator('dl').first();
  const first = (await numbers.textContent()) ?? '';
  await lab.key(')');
  await expect(numbers).not.toHaveText(first);
  await lab.key('(');
  await expect(numbers).toHaveText(first);

  // The key ] goes to the sender's decisions; a press on the marks row returns to the queue's.
  await lab.key(']');
  await expect(title).not.toHaveText('The queue marked a packet');
  await lab.screen.pressRow('marks', 0.45);
  await expect(title).toHaveText('The queue marked a packet');
  await expect(event).toContainText(/^At 4\.[45]/);
  await lab.everyone.isSound();
});

test(
  'a closer look explains what the record leaves out: how DualPI2 moves its probability',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open(`${LINK}&t=5&zoom=4.9..5.1&rows=queue-lines,aqm-probability,marks`);
    await lab.finished();
    const title = lab.screen.event().getByRole('heading', { level: 2 }).first();
    // The base probability changes every 15 ms, here at 4.98 s. The events come from a replay after
    // the run; before that there is nothing to press.
    await expect(async () => {
      await lab.screen.pressRow('aqm-probability', 0.4);
      await expect(title).toHaveText('The base probability follows the delay and its change', {
        timeout: 500,
      });
    }).toPass();
    await expect(lab.screen.event().locator('math').first()).toBeVisible();
  },
);
