import { expect, type Locator, type Page } from '@playwright/test';

/** A visitor's own trace over the lanes. */
export class Measured {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens a file as if it had been chosen in the browser's dialog. */
  async openFile(name: string, content: string | Buffer): Promise<void> {
    await this.#page
      .getByLabel('Scenario file')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  }

  bar(): Locator {
    return this.#page.getByRole('region', { name: 'Measured trace' });
  }

  async set(what: 'Shift' | 'Scale' | 'Packet', value: string): Promise<void> {
    const field = this.bar().getByRole('spinbutton', { name: what });
    await field.fill(value);
    await field.press('Enter');
    await expect(field).toHaveValue(value);
  }

  /** Shows another connection of the file. */
  async choose(name: string): Promise<void> {
    await this.bar().getByRole('button', { name: 'Connection' }).click();
    await this.#page.getByRole('option', { name }).click();
    await expect(this.bar().getByRole('button', { name: 'Connection' })).toContainText(name);
  }

  async takeOff(): Promise<void> {
    await this.bar().getByRole('button', { name: 'Remove' }).click();
    await expect(this.bar()).toHaveCount(0);
  }

  /** The highest tick of the window's axis in the first lane. */
  async highestTick(): Promise<number> {
    const ticks = await this.#page.locator('[data-row="cwnd"]').first().locator('svg text').allTextContents();
    return Math.max(...ticks.map(Number).filter(Number.isFinite));
  }

  alert(): Locator {
    return this.#page.getByRole('alert').first();
  }
}
