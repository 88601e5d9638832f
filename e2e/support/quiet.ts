/** What the page asks of a reader: words, controls, and places that move. */
import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

/** The button for the causes, before the sentence names one and after that. */
export const WHY = /^(?:Show why|Show causes)$/;

/** The words and numbers that can be read. */
export async function wordsOf(screen: Screen): Promise<string[]> {
  return (await screen.readable())
    .flatMap((text) => text.split(/[\s·]+/))
    .filter((word) => /[\p{L}\d]/u.test(word));
}

/** What can be pressed or moved and is seen, and those of them without a word. */
export function controlsOf(page: Page): Promise<{ controls: string[]; mute: string[] }> {
  return page.evaluate(() => {
    const all = [
      ...document.querySelectorAll<HTMLElement>('button, a[href], input, select, [role=slider], [role=tab]'),
    ].filter((element) => {
      const { width, height, top, bottom } = element.getBoundingClientRect();
      const { visibility, clipPath, opacity } = getComputedStyle(element);
      // The cursor of a chart is for the keyboard: it is drawn once it has the focus.
      const isKeysOnly = element.getAttribute('aria-label')?.startsWith('Cursor in ') === true;
      const isSeen = visibility !== 'hidden' && clipPath === 'none' && opacity !== '0' && !isKeysOnly;
      return width > 4 && height > 4 && bottom > 0 && top < innerHeight && isSeen;
    });
    const nameOf = (element: HTMLElement): string =>
      element.innerText.trim() || (element.getAttribute('aria-label') ?? element.tagName);
    return {
      controls: all.map(nameOf),
      // A slider shows its number or stands beside it.
      mute: all
        .filter((element) => element.tagName !== 'INPUT' && element.innerText.trim() === '')
        .filter((element) => element.getAttribute('role') !== 'slider')
        .map(nameOf),
    };
  });
}

/** The boxes of everything that stays while a question is answered, to a pixel. */
export function placesOf(page: Page): Promise<string[]> {
  return page
    .locator(
      'header, header button, header a, [data-lane], [data-plot], [data-part=path], footer, footer button, main',
    )
    .evaluateAll((parts) =>
      parts.map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const name = part.getAttribute('data-lane') ?? part.getAttribute('data-plot') ?? part.tagName;
        return [name, ...[x, y, width, height].map(Math.round)].join(' ');
      }),
    );
}

/** Plots of the recorded first frame, and later those of the lab: x, y, width and height, whole pixels. */
type Boxes = readonly (readonly number[])[];

/**
 * Keeps where the recorded first frame draws its plots; before the page is opened. It is measured as it is
 * taken away: the styles may come after the document.
 */
export async function watchFirstFrame(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const remove = Reflect.get(Element.prototype, 'remove');
    Element.prototype.remove = function (this: Element) {
      if (this.matches('.first-frame')) {
        const firstFrame = [...this.querySelectorAll('svg')].map(
          (plot) => plot.getBoundingClientRect().toJSON() as DOMRect,
        );
        Object.assign(globalThis, { firstFrame });
      }
      remove.call(this);
    };
  });
}

/** Holds back the file of the sentence, which comes after the first curve. Returns what lets it through. */
export async function holdSentence(page: Page): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/assets/Sentence-*.js', async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

const boxOf = ({ x, y, width, height }: DOMRect): number[] => [x, y, width, height].map(Math.round);

/** Where the first frame drew its plots, and where the lab does; the first frame is gone by then. */
export async function plotsOf(page: Page): Promise<{ recorded: Boxes; drawn: Boxes }> {
  const found = await page.evaluate(() => ({
    recorded: (globalThis as unknown as { firstFrame: DOMRect[] }).firstFrame,
    drawn: [...document.querySelectorAll('[data-lane] [data-plot]')].map(
      (plot) => plot.getBoundingClientRect().toJSON() as DOMRect,
    ),
  }));
  return {
    recorded: found.recorded.filter(({ width }) => width > 0).map(boxOf),
    drawn: found.drawn.map(boxOf),
  };
}
