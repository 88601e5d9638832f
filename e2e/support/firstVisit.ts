import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import { PAGE_URL } from './servers.ts';

export { expect };

/** What a visitor sees while a file of the page does not come. */
export class FirstVisit {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens the page and returns the scripts and styles that it asks for until it rests. */
  async files(): Promise<string[]> {
    const files = new Set<string>();
    this.#page.on('request', (request) => {
      if (/\/assets\/[^/]*\.(?:js|css)$/.test(request.url())) files.add(request.url());
    });
    // The drawer's parts are the last ones that the page loads when it is idle.
    const last = this.#page.waitForRequest(/\/DrawerContent-/);
    await this.open();
    await this.isOpen();
    await last;
    await this.#page.waitForLoadState('networkidle');
    return [...files].sort();
  }

  async open(): Promise<void> {
    await this.#page.goto('about:blank');
    await this.#page.goto(process.env[PAGE_URL] ?? '');
  }

  /** The lab is there, with its curves. */
  async isOpen(): Promise<void> {
    await expect(this.#page.locator('[data-layout] canvas').first()).toBeVisible();
  }

  /** One file does not come, as if the network were cut or a new version had replaced it. */
  async without(file: string | RegExp, body: () => Promise<void>): Promise<void> {
    await this.#page.route(file, (route) => route.abort());
    await body();
    await this.#page.unroute(file);
  }

  /**
   * Each failure ends in one of two ways: the page says which part is missing, or it works, since the part is not
   * needed yet. It is never white and never goes on starting.
   */
  async ending(): Promise<'said' | 'open'> {
    const said = this.#page.locator('[role=alert]:not(:empty)').first();
    const open = this.#page.locator('[data-layout] canvas').first();
    await expect(said.or(open).first()).toBeVisible();
    return (await said.isVisible()) ? 'said' : 'open';
  }

  said() {
    return this.#page.locator('[data-failed]').first();
  }

  async tryAgain(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Try again' }).first().click();
  }
}

export const test = base.extend<{ visit: FirstVisit }>({
  visit: async ({ page }, use) => {
    await use(new FirstVisit(page));
  },
});
