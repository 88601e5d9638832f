import { expect, test as base, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { HOST_URL, PAGE_URL } from './servers.ts';

export { expect };

/** A page of another origin with the widget in it. Every selector of the widget's tests is in this file. */
export class HostPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(name: string): Promise<void> {
    await this.page.goto(`${process.env[HOST_URL] ?? ''}${name}`);
  }

  /** A page of the lab's own origin. */
  async openLab(name: string): Promise<void> {
    await this.page.goto(`${process.env[PAGE_URL] ?? ''}${name}`);
  }

  /** The element on the host's side, by its title. */
  element(title: string): Locator {
    return this.page.locator(`ackscope-lab[title="${title}"]`);
  }

  frame(title: string): FrameLocator {
    return this.page.frameLocator(`iframe[title="${title}"]`);
  }

  root(title: string): Locator {
    return this.frame(title).locator('[data-run-state]');
  }

  async finished(title: string): Promise<void> {
    await expect(this.root(title)).toHaveAttribute('data-run-state', 'done');
  }

  /** The lesson in a frame: its heading, its slider, the way on, and what came of a prediction. */
  lesson(title: string): { heading: Locator; slider: Locator; run: Locator; outcome: Locator } {
    const frame = this.frame(title);
    return {
      heading: frame.getByRole('heading', { level: 1 }),
      slider: frame.getByRole('slider').first(),
      run: frame.getByRole('button', { name: 'Run it' }),
      outcome: frame.locator('[data-nearness]'),
    };
  }

  /** The sweep in a frame, its rows of numbers, and the way to the whole page. */
  sweep(title: string): { root: Locator; row: (name: string) => Locator; open: Locator } {
    const frame = this.frame(title);
    return {
      root: frame.locator('[data-sweep]'),
      row: (name) => frame.getByRole('rowheader', { name, exact: true }),
      open: frame.getByRole('link', { name: /Open in Ackscope/ }),
    };
  }

  async timeS(title: string): Promise<number> {
    return Number(await this.root(title).getAttribute('data-time-s'));
  }

  async height(title: string): Promise<number> {
    return (await this.page.locator(`iframe[title="${title}"]`).boundingBox())?.height ?? 0;
  }

  /** How many frames the page holds, the widgets that wait for being scrolled to not among them. */
  frames(): number {
    return this.page.frames().length - 1;
  }
}

/** A silent console, on either side, and nothing asked of a third party. */
export const test = base.extend<{ host: HostPage }>({
  host: async ({ page }, use) => {
    const noise: string[] = [];
    const known = [HOST_URL, PAGE_URL].map((name) => new URL(process.env[name] ?? '').origin);
    page.on('console', (message) => noise.push(`console ${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => noise.push(`error: ${error.message}`));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (!known.includes(origin) && protocol !== 'data:' && protocol !== 'blob:')
        noise.push(`request elsewhere: ${request.url()}`);
    });
    await use(new HostPage(page));
    expect(noise, 'the console is silent and nothing is asked of anyone else').toEqual([]);
  },
});
