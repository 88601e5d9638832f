import { expect, type Locator, type Page } from '@playwright/test';

/** Lanes that repeat another lane's run up to an instant and then differ. */
export class Forks {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * Pixels in the lane's own colour, or in the grey of the fork's origin, left and right of `share`
   * of the plot's width.
   */
  ink(plot: Locator, of: 'own' | 'grey', share: number): Promise<{ before: number; after: number }> {
    return plot.locator('> canvas').evaluate(
      (element, [wanted, at]) => {
        const { width, height } = element as HTMLCanvasElement;
        const copy = new OffscreenCanvas(width, height);
        const context = copy.getContext('2d', { willReadFrequently: true });
        context?.drawImage(element as HTMLCanvasElement, 0, 0);
        // Resolves a colour like the browser: it is painted and read back.
        const name =
          wanted === 'grey'
            ? '--ghost'
            : (element.closest('[data-lane]')?.getAttribute('style') ?? '').replace(/.*var\((.*?)\).*/, '$1');
        const pot = new OffscreenCanvas(1, 1).getContext('2d');
        if (pot === null || context === null) return { before: 0, after: 0 };
        pot.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
        pot.fillRect(0, 0, 1, 1);
        const colour = pot.getImageData(0, 0, 1, 1).data;
        // A thin line between two pixels has a little less of its colour in both.
        const NEAR = 40;
        const edge = Math.round(width * at);
        const count = (from: number, to: number): number => {
          const { data } = context.getImageData(from, 0, Math.max(1, to - from), height);
          let sum = 0;
          for (let pixel = 0; pixel < data.length; pixel += 4)
            if (
              [0, 1, 2, 3].every((part) => Math.abs((data[pixel + part] ?? 0) - (colour[part] ?? 0)) < NEAR)
            )
              sum += 1;
          return sum;
        };
        // The fork's line may be drawn half a pixel to either side.
        return { before: count(0, edge - 3), after: count(edge + 3, width) };
      },
      [of, share] as const,
    );
  }

  /** The table rows of two lanes' curves up to `untilS`, each row as one text. */
  async tables(one: string, other: string, untilS: number): Promise<[string[], string[]]> {
    const read = async (lane: string): Promise<string[]> => {
      const group = this.#page.getByRole('group', { name: `${lane}: curves`, exact: true });
      await expect(group).toBeVisible();
      const rows = await group
        .locator('tbody tr')
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent)));
      return rows.filter(([time]) => Number.parseFloat(time ?? '') <= untilS).map((row) => row.join(' | '));
    };
    return [await read(one), await read(other)];
  }
}
