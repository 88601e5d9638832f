/** The page with the search for what breaks an algorithm. */
import { expect, type Locator, type Page } from '@playwright/test';
import { PAGE_URL } from './servers.ts';

export interface BreakPage {
  root: Locator;
  start: Locator;
  /** Resolves once the search is over. */
  finished: () => Promise<void>;
  /** Of each find: how it fails, its cause, and the least of its factors. */
  finds: () => Promise<string[]>;
  /** The small plots whose two runs are drawn. */
  drawn: Locator;
  openInLab: Locator;
  save: Locator;
}

export async function openBreak(page: Page, rest: string): Promise<BreakPage> {
  await page.goto(`${process.env[PAGE_URL] ?? ''}#break${rest}`);
  const root = page.locator('[data-page="break"]');
  const rows = root.locator('[data-find]');
  return {
    root,
    start: root.getByRole('button', { name: 'Run the search' }),
    finished: () => expect(root).toHaveAttribute('data-break', 'done', { timeout: 75_000 }),
    finds: () =>
      rows.evaluateAll((all) =>
        all.map((one) =>
          ['objective', 'find', 'low'].map((key) => one.getAttribute(`data-${key}`)).join(' '),
        ),
      ),
    drawn: root.locator('[data-drawn="true"]'),
    openInLab: root.getByRole('link', { name: 'Open in the lab' }),
    save: root.getByRole('button', { name: 'Save as a test' }),
  };
}
