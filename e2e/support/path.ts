import { type Locator, type Page } from '@playwright/test';
import { pictureOf } from './picture.ts';

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
    return pictureOf(this.panel());
  }

  /** The rule of the event that is explained, typeset. */
  rule(): Locator {
    return this.#page.getByRole('group', { name: 'The rule in symbols and numbers' }).first();
  }
}
