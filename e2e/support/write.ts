/** The page on which algorithms are written. */
import type { Locator, Page } from '@playwright/test';
import { PAGE_URL } from './servers.ts';

export interface WritePage {
  status: Locator;
  /** Marks under mistakes. */
  marks: Locator;
  lane: (name: string) => Locator;
  param: (name: string) => Locator;
  /** Replaces the text, as a hand does. */
  type: (text: string) => Promise<void>;
}

export async function openPage(page: Page): Promise<WritePage> {
  await page.goto(`${process.env[PAGE_URL] ?? ''}#write`);
  const editor = page.getByRole('textbox', { name: 'Script' });
  const main = page.locator('[data-page="write"] main');
  await editor.waitFor();
  return {
    status: main.locator('[role="status"][data-ok]'),
    marks: main.locator('.cm-lintRange-error'),
    lane: (name) => main.getByText(name, { exact: true }).first(),
    param: (name) => main.getByRole('textbox', { name }),
    async type(text) {
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
  };
}

/** The script that the scenario carries, as the lab's link would say it. */
export async function textOfScript(page: Page): Promise<string> {
  return (await page.locator('.cm-line').allInnerTexts()).join('\n');
}
