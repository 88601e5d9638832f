import type { Page } from '@playwright/test';

/** The smallest letters on the visible screen, in pixels. */
export function leastLetterPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    let least = Infinity;
    while (walker.nextNode() !== null) {
      const text = walker.currentNode;
      const around = text.parentElement;
      if (text.textContent?.trim() === '' || around?.closest('.visually-hidden, script, style') !== null)
        continue;
      range.selectNodeContents(text);
      const { width, height, bottom, top } = range.getBoundingClientRect();
      const isSeen = width > 1 && height > 1 && bottom > 0 && top < innerHeight;
      if (isSeen && around.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        least = Math.min(least, Number.parseFloat(getComputedStyle(around).fontSize));
    }
    return least;
  });
}
