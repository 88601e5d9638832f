import { expect, test } from '../support/firstVisit.ts';

/** What nothing begins without, and a part of the page. */
const SAMPLE = [/\blab-[\w-]+\.js/, /\bPathStrip-[\w-]+\.js/];
/** `ACKSCOPE_MATRIX=1` fails each of the seventy files in turn: some minutes. */
const isWhole = process.env['ACKSCOPE_MATRIX'] !== undefined;

test('a file of the first visit that does not come is named, and comes when it is asked for again', async ({
  visit,
}) => {
  if (isWhole) test.setTimeout(1_800_000);
  for (const file of isWhole ? await visit.files() : SAMPLE)
    await test.step(String(file), async () => {
      await visit.without(file, async () => {
        await visit.open();
        // Which ones are needed at once differs; these two are.
        if (isWhole) await visit.ending();
        else await expect(visit.said()).toContainText(file);
      });
      if ((await visit.ending()) === 'said') await visit.tryAgain();
      await visit.isOpen();
      await expect(visit.said()).toHaveCount(0);
    });
});
