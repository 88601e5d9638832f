/** The page for writing algorithms. */
import type { Locator, Page } from '@playwright/test';
import { PAGE_URL } from './servers.ts';

export interface WritePage {
  status: Locator;
  /** Marks under mistakes. */
  marks: Locator;
  /** The sentences about a script that runs, and their marks. */
  doubts: Locator;
  doubtMarks: Locator;
  lane: (name: string) => Locator;
  param: (name: string) => Locator;
  /** The description of the word at the cursor. */
  cursor: Locator;
  /** Replaces a word by the nearest known one. */
  mend: (word: string) => Promise<void>;
  press: (key: string) => Promise<void>;
  /** Opens the inspector at the lane's last decision. */
  explain: (name: string) => Promise<void>;
  equation: Locator;
  /** The link to the script's line that decided. */
  line: Locator;
  /** Replaces the text by typing. */
  type: (text: string) => Promise<void>;
  /** The lines of the text, and what is said about them, that something lies over or cuts. */
  hidden: () => Promise<string[]>;
  /** A row's name, unit and values in a lane. */
  head: (row: string, lane: string) => Locator;
  /** A row's plot in every lane. */
  plot: (row: string) => Locator;
  openInLab: () => Promise<void>;
  /** The link that the dialog shows. */
  share: () => Promise<string>;
  /** Shows only these rows, by the names of their buttons. */
  chooseRows: (...names: string[]) => Promise<void>;
}

export async function openPage(page: Page, item = ''): Promise<WritePage> {
  await page.goto(`${process.env[PAGE_URL] ?? ''}#write${item}`);
  const editor = page.getByRole('textbox', { name: 'Script' });
  const main = page.locator('[data-page="write"]');
  await editor.waitFor();
  return {
    status: main.locator('[data-ok]'),
    marks: main.locator('.cm-lintRange-error'),
    doubts: main.locator('[data-part="doubts"] li'),
    doubtMarks: main.locator('.cm-lintRange-warning'),
    lane: (name) => main.getByText(name, { exact: true }).first(),
    param: (name) => main.getByRole('textbox', { name }),
    cursor: main.locator('[data-part="cursor"]'),
    mend: (word) => main.getByRole('button', { name: `Use ${word}` }).click(),
    press: (key) => editor.press(key),
    async explain(name) {
      await main.getByRole('region', { name, exact: true }).getByRole('button').first().click();
      await main.getByRole('button', { name: 'Instruments', exact: true }).click();
      await main.getByRole('radio', { name: 'Inspector', exact: true }).click();
    },
    equation: main.getByRole('group', { name: 'The rule in symbols and numbers' }).first(),
    line: main.getByRole('link', { name: /^Line \d+ of the script$/ }).first(),
    async type(text) {
      await editor.click();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
    hidden: () =>
      main.locator('.cm-line, [data-ok] :is(li, p)').evaluateAll((parts) =>
        parts.flatMap((part) => {
          const range = document.createRange();
          range.selectNodeContents(part);
          const isHidden = [...range.getClientRects()].some(({ left, top, bottom }) =>
            [top + 2, bottom - 2].some((y) => !part.contains(document.elementFromPoint(left + 1, y))),
          );
          return isHidden ? [part.textContent] : [];
        }),
      ),
    head: (row, lane) => page.locator(`[data-lane="${lane}"] [data-row="${row}"] > div`).first(),
    plot: (row) => page.locator(`[data-plot="${row}"]`),
    async openInLab() {
      await main.getByRole('link', { name: 'Open in the lab' }).click();
    },
    async share() {
      await main.getByRole('button', { name: 'Share: link, QR code, embed, files' }).click();
      const shown = await page.getByRole('dialog').getByText('#write/').textContent();
      return `http://${shown ?? ''}`;
    },
    async chooseRows(...names) {
      const chooser = page.getByRole('toolbar', { name: 'Charts shown' });
      if (!(await chooser.isVisible())) {
        await page.getByRole('button', { name: 'More', exact: true }).click();
        await page.getByRole('menuitem', { name: 'All settings' }).click();
      }
      // One row always stays: first switches the wanted rows on, then the others off.
      for (const isWanted of [true, false]) {
        for (const button of await chooser.getByRole('button').all()) {
          const wanted = names.includes((await button.textContent()) ?? '');
          const isOn = (await button.getAttribute('aria-pressed')) === 'true';
          if (wanted === isWanted && isOn !== wanted) await button.click();
        }
      }
    },
  };
}

/** The visible lines of the editor as one text. */
export async function textOfScript(page: Page): Promise<string> {
  return (await page.locator('.cm-line').allInnerTexts()).join('\n');
}
