import { copyFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';

/** A download has no extension; a browser shows the text of such a file. Returns a copy with one. */
export async function asHtml(path: string): Promise<string> {
  await copyFile(path, `${path}.html`);
  return `${path}.html`;
}

/** The part of the share dialog that saves files. */
export class Files {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async open(): Promise<void> {
    await this.#page.getByRole('button', { name: /^Share: link/ }).click();
    await this.#page.getByRole('button', { name: 'Files and citation' }).click();
    await expect(this.#page.getByRole('region', { name: 'Citation' })).toBeVisible();
  }

  #line(name: string): Locator {
    return this.#page.getByRole('region', { name, exact: true });
  }

  /** Saves a file and returns its name and its bytes. */
  async save(line: string, form: string): Promise<{ name: string; bytes: Buffer }> {
    const coming = this.#page.waitForEvent('download');
    await this.#line(line)
      .getByRole('button', { name: `Save ${form}` })
      .click();
    const download = await coming;
    const parts: Buffer[] = [];
    for await (const part of await download.createReadStream()) parts.push(part as Buffer);
    return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
  }

  async chooseLane(label: string): Promise<void> {
    await this.#line('Other programs').getByRole('button', { name: /Lane/ }).click();
    await this.#page.getByRole('option', { name: label, exact: true }).click();
  }

  /** The remarks about an export for a simulator. */
  remarks(): Locator {
    return this.#page.getByRole('status').filter({ hasText: /ns-[23]/ });
  }

  async citation(): Promise<string> {
    return (await this.#page.getByLabel('BibTeX').textContent()) ?? '';
  }
}
