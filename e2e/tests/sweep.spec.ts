import { expect, test } from '../support/app.ts';

const AXIS = 'hops.0.loss.probability=0.001..0.1:3:log';

test('a sweep from a link is run at once, told as a plot and as numbers, and each point opens its run', async ({
  lab,
}) => {
  await lab.sweep.open('random-loss', [AXIS], 2);
  await lab.sweep.is('done');
  // Three points, three lanes, two seeds.
  expect(await lab.sweep.progress()).toContain('18 runs at 3 points');
  const table = await lab.sweep.table();
  expect(table.map(([x]) => x)).toEqual(['Loss probability of hop 1', '0.001', '0.01', '0.1']);
  expect(table[2]?.[1]).toMatch(/^[\d.]+ [kM]bit\/s ± [\d.]+ [kM]?bit\/s$/);
  expect(await lab.accessibilityFaults()).toEqual([]);
  expect(await lab.overflowsSideways()).toBe(false);
  const there = lab.link();
  await lab.sweep.openRun('0.01', 'Westwood+');
  await lab.finished();
  // The preset has a loss of one per cent: the middle point is the preset itself.
  expect(lab.link()).toContain('#v1/random-loss');
  await lab.back();
  await lab.sweep.is('done');
  expect(lab.link()).toBe(there);
});

test('two axes make a map for each algorithm, in the form too', async ({ lab }) => {
  await lab.sweep.open('random-loss', [AXIS, 'hops.0.rate=1Mbps,4Mbps'], 1);
  await lab.sweep.is('done');
  expect(await lab.sweep.maps()).toEqual([6, 6, 6]);
  expect(await lab.accessibilityFaults()).toEqual([]);
});

test('a sweep of another number of seeds is another link; a long one can be cancelled and what is done saved', async ({
  lab,
}) => {
  await lab.sweep.open('random-loss', ['hops.0.loss.probability=0.0001..0.1:100:log'], 50);
  await lab.sweep.hasRuns();
  await lab.sweep.cancel();
  await lab.sweep.is('stopped');
  const csv = await lab.sweep.save('CSV');
  expect(csv.split('\n')[0]).toBe(
    'hops.0.loss.probability,lane,source,metric,from_s,to_s,count,mean,half_width,min,max',
  );
  expect(csv.split('\n').length).toBeGreaterThan(2);
  await lab.sweep.setSeeds(2);
  expect(lab.link()).toContain('seeds=2');
});

test('a sweep that cannot be says which point is wrong', async ({ lab }) => {
  await lab.sweep.open('random-loss', ['hops.0.loss.probability=0.5,1.5'], 1);
  await lab.sweep.is('failed');
  expect(await lab.sweep.alert()).toMatch(/point 1 .*probability.*1\.5/);
});
