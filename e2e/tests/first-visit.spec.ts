import { expect, test } from '../support/firstVisit.ts';

/** A part of the page, and a file without which nothing begins. */
const SAMPLE = /\/(?:PathPicture|lab)-[^/]*\.js$/;
/** `ACKSCOPE_MATRIX=1` fails each file in turn: some minutes. */
const isWhole = process.env['ACKSCOPE_MATRIX'] !== undefined;

test('a file of the first visit that does not come is named, and comes when it is asked for again', async ({
  visit,
}) => {
  if (isWhole) test.setTimeout(1_800_000);
  const files = await visit.files();
  const failing = files.filter((file) => isWhole || SAMPLE.test(file));
  expect(failing.length).toBeGreaterThan(1);
  for (const file of failing)
    await test.step(file.replace(/^.*\//, ''), async () => {
      await visit.without(file, async () => {
        await visit.open();
        if ((await visit.ending()) === 'said' && !isWhole)
          await expect(visit.said()).toContainText(file.replace(/^.*\//, ''));
      });
      if ((await visit.ending()) === 'said') await visit.tryAgain();
      await visit.isOpen();
    });
});
