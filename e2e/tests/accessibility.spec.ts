import { expect, test } from '../support/app.ts';

// Runs in light, dark and on a phone.
test('axe finds nothing wrong with the lab', async ({ lab }) => {
  await lab.open();
  await lab.finished();
  expect(await lab.accessibilityFaults()).toEqual([]);
});

test('nothing sticks out to the side', async ({ lab }) => {
  await lab.open();
  await lab.finished();
  expect(await lab.overflowsSideways()).toBe(false);
});

for (const [what, link] of [
  ['one chart for all lanes', '#v1/gm04-table1?t=600&charts=overlay'],
  ['window against window', '#v1/two-flows?t=200'],
  ['single packets', '#v1/gm04-table1?t=300.3&zoom=300..300.6&rows=sequence,queue'],
  ['a message about a link', '#v1/gm04-tabel1'],
  ['a lesson that asks', '#lesson/rtt-unfairness?step=3'],
  ['a lesson that asks for a curve', '#lesson/sawtooth?step=2'],
  ['an attempt by hand', '#teach/sender?path=changing&hand=0.5:20,4:45'],
  ['a round of guessing', '#teach/guess?seed=17&show=queue'],
  ['a worksheet', '#teach/worksheet'],
] as const) {
  test(`axe finds nothing wrong with ${what}, and nothing sticks out`, async ({ lab }) => {
    await lab.open(link);
    await lab.finished();
    expect(await lab.accessibilityFaults()).toEqual([]);
    expect(await lab.overflowsSideways()).toBe(false);
  });
}
