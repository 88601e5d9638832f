import { expect, test } from '../support/app.ts';

test('a newcomer sees three algorithms move on one clock', async ({ lab }) => {
  await lab.open();
  expect(await lab.laneLabels()).toHaveLength(3);
  const lanes = await lab.drawnLanes();

  await lab.timePasses(0);
  const before = await Promise.all(lanes.map((lane) => lab.picture(lane)));
  const beforeS = await lab.timeS();
  await lab.timePasses(beforeS + 1);
  await expect
    .poll(async () => {
      const now = await Promise.all(lanes.map((lane) => lab.picture(lane)));
      return now.map((picture, lane) => picture !== before[lane]);
    })
    .toEqual(lanes.map(() => true));
});

test('the run comes to its end with the goodput of every window under every lane', async ({ lab }) => {
  await lab.open();
  await lab.finished();
  for (const lane of await lab.laneLabels()) {
    const results = await lab.results(lane);
    expect(results).toHaveLength(4);
    for (const goodputBps of results) {
      expect(goodputBps).toBeGreaterThan(0);
      expect(goodputBps).toBeLessThanOrEqual(2e6); // the rate of the link
    }
  }
});

test('turning a knob computes everything again', async ({ lab }) => {
  await lab.open();
  await lab.finished();
  const lanes = await lab.laneLabels();
  await lab.turn('Bottleneck rate', '1');
  // At half the rate, each lane delivers at most half as much in each interval.
  for (const lane of lanes) {
    await expect
      .poll(async () =>
        (await lab.results(lane)).map((goodputBps) => goodputBps !== null && goodputBps <= 1e6),
      )
      .toEqual([true, true, true, true]);
  }
  await lab.finished();
});

test('what the engine refuses of a link is said and left out', async ({ lab }) => {
  await lab.open();
  const hash = await lab.traceHash();
  // The hop alone takes 10 ms each way, so a round trip of 15 ms is impossible; the knob does not go there.
  await lab.hand.goTo('#v1/gm04-table1?flows.main.rtt=15ms');
  await expect(lab.notice()).toContainText('at least 20ms');
  await expect(lab.notice()).not.toContainText('cut off');
  expect(await lab.traceHash()).toBe(hash);
  await expect.poll(() => lab.link()).not.toContain('15ms');
});

test('Home and End turn the knob that has the focus', async ({ lab }) => {
  await lab.open('#v1/gm04-table1?t=379.2');
  await lab.finished();
  // Regression: these keys once moved the clock instead.
  await expect.poll(() => lab.hand.knobAfter('Reverse flows', 'Home')).toBe('0 flows');
});

test('the space key stops the clock and starts it again', async ({ lab }) => {
  await lab.open();
  await lab.timePasses(0);
  await lab.key('Space');
  await expect(lab.transport('Play')).toBeVisible();
  const stoppedS = await lab.timeS();
  await lab.key('Home');
  await expect.poll(() => lab.timeS()).toBe(0);
  await lab.key('ArrowRight');
  await expect.poll(() => lab.timeS()).toBeGreaterThan(0);
  expect(await lab.timeS()).toBeLessThan(stoppedS + 1_000 / 200 + 0.001); // a step is a 200th of the run
  await lab.key('Space');
  await lab.timePasses(stoppedS);
});

test('the outline stands in its places before any other file has come, with the style of the HTML alone', async ({
  lab,
}) => {
  const { topPx, heightPx, wordPx, sheets } = await lab.screen.outline();
  // The header is 2.75rem high.
  expect(topPx).toBe(44);
  expect(heightPx).toBeGreaterThanOrEqual(38);
  // If the sentence is too long for a phone, its beginning is visible.
  expect(wordPx).toBeGreaterThanOrEqual(0);
  const names = sheets.map((url) => /\/(\w+)-[^/]*$/.exec(url)?.[1]);
  expect(names).toContain('lab');
  expect(names).not.toContain('common');
  expect(names).not.toContain('index');
});
