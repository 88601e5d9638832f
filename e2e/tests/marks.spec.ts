import { expect, test } from '../support/app.ts';

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
  // Nobody has chosen rows: the link names none.
  expect(lab.link()).not.toContain('rows=');
  expect(await lab.screen.pathKey()).toContain('marked');
  expect(await lab.accessibilityFaults()).toEqual([]);
});

test('the numbers count marks beside drops, with the waiting times of both queues', async ({ lab }) => {
  await lab.open(LINK);
  await lab.finished();
  await lab.hand.openDrawer('Numbers');
  const queues = lab.screen.twoQueues();
  await expect(queues.getByRole('row')).toHaveCount(3);
  await expect(queues.getByRole('row', { name: /^L4S/ })).toContainText('µs');
  await expect(queues.getByRole('row', { name: /^classic/ })).toContainText('ms');
  await expect(lab.screen.total('marked')).toHaveText(/^[\d\u202f]{3,}$/);
  await expect(lab.screen.total('dropped')).toHaveText('0');
});

test('a queue that cannot mark keeps the rows of always', async ({ lab }) => {
  await lab.open('#v1/sawtooth?compare=newreno&duration=10s&measure=[["0s","10s"]]');
  await lab.finished();
  expect(await lab.screen.rows()).toEqual(['cwnd', 'queue', 'bwe']);
  expect(await lab.screen.pathKey()).not.toContain('marked');
});
