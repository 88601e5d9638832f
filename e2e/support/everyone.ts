import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { MATRIX } from './matrix.ts';

/** Accessibility: for visitors who see, point or move differently. */
export class Everyone {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The page on a screen or on paper, where the system is light or dark. */
  async seesOn(media: 'screen' | 'print', colorScheme: 'light' | 'dark'): Promise<void> {
    await this.#page.emulateMedia({ media, colorScheme });
  }

  /** Call this before the page is opened. */
  async wantsLessMotion(): Promise<void> {
    await this.#page.emulateMedia({ reducedMotion: 'reduce' });
  }

  /** The faults that axe finds, each with its rule and place. */
  async faults(within?: 'dialog', rules: 'all' | 'of colours' = 'all'): Promise<string[]> {
    const builder = new AxeBuilder({ page: this.#page });
    // Outside an open dialog nothing is reachable, except for the component library's hidden close
    // button.
    if (within !== undefined) builder.include(`[role="${within}"]`);
    const { violations } = await builder
      // There is no frame of another site: a page of its own for the results is not needed.
      .setLegacyMode()
      // Passed rules are not reported, which halves the work.
      .options({
        resultTypes: ['violations'],
        runOnly:
          rules === 'all'
            ? ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
            : ['color-contrast', 'link-in-text-block'],
      })
      .analyze();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} (${node.failureSummary ?? ''})`),
    );
  }

  /** In the matrix axe looks at every state that a test comes by; `npm test` has the table of accessibility.spec.ts. */
  async isSound(within?: 'dialog'): Promise<void> {
    if (MATRIX) expect(await this.faults(within)).toEqual([]);
  }

  /** The list of all keys. */
  keySheet(): Locator {
    return this.#page.getByRole('dialog', { name: 'Shortcuts' });
  }

  async chooseColours(name: 'System' | 'Light' | 'Dark'): Promise<void> {
    await this.#page.getByRole('button', { name: 'More', exact: true }).click();
    const item = { System: 'Theme: as the system', Light: 'Theme: light', Dark: 'Theme: dark' }[name];
    await this.#page.getByRole('menuitem', { name: item }).click();
  }

  /** The page's background colour, as the browser reports it. */
  background(): Promise<string> {
    return this.#page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  }

  /** The text for a screen reader when the run is finished. */
  spoken(): Locator {
    return this.#page.getByRole('status').filter({ hasText: 'goodput' });
  }

  /** The text for a screen reader about the picked event. */
  spokenEvent(): Locator {
    return this.#page.locator('[role=status][data-says=event]');
  }

  /** Drops a file on the page. */
  async drop(name: string, text: string): Promise<void> {
    const transfer = await this.#page.evaluateHandle(
      ([fileName, content]) => {
        const data = new DataTransfer();
        data.items.add(new File([content], fileName, { type: 'application/json' }));
        return data;
      },
      [name, text] as const,
    );
    await this.#page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
    await expect(this.#page.getByText('Drop a scenario to open it', { exact: false })).toBeVisible();
    await this.#page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  }

  /** The slider for an end of a period in the schedule. */
  end(name: string): Locator {
    return this.#page.getByRole('slider', { name, exact: true });
  }

  /** Drags an end to a share of its rail. */
  async dragEnd(name: string, share: number): Promise<void> {
    await this.end(name).scrollIntoViewIfNeeded();
    const [end, rail] = await Promise.all([
      this.end(name).boundingBox(),
      this.#page
        .locator('[data-rail]')
        .filter({ has: this.end(name) })
        .boundingBox(),
    ]);
    if (end === null || rail === null) throw new Error(`${name} is not there`);
    const y = end.y + end.height / 2;
    await this.#page.mouse.move(end.x + end.width / 2, y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(rail.x + rail.width * share, y, { steps: 4 });
    await this.#page.mouse.up();
  }
}
