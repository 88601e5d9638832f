import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { test as base, type HostPage } from './widget.ts';

export { expect };

const WORKSHEET = 'One flow and its buffer';
const QUIZ = 'The run that decides';
const SLIDE = 'The sawtooth on a slide';

/** The page of examples for authors of course pages. */
export class Examples {
  readonly #host: HostPage;
  readonly #page: Page;

  constructor(host: HostPage) {
    this.#host = host;
    this.#page = host.page;
  }

  async open(): Promise<void> {
    await this.#host.openLab('examples.html');
  }

  /** The worksheet's goodput in Mbit/s, once shown; after pressing the buffer button, if given. */
  async goodput(buffer?: string): Promise<number> {
    const shown = this.#page.locator('#worksheet-goodput');
    if (buffer === undefined) await this.#host.finished(WORKSHEET);
    else await this.#page.getByRole('button', { name: buffer }).click();
    await expect(shown).toHaveText(/^[\d.]+ Mbit\/s$/);
    return parseFloat((await shown.textContent()) ?? '');
  }

  async answer(option?: string): Promise<void> {
    if (option !== undefined) await this.#page.getByRole('radio', { name: option }).check();
    await this.#page.getByRole('button', { name: 'That is my answer' }).click();
  }

  verdict(): Locator {
    return this.#page.locator('#quiz-verdict');
  }

  /** Empty until the quiz is answered. */
  quizRun(): Locator {
    return this.#host.frame(QUIZ).locator('body');
  }

  async nextSlide(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Next' }).click();
  }

  async slideFinished(): Promise<void> {
    await this.#host.finished(SLIDE);
  }

  slideTimeS(): Promise<number> {
    return this.#host.timeS(SLIDE);
  }

  slideTitle(title: string): Locator {
    return this.#page.getByRole('heading', { name: title });
  }

  /** Opens the code of the first example. */
  async code(): Promise<Locator> {
    await this.#page.getByText('The code').first().click();
    return this.#page.locator('pre').first();
  }

  /** The faults that axe finds, without the labs in the frames, which have their own tests. */
  async violations(): Promise<string[]> {
    const { violations } = await new AxeBuilder({ page: this.#page }).exclude('iframe').analyze();
    return violations.map(({ id }) => id);
  }

  /** The width of the page on a phone's screen. */
  async widthOnPhone(): Promise<number> {
    await this.#page.setViewportSize({ width: 390, height: 844 });
    return this.#page.evaluate(() => document.documentElement.scrollWidth);
  }
}

export const test = base.extend<{ examples: Examples }>({
  examples: async ({ host }, use) => {
    const examples = new Examples(host);
    await examples.open();
    await use(examples);
  },
});
