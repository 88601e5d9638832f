/** Heights stand still after every action: none may follow what follows it. */
import { expect, test } from '@playwright/test';
import { atAllSizes } from '../support/steady.ts';

for (const place of ['page'] as const)
  test(`a drawing board keeps its height while a curve is drawn, and judges it right, in a ${place}`, async ({
    context,
  }) => {
    test.setTimeout(240_000);
    await atAllSizes(context, place, 'lesson/sawtooth?step=2', async (steady) => {
      await steady.board().waitFor();
      const before = await steady.settles('before');
      const line = [
        [0.001, 0.98],
        [0.5, 0.97],
        [0.999, 0.98],
      ] as const;
      expect(await steady.settles('a stroke', () => steady.draw(line)), steady.size).toEqual(before);
      const keys = await steady.settles('keys', async () => {
        await steady.board().press('ArrowUp');
        await steady.board().press('ArrowLeft');
      });
      expect(keys, steady.size).toEqual(before);
      await steady.settles('a wrong answer', async () => {
        await steady.button('Run it').press('Enter');
        // A line along the floor, where the run’s window lies above the middle.
        expect(await steady.nearness(), steady.size).toBe('far');
      });
      const truth = await steady.truth();
      await steady.page.reload();
      await steady.board().waitFor();
      expect(await steady.settles('the right curve', () => steady.draw(truth)), steady.size).toEqual(before);
      await steady.settles('a right answer', async () => {
        await steady.button('Run it').press('Enter');
        expect(await steady.nearness(), steady.size).toBe('right');
      });
    });
  });
