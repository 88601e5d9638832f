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
