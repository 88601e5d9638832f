import type { Locator, Page } from '@playwright/test';

/** The lab in the hand: what is pressed and opened, what holds its place, what a press leads to. */
export class Hand {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async hasWidth(width: number, height: number): Promise<void> {
    await this.#page.setViewportSize({ width, height });
  }

  address(): string {
    return this.#page.url();
  }

  /** What lies over the page. */
  dialog(): Locator {
    return this.#page.getByRole('dialog');
  }

  /** By its door, on a narrow screen. */
  async openSheet(name: string): Promise<void> {
    await this.#page.getByRole('main').getByRole('button', { name, exact: true }).click();
    await this.dialog().waitFor();
  }

  async chooseScenario(title: string): Promise<void> {
    await this.#page.getByRole('button', { name: /^Scenario:/ }).click();
    await this.#page.getByRole('option', { name: title }).click();
  }

  /** What the inspector tells: when, in which lane, and by which rule. */
  event(): Promise<string> {
    return this.#page.getByRole('region', { name: 'Event' }).innerText();
  }
}
