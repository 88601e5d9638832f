/** The page with the report card. */
import { expect, type Locator, type Page } from '@playwright/test';
import { PAGE_URL } from './servers.ts';

export interface ScorePage {
  root: Locator;
  /** Resolves once every path is scored: 120 runs of a minute each, more than on any other page. */
  finished: () => Promise<void>;
  /** The row of an algorithm. */
  row: (algorithm: string) => Locator;
  /** The drawn bar of a cell. */
  bar: (algorithm: string, path: string, which: 'goodput' | 'delay') => Locator;
  /** What the paths are, one row of the head: its cells, apart by a space. */
  given: (name: string) => Locator;
  /** Ids in the order of the rows. */
  order: () => Promise<(string | null)[]>;
  /** The numbers of the open row, by path. */
  goodputs: Locator;
  changes: Locator;
  /** The cells of a quantity of the open row, by path. */
  cells: (quantity: string) => Locator;
  /** The plot beside the table. */
  plot: Locator;
  points: Locator;
  opener: (name: string) => Locator;
  openInLab: (path: string) => Locator;
  by: (order: string) => Locator;
  /** Says where the numbers are from. */
  recorded: Locator;
}

export async function openScore(page: Page, rest = ''): Promise<ScorePage> {
  await page.goto(`${process.env[PAGE_URL] ?? ''}#score${rest}`);
  return scorePage(page);
}

export function scorePage(page: Page): ScorePage {
  const root = page.locator('[data-page="score"]');
  const row = (algorithm: string): Locator => root.locator(`tr[data-algorithm="${algorithm}"]`);
  return {
    root,
    finished: () => expect(root).toHaveAttribute('data-score', 'done', { timeout: 75_000 }),
    row,
    bar: (algorithm, path, which) => row(algorithm).locator(`td[data-path="${path}"] [data-bar="${which}"]`),
    given: (name) => root.locator(`tr[data-given="${name}"]`),
    order: () =>
      root
        .locator('tr[data-algorithm]')
        .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-algorithm'))),
    goodputs: root.locator('[data-part="numbers"] td strong'),
    changes: root.locator('[data-part="change"] td'),
    cells: (quantity) => root.locator(`tr[data-line="${quantity}"] td`),
    plot: root.locator('figure svg'),
    points: root.locator('[data-point]'),
    opener: (name) => root.getByRole('button', { name, exact: true }),
    openInLab: (path) => root.getByRole('link', { name: `Open ${path} in the lab` }),
    recorded: root.locator('[data-part="recorded"]'),
    by: (order) => root.getByRole('radio', { name: new RegExp(`^${order}$`, 'i') }),
  };
}
