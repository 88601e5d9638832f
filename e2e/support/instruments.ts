import { expect, type Locator, type Page } from '@playwright/test';

/** What an oscilloscope has beside its screen. */
export class Instruments {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** One of the buttons beside the transport. */
  button(name: string | RegExp): Locator {
    return this.#page.getByRole('group', { name: 'Instruments' }).getByRole('button', { name });
  }

  /** The panel over the lanes. */
  panel(name: string): Locator {
    return this.#page.getByRole('region', { name, exact: true });
  }

  /** A field of the panel, by what it sets. */
  field(label: string | RegExp): Locator {
    return this.#page.getByRole('spinbutton', { name: label });
  }

  /** What the panel measures. */
  async reads(part: string): Promise<string> {
    return ((await this.#page.locator(`[data-part=${part}]`).first().textContent()) ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  }

  /** A number that is measured in a lane. */
  async measured(lane: string, part: string): Promise<number> {
    const cell = this.#page.locator(`[data-measured="${lane}"] [data-part=${part}]`);
    await expect(cell).toBeVisible();
    return Number(((await cell.textContent()) ?? '').replace(/\u202f/g, ''));
  }

  /** The lines of a cursor that are seen, in all lanes. */
  lines(name: 'A' | 'B' | 'level 1' | 'level 2'): Locator {
    return this.#page.locator(`[data-cursor="${name}"]:visible`);
  }

  /** Drags a cursor of the first lane by so many pixels. */
  async drag(name: 'A' | 'B' | 'level 1' | 'level 2', byX: number, byY: number): Promise<void> {
    const box = await this.lines(name).first().boundingBox();
    if (box === null) throw new Error(`no cursor ${name}`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await this.#page.mouse.move(x, y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(x + byX / 2, y + byY / 2);
    await this.#page.mouse.move(x + byX, y + byY);
    await this.#page.mouse.up();
  }
}
