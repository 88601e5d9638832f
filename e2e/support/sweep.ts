import { expect, type Locator, type Page } from '@playwright/test';
import { PAGE_URL } from './servers.ts';

/** The page of sweeps. */
export class Sweep {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens a link to a sweep of a preset. */
  async open(preset: string, axes: readonly string[], seeds: number): Promise<void> {
    const query = new URLSearchParams(axes.map((axis) => ['set', axis]));
    query.set('seeds', String(seeds));
    query.set('of', `v1/${preset}`);
    await this.#page.goto(`${process.env[PAGE_URL] ?? ''}#sweep?${query.toString()}`);
    await expect(this.#root()).toBeVisible();
  }

  /** Opens the page from the navigation: without axes in the address. */
  async openPlain(): Promise<void> {
    await this.#page.goto(`${process.env[PAGE_URL] ?? ''}#sweep`);
    await expect(this.#root()).toBeVisible();
  }

  /** The result, in a sentence. */
  async finding(): Promise<string> {
    return (await this.#page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  }

  /** The line below the result: the scenario, its path, what varies. */
  about(): Locator {
    return this.#page.locator('[data-band] > div').first();
  }

  /** The key to the colours of the maps. */
  heatKey(): Locator {
    return this.#page.getByRole('img', { name: /^Colours:/ });
  }

  /** The number of maps in which a cell is marked while the pointer is over it in the first map. */
  async markedAt(across: string, down: string): Promise<number> {
    const map = this.#page.getByRole('table').first();
    const columns = await map.getByRole('columnheader').allTextContents();
    const row = map
      .getByRole('row')
      .filter({ has: this.#page.getByRole('rowheader', { name: down, exact: true }) });
    await row
      .getByRole('cell')
      .nth(columns.indexOf(across) - 1)
      .hover();
    return this.#page.locator('td[data-marked]').count();
  }

  #root(): Locator {
    return this.#page.locator('[data-sweep]');
  }

  /** The question before a long sweep. */
  longSweep(): Locator {
    return this.#page.getByRole('alert', { name: 'This is a long sweep' });
  }

  async agree(): Promise<void> {
    await this.longSweep().getByRole('button', { name: 'Run it' }).click();
  }

  /** For a test of something else, whose sweep may need consent. */
  async agreeIfAsked(): Promise<void> {
    const saves = this.#page.getByRole('button', { name: 'Save CSV' });
    await expect(this.longSweep().or(saves).first()).toBeVisible();
    if (await this.longSweep().isVisible()) await this.agree();
  }

  /** Why there is no sweep. */
  refusal(): Locator {
    return this.#page.getByRole('alert').filter({ hasText: 'in a page' });
  }

  async is(state: 'asking' | 'done' | 'stopped' | 'failed'): Promise<void> {
    await expect(this.#root()).toHaveAttribute('data-sweep', state);
  }

  async progress(): Promise<string> {
    return (
      (await this.#page.getByRole('progressbar', { name: 'Runs done' }).locator('+ p').textContent()) ?? ''
    );
  }

  async hasRuns(): Promise<void> {
    await expect(this.#page.getByRole('button', { name: 'Save CSV' })).toBeVisible();
  }

  async cancel(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Cancel' }).click();
  }

  /** Opens the sweep of a paper's figure, from its page in the gallery. */
  async openFigure(id: string, panel: string): Promise<void> {
    await this.#page.goto(`${process.env[PAGE_URL] ?? ''}#gallery/${id}`);
    await this.#page
      .getByRole('region', { name: panel, exact: true })
      .getByRole('link', { name: 'Open as a sweep' })
      .click();
    await expect(this.#root()).toBeVisible();
  }

  /** What is drawn beside the simulated points: published marks and closed forms. */
  beside(): Promise<{ names: (string | null)[]; marks: number; curves: number }> {
    return this.#page.getByRole('region', { name: 'Result' }).evaluate((result) => ({
      names: [...result.querySelectorAll('[aria-label="Not simulated"] li')].map((item) => item.textContent),
      marks: result.querySelectorAll('[data-picture] [data-source]').length,
      curves: result.querySelectorAll('[data-picture] [data-curve]').length,
    }));
  }

  /** The code to paste into a page. */
  async embedCode(): Promise<string> {
    await this.#page.getByRole('button', { name: 'Embed', exact: true }).click();
    const dialog = this.#page.getByRole('dialog', { name: 'Embed' });
    const code = await dialog.locator('pre').textContent();
    await dialog.getByRole('button', { name: 'Close' }).click();
    return code ?? '';
  }

  async save(form: 'CSV' | 'JSON' | 'SVG' | 'PNG'): Promise<string> {
    const coming = this.#page.waitForEvent('download');
    await this.#page.getByRole('button', { name: `Save ${form}` }).click();
    const stream = await (await coming).createReadStream();
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part as Buffer);
    return Buffer.concat(parts).toString(form === 'PNG' ? 'latin1' : 'utf8');
  }

  async setSeeds(seeds: number): Promise<void> {
    const entry = this.#page.getByRole('spinbutton', { name: 'Seeds' });
    await entry.fill(String(seeds));
    await entry.press('Enter');
    await expect.poll(() => this.#page.url()).toContain(`seeds=${seeds}`);
  }

  /** The numbers of a sweep, row by row, including the header. */
  table(): Promise<string[][]> {
    return this.#page
      .getByRole('region', { name: 'Numbers of the sweep' })
      .getByRole('row')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  }

  /** The number of filled cells of each heat map. */
  maps(): Promise<number[]> {
    return this.#page
      .getByRole('table')
      .evaluateAll((maps) => maps.map((map) => map.querySelectorAll('td a').length));
  }

  /** Opens the run behind a number of a sweep. */
  async openRun(x: string, lane: string): Promise<void> {
    const header = (await this.table())[0] ?? [];
    const row = this.#page
      .getByRole('row')
      .filter({ has: this.#page.getByRole('rowheader', { name: x, exact: true }) });
    await row
      .getByRole('cell')
      .nth(header.indexOf(lane) - 1)
      .getByRole('link')
      .click();
  }

  async alert(): Promise<string> {
    return (await this.#page.getByRole('alert').first().textContent()) ?? '';
  }
}
