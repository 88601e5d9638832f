import type { Page } from '@playwright/test';

/** The lab in the hand: what is pressed and opened, what holds its place, what a press leads to. */
export class Hand {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** What the inspector tells: when, in which lane, and by which rule. */
  event(): Promise<string> {
    return this.#page.getByRole('region', { name: 'Event' }).innerText();
  }
}
