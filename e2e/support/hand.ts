import type { Locator, Page } from '@playwright/test';
import { PAGE_URL } from './servers.ts';

/** The lab in the hand: what is pressed and opened, what holds its place, what a press leads to. */
export class Hand {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async hasWidth(width: number, height: number): Promise<void> {
    await this.#page.setViewportSize({ width, height });
  }

  /**
   * What is wrong with the places of texts and controls in the header and in the transport: off the
   * screen, or over one another.
   */
  misplaced(): Promise<string[]> {
    return this.#page.locator('header, footer').evaluateAll((bars) =>
      bars.flatMap((bar) => {
        const boxes = [...bar.querySelectorAll('button, input, a, h1, b, span')]
          // Of a button its box counts, of a text what is written.
          .filter((item) => item.matches('button') || item.closest('button') === null)
          .filter((item) => !item.matches('span') || item.childElementCount === 0)
          .map((item) => ({ item, box: item.getBoundingClientRect() }))
          .filter(({ item, box }) => {
            const isHidden = getComputedStyle(item).clipPath !== 'none';
            return !isHidden && box.width > 1 && box.height > 1;
          });
        const nameOf = (item: Element): string =>
          (item.getAttribute('aria-label') ?? item.textContent).trim().slice(0, 30);
        return boxes.flatMap(({ item, box }, at) => {
          const isOff =
            box.left < -0.5 ||
            box.right > innerWidth + 0.5 ||
            box.top < -0.5 ||
            box.bottom > innerHeight + 0.5;
          const over = boxes
            .slice(at + 1)
            .filter(
              (other) =>
                !item.contains(other.item) &&
                !other.item.contains(item) &&
                box.left < other.box.right - 0.5 &&
                other.box.left < box.right - 0.5 &&
                box.top < other.box.bottom - 0.5 &&
                other.box.top < box.bottom - 0.5,
            );
          return [
            ...(isOff ? [`${nameOf(item)} is off the screen`] : []),
            ...over.map((other) => `${nameOf(item)} lies over ${nameOf(other.item)}`),
          ];
        });
      }),
    );
  }

  /** How wide the way of the clock is. */
  async scrubberPx(): Promise<number> {
    return (await this.#page.getByRole('slider', { name: 'Clock', exact: true }).boundingBox())?.width ?? 0;
  }

  /** How much of the first lane's first curve can be seen without scrolling. */
  async firstCurvePx(): Promise<number> {
    const [curve, bar] = await Promise.all([
      this.#page.locator('[data-row=cwnd] canvas').first().boundingBox(),
      this.#page.locator('footer').boundingBox(),
    ]);
    return curve === null || bar === null ? 0 : Math.min(curve.y + curve.height, bar.y) - curve.y;
  }

  /** To any page of the site. */
  async goTo(link: string): Promise<void> {
    await this.#page.goto(`${process.env[PAGE_URL] ?? ''}${link}`);
  }

  /** The lanes of a figure that shows a run. */
  runOverTime(): Locator {
    return this.#page.getByRole('region', { name: 'The run over time' });
  }

  /** Width and height of what can be pressed to type a value, the smaller of them. */
  async targetPx(label: string): Promise<number> {
    const box = await this.#page
      .getByRole('textbox', { name: label, exact: true })
      .locator('xpath=..')
      .boundingBox();
    return box === null ? 0 : Math.min(box.width, box.height);
  }

  /** What is said about an address that nobody else can open. */
  onlyHere(): Locator {
    return this.dialog().getByRole('note');
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
