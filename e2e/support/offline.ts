import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { writeServiceWorker } from '../../web/tools/offline.mjs';
import { listen, staticServer } from '../../web/tools/serve.mjs';
import { Lab } from './app.ts';

export { expect } from '@playwright/test';

const below = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const EDITION = 'data-edition';

/** A test's own site, which can be published again and taken offline. */
class Site {
  readonly #page: Page;
  readonly #folder = mkdtempSync(join(tmpdir(), 'ackscope-site-'));
  #server: Server | null = null;
  #port = 0;

  constructor(page: Page) {
    this.#page = page;
    cpSync(below('web/app/dist'), this.#folder, { recursive: true });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/`;
  }

  /** Publishes a version; an attribute in its page identifies it. */
  async publish(edition: string): Promise<void> {
    await this.goAway();
    const index = readFileSync(below('web/app/dist/index.html'), 'utf8');
    writeFileSync(join(this.#folder, 'index.html'), index.replace('<html', `<html ${EDITION}="${edition}"`));
    writeServiceWorker(this.#folder, below('web/app/src/offline/serviceWorker.js'));
    this.#server = staticServer({ '/': this.#folder });
    this.#port = await listen(this.#server, { port: this.#port, host: '127.0.0.1' });
    if (this.#page.url().startsWith('http'))
      await this.#page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  }

  /** Takes the server offline. */
  async goAway(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** Resolves once the browser has stored the whole site. */
  async isKept(): Promise<void> {
    await this.#page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller !== null) return;
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
    });
  }

  edition(tab = this.#page): Promise<string | null> {
    return tab.locator('html').getAttribute(EDITION);
  }

  offer(tab = this.#page): Locator {
    return tab.getByText('A new version of Ackscope is ready.');
  }

  take(tab = this.#page): Promise<void> {
    return tab.getByRole('button', { name: 'Open it' }).click();
  }

  async close(): Promise<void> {
    await this.goAway();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export const offlineTest = base.extend<{ site: Site; lab: Lab }>({
  serviceWorkers: 'allow',
  site: async ({ page }, use) => {
    const site = new Site(page);
    await site.publish('first');
    await use(site);
    await site.close();
  },
  lab: async ({ page, site }, use) => {
    await use(new Lab(page, site.url));
  },
});
