import { type Locator, type Page } from '@playwright/test';

/** Packets under way, and the event at the clock. */
export class PathView {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  panel(): Locator {
    return this.#page.getByRole('region', { name: 'Packets on the path' });
  }

  /** What is drawn, as one number. */
  picture(): Promise<number> {
    return this.panel()
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => {
        const copy = new OffscreenCanvas(canvas.width, canvas.height);
        const context = copy.getContext('2d', { willReadFrequently: true });
        context?.drawImage(canvas, 0, 0);
        const data = context?.getImageData(0, 0, copy.width, copy.height).data ?? [];
        let sum = 0;
        for (const value of data) sum = (Math.imul(sum, 31) + value) | 0;
        return sum;
      });
  }

  /** The rule of the event that is explained, typeset. */
  rule(): Locator {
    return this.#page.getByRole('group', { name: 'The rule in symbols and numbers' }).first();
  }
}
