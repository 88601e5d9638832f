import { expect, type Locator, type Page } from '@playwright/test';
import { PAGE_URL } from './servers.ts';

/** The page of the closed forms as a visitor meets it. */
export class Theory {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** `rest` is what follows `#theory`. */
  async open(rest = ''): Promise<void> {
    await this.#page.goto(`${process.env[PAGE_URL] ?? ''}#theory${rest}`);
    await expect(this.#page.locator('[data-page="theory"]')).toBeVisible();
  }

  title(): Locator {
    return this.#page.getByRole('heading', { level: 1 });
  }

  /** The typeset equation. */
  equation(): Locator {
    return this.#page.getByRole('group', { name: 'The equation' }).locator('math');
  }

  /** What the formula gives, by the result's name. */
  result(name: string): Locator {
    return this.#page
      .getByRole('term')
      .filter({ hasText: new RegExp(`${name}$`) })
      .locator('+ dd');
  }

  async set(parameter: string, value: string): Promise<void> {
    const field = this.#page.getByRole('textbox', { name: parameter, exact: true });
    await field.fill(value);
    await field.press('Enter');
  }

  conditionThatFails(): Locator {
    return this.#page.getByRole('listitem').filter({ hasText: 'Does not hold here' });
  }

  /** Simulates points beside the formula and waits for the last of them. */
  async simulate(): Promise<number> {
    await this.#page.getByRole('button', { name: 'Simulate points' }).click();
    await expect(this.#page.getByRole('status').filter({ hasText: /\d runs\. Select/ })).toBeVisible();
    return this.#points().count();
  }

  #points(): Locator {
    return this.#page.getByRole('list', { name: 'Simulated points' }).getByRole('link');
  }

  /** What was simulated, as it is written: place and value. */
  points(): Promise<string[]> {
    return this.#points().allTextContents();
  }

  async openPoint(at: number): Promise<void> {
    await this.#points().nth(at).click();
  }
}
