import { type Locator, type Page } from '@playwright/test';
import { pictureOf } from './picture.ts';

/** Packets in flight, and the event at the clock. */
export class PathView {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  panel(): Locator {
    return this.#page.getByRole('region', { name: 'Packets on the path' });
  }

  /** A hash of the picture. */
  picture(): Promise<number> {
    return pictureOf(this.panel());
  }

  /** The typeset rule of the explained event. */
  rule(): Locator {
    return this.#page.getByRole('group', { name: 'The rule in symbols and numbers' }).first();
  }
}
