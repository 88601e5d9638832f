// @vitest-environment node
import { expect, it } from 'vitest';
import { decodeLink } from '@ackscope/model';
import { loadCatalogue } from '../../engine/src/catalogue.ts';
import { givenOf } from '../src/course/given.ts';

const catalogue = await loadCatalogue();

it.each([
  ['today-sawtooth?compare=newreno', 'Link 10 Mbit/s · RTT 100 ms · buffer 83 packets · New Reno'],
  [
    'today-sawtooth?compare=[{"label":"a"},{"label":"b","set":{"hops.0.queue.capacity":332}}]',
    'Link 10 Mbit/s · RTT 100 ms · buffer 83 or 332 packets · New Reno',
  ],
  [
    'today-two-flows?flows.A.rtt=50ms&flows.B.rtt=200ms&compare=newreno,westwood+',
    'Link 4 Mbit/s · RTT 50 and 200 ms · buffer 33 packets · New Reno, Westwood+',
  ],
  [
    'today-sawtooth?compare=[{"label":"SACK","algorithm":"sack"},{"label":"PRR","algorithm":"sack","set":{"flows.main.reduction":"prr"}}]',
    'Link 10 Mbit/s · RTT 100 ms · buffer 83 packets · SACK (SACK, PRR)',
  ],
  // Flows that are not compared keep their algorithm.
  [
    'gm04-table1?compare=vegas&hops.0.queue.capacity=0.5bdp',
    'Link 2 Mbit/s · RTT 250 ms · buffer 21 packets · Vegas, New Reno',
  ],
  [
    'today-sawtooth?compare=newreno&hops.0.rate={"kind":"cellular"}',
    'Link cellular · RTT 100 ms · buffer 83 packets · New Reno',
  ],
  [
    'today-sawtooth?compare=newreno&hops.0.rate={"kind":"leo","mean":"90Mbps"}',
    'Link 90 Mbit/s on average (leo) · RTT 100 ms · buffer 83 packets · New Reno',
  ],
  [
    'today-random-loss?compare=mine&scripts.mine=algorithm "Four"',
    'Link 10 Mbit/s · RTT 100 ms · buffer 83 packets · random loss 1 % · “Four”',
  ],
])('a question about %s takes as given: %s', (run, says) => {
  expect(givenOf(decodeLink(`v1/${run}`).scenario, catalogue)).toBe(says);
});
