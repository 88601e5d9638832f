import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

const AXIS = 'hops.0.loss.probability=0.001..0.1:3:log';

test('a sweep from a link is run at once, shown as a plot and as numbers, and each point opens its run', async ({
  lab,
}) => {
  await lab.sweep.open('random-loss', [AXIS], 2);
  await lab.sweep.is('done');
  // Three points × three lanes × two seeds.
  expect(await lab.sweep.progress()).toContain('18 runs at 3 points');
  const table = await lab.sweep.table();
  expect(table.map(([x]) => x)).toEqual(['Loss probability of hop 1', '0.001', '0.01', '0.1']);
  expect(table[2]?.[1]).toMatch(/^[\d.]+ ± [\d.]+$/);
  await lab.everyone.isSound();
  expect(await lab.overflowsSideways()).toBe(false);
  const there = lab.link();
  await lab.sweep.openRun('0.01', 'Westwood+');
  await lab.finished();
  // The preset's loss probability is one per cent, so the middle point is the preset itself.
  expect(lab.link()).toContain('#v1/random-loss');
  await lab.back();
  await lab.sweep.is('done');
  expect(lab.link()).toBe(there);
});

test('the page sweeps by itself when it is opened and when something is changed, and says what it found', async ({
  lab,
}) => {
  await lab.sweep.openPlain();
  await lab.sweep.is('done');
  expect(await lab.sweep.progress()).toContain('45 runs at 5 points');
  expect(await lab.sweep.finding()).toMatch(/^Queue capacity [\d.]+ packets: .+ delivers .+ (than|as) .+\.$/);
  await expect(lab.sweep.about()).toContainText(
    /link 2 Mbit\/s · RTT 250 ms · BDP 41\.7 packets · .*Varied: queue capacity of hop 1, 10 to 160 packets/,
  );
  await lab.sweep.setSeeds(1);
  await expect.poll(() => lab.sweep.progress()).toContain('15 runs at 5 points, all done');
  // Another drawing of the same runs starts no run.
  await lab.press('Log scale');
  await expect.poll(() => lab.link()).toContain('upwards=log');
  expect(await lab.sweep.progress()).toContain('15 runs at 5 points, all done');
});

test(
  'two axes show how full the link is, on one scale for all maps, and the place under the pointer in each',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.sweep.open('random-loss', [AXIS, 'hops.0.rate=1Mbps,4Mbps'], 1);
    await lab.sweep.is('done');
    await expect(lab.sweep.heatKey()).toHaveAccessibleName(/^Colours: utilization from \d+ % to 100 %$/);
    expect(await lab.sweep.markedAt('0.01', '4 Mbit/s')).toBe(4);
  },
);

test('two axes make a map for each algorithm, in the form too', ONLY_MATRIX, async ({ lab }) => {
  await lab.sweep.open('random-loss', [AXIS, 'hops.0.rate=1Mbps,4Mbps'], 1);
  await lab.sweep.is('done');
  // One map for each algorithm, and one for the difference between the highest and the lowest.
  expect(await lab.sweep.maps()).toEqual([6, 6, 6, 6]);
  await lab.everyone.isSound();
});

test(
  'a sweep of another number of seeds is another link; a long one can be cancelled and what is done saved',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.sweep.open('random-loss', ['hops.0.loss.probability=0.0001..0.1:100:log'], 50);
    await lab.sweep.agree();
    await lab.sweep.hasRuns();
    await lab.sweep.cancel();
    await lab.sweep.is('stopped');
    const csv = await lab.sweep.save('CSV');
    expect(csv.split('\n')[0]).toBe(
      'hops.0.loss.probability,lane,source,metric,from_s,to_s,count,mean,half_width,min,max,distinct_runs',
    );
    expect(csv.split('\n').length).toBeGreaterThan(2);
    await lab.sweep.setSeeds(2);
    expect(lab.link()).toContain('seeds=2');
  },
);

test('a sweep that cannot be says which point is wrong', async ({ lab }) => {
  await lab.sweep.open('random-loss', ['hops.0.loss.probability=0.5,1.5'], 1);
  await lab.sweep.is('failed');
  expect(await lab.sweep.alert()).toMatch(/point 1 .*probability.*1\.5/);
});

test(
  'a figure of a paper opens as a sweep with closed forms over its points, and is saved as a picture',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.sweep.openFigure('kgm08-fig4', 'Figure 4');
    // All runs take a while on a busy machine; the closed forms appear with the first run.
    await lab.sweep.agreeIfAsked();
    await lab.sweep.hasRuns();
    await expect.poll(async () => (await lab.sweep.beside()).curves).toBeGreaterThan(0);
    const beside = await lab.sweep.beside();
    expect(beside.names).toContain('Reno, response function');
    expect(lab.link()).toContain('figure=kgm08-fig4.0.quick');
    await lab.everyone.isSound();
    expect(await lab.overflowsSideways()).toBe(false);

    const svg = await lab.sweep.save('SVG');
    expect(svg).toMatch(/^<svg .*Figure 4.*Westwood\+.*Mbit\/s.*Simulated with Ackscope .*#sweep\?figure=/s);
    // The SVG needs no stylesheet of the page: it contains its own colours.
    expect(svg).not.toMatch(/class=|var\(--/);
    expect(svg).toMatch(/<path[^>]* stroke="rgb/);
    const png = await lab.sweep.save('PNG');
    expect(png.slice(1, 4)).toBe('PNG');
    expect(png.length).toBeGreaterThan(10_000);
  },
);

test('what others found at a figure’s points is drawn over its sweep', ONLY_MATRIX, async ({ lab }) => {
  await lab.sweep.openFigure('cgmsw02-fig9', 'Figure 9');
  await lab.sweep.hasRuns();
  const beside = await lab.sweep.beside();
  expect(beside.names).toContain('ns-2');
  // ns-2 gives fifteen numbers: five points × three algorithms.
  expect(beside.marks).toBe(15);
});

test('a map is saved as a picture too, with its colours and numbers', ONLY_MATRIX, async ({ lab }) => {
  await lab.sweep.open('random-loss', [AXIS, 'hops.0.rate=1Mbps,4Mbps'], 1);
  await lab.sweep.is('done');
  const svg = await lab.sweep.save('SVG');
  // Three maps of six cells each, and the map of their difference.
  expect(svg.match(/<rect[^>]*fill="(?:rgb|oklab|color)[^>]*>/g)?.length).toBeGreaterThanOrEqual(24);
  expect(svg).toContain('1 Mbit/s');
});

test('the page writes the code that puts a sweep into another page', ONLY_MATRIX, async ({ lab }) => {
  await lab.sweep.open('random-loss', [AXIS], 1);
  await lab.sweep.is('done');
  // The same code as in e2e/hosts/course.html.
  expect(await lab.sweep.embedCode()).toMatch(
    /ackscope-embed\.js"><\/script>\n<ackscope-lab scenario="sweep\?set=hops[^"]*&amp;seeds=1&amp;of=v1%2Frandom-loss"/,
  );
});
