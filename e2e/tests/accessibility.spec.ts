import { expect, test } from '../support/app.ts';

// Runs in light, dark and on a phone. One page opens all states: it keeps the compiled code.
const STATES = [
  ['the lab', ''],
  ['one chart for all lanes', '#v1/gm04-table1?t=600&charts=overlay'],
  ['windows on a log scale', '#v1/gm04-table1?t=600&rows=cwnd-log,queue'],
  ['phase plot', '#v1/two-flows?t=200'],
  ['single packets', '#v1/gm04-table1?t=300.3&zoom=300..300.6&rows=sequence,queue'],
  ['a message about a link', '#v1/gm04-tabel1'],
  ['a lesson that asks', '#lesson/rtt-unfairness?step=3'],
  ['a lesson that asks for a curve', '#lesson/sawtooth?step=2'],
  ['an attempt by hand', '#teach/sender?path=changing&hand=0.5:20,4:45'],
  ['a round of guessing', '#teach/guess?seed=17&show=queue'],
  ['writing an algorithm', '#write'],
  ['a worksheet', '#teach/worksheet'],
] as const;

test('axe finds nothing wrong anywhere, and nothing sticks out to the side', async ({ lab }) => {
  test.setTimeout(STATES.length * 60_000);
  for (const [what, link] of STATES) {
    await test.step(what, async () => {
      await lab.openAnew(link);
      await lab.finished();
      expect.soft(await lab.accessibilityFaults(), what).toEqual([]);
      expect.soft(await lab.overflowsSideways(), what).toBe(false);
    });
  }
});
