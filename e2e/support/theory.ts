import { expect, type Locator, type Page } from '@playwright/test';
import { PAGE_URL } from './servers.ts';

/** The theory page. */
export class Theory {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** `rest` is the part of the address after `#theory`. */
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

  /** The fonts that draw the equation, each with whether it came with the page. */
  async fonts(): Promise<string[]> {
    await this.#page.evaluate(() => document.fonts.ready);
    const session = await this.#page.context().newCDPSession(this.#page);
    await session.send('DOM.enable');
    await session.send('CSS.enable');
    const { root } = await session.send('DOM.getDocument', { depth: 0 });
    const { nodeIds } = await session.send('DOM.querySelectorAll', {
      nodeId: root.nodeId,
      selector: '[aria-label="The equation"] :is(mi, mn, mo, mtext)',
    });
    const used = await Promise.all(
      nodeIds.map((nodeId) => session.send('CSS.getPlatformFontsForNode', { nodeId })),
    );
    await session.detach();
    const names = used.flatMap(({ fonts }) =>
      fonts.map(({ familyName, isCustomFont }) => `${familyName}, ${isCustomFont ? 'ours' : 'the system’s'}`),
    );
    return [...new Set(names)];
  }

  /** The drawn formulas, where there are several. */
  beside(): Locator {
    return this.#page.getByRole('list', { name: 'Beside it' }).getByRole('listitem');
  }

  /** The marked stretches of the axis on which the formula does not hold. */
  outside(): Locator {
    return this.#page.locator('[data-outside]');
  }

  /** Whether the equation is not cut off. */
  isWhole(): Promise<boolean> {
    return this.#page
      .getByRole('group', { name: 'The equation' })
      .evaluate((box) => box.scrollWidth <= box.clientWidth);
  }

  /** The share of the screen that the curve takes. */
  async curveShare(): Promise<number> {
    const box = await this.#page.getByRole('region', { name: 'Curve' }).getByRole('img').boundingBox();
    const size = this.#page.viewportSize();
    if (box === null || size === null) throw new Error('no curve');
    return (box.width * Math.min(box.height, size.height - box.y)) / (size.width * size.height);
  }

  /** The share of a root's height with ink of its sign: nearly 1 if the sign is stretched. */
  async radicalShare(): Promise<number> {
    const root = this.equation().locator('msqrt').first();
    const [whole, covered] = await Promise.all([
      root.boundingBox(),
      root.locator('> *').first().boundingBox(),
    ]);
    if (whole === null || covered === null) throw new Error('no root');
    const clip = { x: whole.x, y: whole.y, width: covered.x - whole.x, height: whole.height };
    const picture = (await this.#page.screenshot({ clip })).toString('base64');
    const rows = await this.#page.evaluate(async (png) => {
      const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? [];
      const inked = new Set<number>();
      for (let at = 0; at < pixels.length; at += 4)
        if ((pixels[at] ?? 255) < 128) inked.add(Math.floor(at / 4 / image.width));
      return { inked: inked.size, all: image.height };
    }, picture);
    return rows.inked / rows.all;
  }

  /** A result of the formula, by name. */
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

  /** Simulates points for the formula and waits for the last one. */
  async simulate(): Promise<number> {
    await this.#page.getByRole('button', { name: 'Simulate points' }).click();
    await expect(this.#page.getByRole('status').filter({ hasText: /\d runs\. Select/ })).toBeVisible();
    return this.#points().count();
  }

  #points(): Locator {
    return this.#page.getByRole('list', { name: 'Simulated points' }).getByRole('link');
  }

  /** The texts of the simulated points: position and value. */
  points(): Promise<string[]> {
    return this.#points().allTextContents();
  }

  async openPoint(at: number): Promise<void> {
    await this.#points().nth(at).click();
  }
}
