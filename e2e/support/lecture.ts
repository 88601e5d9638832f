import jsQR from 'jsqr';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** The notes of a lecture, in a window of their own. */
export class LectureNotes {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  moment(): Promise<string> {
    return momentIn(this.#page, 'data-notes');
  }

  cover(): Promise<string | null> {
    return this.#page.locator('[data-notes]').getAttribute('data-cover');
  }

  press(key: string): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  /** The button of the next moment; afterwards it has the focus. */
  goOn(): Promise<void> {
    return this.#page.getByRole('button', { name: /^(Reveal the run|Name its events|On)$/ }).click();
  }

  paste(codes: string): Promise<void> {
    return this.#page.getByRole('textbox', { name: 'Codes of the class' }).fill(codes);
  }

  said(text: string): Locator {
    return this.#page.getByText(text);
  }

  async showRun(belief: string): Promise<void> {
    await this.#page
      .getByRole('listitem')
      .filter({ hasText: belief })
      .getByRole('button', { name: 'Show this run to the room' })
      .click();
  }
}

/** The step and what is seen of it: “2 asked”. */
async function momentIn(page: Page, mark: string): Promise<string> {
  const root = page.locator(`[${mark}]`);
  return `${(await root.getAttribute('data-step')) ?? ''} ${(await root.getAttribute('data-phase')) ?? ''}`;
}

/** A lesson before a hall. */
export class Lecture {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  moment(): Promise<string> {
    return momentIn(this.#page, 'data-lecture');
  }

  async cover(): Promise<string> {
    return (await this.#page.locator('[data-lecture]').getAttribute('data-cover')) ?? '';
  }

  /** What lies above the black screen, looked at in a grid of points. */
  shining(): Promise<string[]> {
    return this.#page.getByRole('img', { name: 'Black screen' }).evaluate((black) => {
      const found = new Set<Element>();
      for (let x = 0.5; x < 40; x += 1)
        for (let y = 0.5; y < 90; y += 1) {
          const top = document.elementFromPoint((x * innerWidth) / 40, (y * innerHeight) / 90);
          if (top !== null && top !== black) found.add(top);
        }
      return [...found].map((part) => part.outerHTML.slice(0, 80));
    });
  }

  /** All words on the screen but the shapes for hands. */
  words(): Promise<string> {
    return this.#page.locator('[data-plot=drawn]').innerText();
  }

  /** The plots' share of the screen, and sizes of letters in pixels. */
  sizes(): Promise<{ plots: number; question: number; axes: number; least: number }> {
    return this.#page.locator('[data-lecture]').evaluate((room) => {
      const sizeOf = (part: Element): number => Number.parseFloat(getComputedStyle(part).fontSize);
      const box = room.querySelector('[data-plot]')?.getBoundingClientRect() ?? new DOMRect();
      const axes = [...room.querySelectorAll('[data-plot] svg g > g text')].map(sizeOf);
      const texts = [...room.querySelectorAll('*')].filter((part) =>
        [...part.childNodes].some(
          (child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim() !== '',
        ),
      );
      const question = room.querySelector('h1');
      return {
        plots: (box.width * box.height) / (innerWidth * innerHeight),
        question: question === null ? 0 : sizeOf(question),
        axes: Math.min(...axes),
        least: Math.min(...texts.filter((part) => part.closest('.visually-hidden') === null).map(sizeOf)),
      };
    });
  }

  /** Pixels between the letters of the question and the screen's edge above, and the plot below; its lines. */
  question(): Promise<{ above: number; below: number; lines: number }> {
    return this.#page.locator('[data-lecture]').evaluate((room) => {
      const range = document.createRange();
      range.selectNodeContents(room.querySelector('h1') ?? room);
      const { top, bottom } = range.getBoundingClientRect();
      const plot = room.querySelector('[data-plot]')?.getBoundingClientRect() ?? new DOMRect();
      const tops = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
      return { above: top, below: plot.top - bottom, lines: tops.size };
    });
  }

  /** The words and plots that reach over an edge of the screen. */
  cutOff(): Promise<string[]> {
    return this.#page.locator('[data-lecture]').evaluate((room) =>
      [...room.querySelectorAll('h1, li, li > *, [data-plot], footer > *')]
        .filter((part) => {
          const { left, top, right, bottom } = part.getBoundingClientRect();
          return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
        })
        .map((part) => `${part.tagName} ${part.textContent}`),
    );
  }

  /**
   * The words that are cut off: the screen ends within them, or a part around them hides or scrolls its overflow. Also the
   * parts that scroll: nobody scrolls before a hall.
   */
  cutWords(): Promise<string[]> {
    return this.#page.locator('[data-lecture]').evaluate((room) => {
      /** A line of letters is a little higher than its letters. */
      const LINE = 3;
      const clips = (part: Element): boolean => getComputedStyle(part).overflow !== 'visible';
      const walker = document.createTreeWalker(room, NodeFilter.SHOW_TEXT);
      const cut = new Set<string>();
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const within = node.parentElement;
        if (within === null || node.textContent?.trim() === '') continue;
        if (within.closest('.visually-hidden, [data-cover=none] [role=dialog]') !== null) continue;
        if (!within.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const boxes = [new DOMRect(0, 0, innerWidth, innerHeight)];
        for (let up: Element | null = within; up !== null && up !== room; up = up.parentElement)
          if (clips(up)) boxes.push(up.getBoundingClientRect());
        // What finds no room beside the name of a row is left out whole: in a second line, which is hidden.
        const spare = within.closest('[data-spare]');
        const shown = spare?.getBoundingClientRect().bottom ?? Infinity;
        for (const line of range.getClientRects())
          for (const box of boxes)
            if (
              line.width > 0 &&
              line.top < shown - 1 &&
              (line.left < box.left - 1 ||
                line.right > box.right + 1 ||
                line.top < box.top - LINE ||
                line.bottom > box.bottom + LINE)
            )
              cut.add(node.textContent ?? '');
      }
      const scrolls = [...room.querySelectorAll('*')].filter(
        (part) =>
          clips(part) &&
          part.closest('svg, .visually-hidden, [data-spare]') === null &&
          (part.scrollHeight > part.clientHeight + LINE || part.scrollWidth > part.clientWidth + LINE),
      );
      return [
        ...cut,
        ...scrolls.map((part) => `scrolls: ${part.className} ${part.textContent.slice(0, 60)}`),
      ];
    });
  }

  /** The code as a camera reads it, and the share of the height that its modules take. */
  async code(): Promise<{ text: string; modules: number }> {
    const code = this.#page.getByRole('dialog').locator('svg');
    await expect(code).toBeVisible();
    const shot = (await this.#page.screenshot()).toString('base64');
    const { data, width, height } = await this.#page.evaluate(async (png) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      // As small as a camera of a phone sees it from the last row.
      const scale = 640 / image.width;
      const canvas = new OffscreenCanvas(640, Math.round(image.height * scale));
      const context = canvas.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
      return { data: [...pixels.data], width: canvas.width, height: canvas.height };
    }, shot);
    const read = jsQR(Uint8ClampedArray.from(data), width, height);
    const modules = await code.evaluate((svg) => {
      const size = Number(svg.getAttribute('viewBox')?.split(' ')[2] ?? 1);
      // Four modules of quiet zone on each side.
      return (svg.getBoundingClientRect().height * (size - 8)) / size / innerHeight;
    });
    return { text: read?.data ?? '', modules };
  }

  async notes(): Promise<LectureNotes> {
    const [opened] = await Promise.all([this.#page.waitForEvent('popup'), this.#page.keyboard.press('n')]);
    await expect(opened.getByRole('heading', { level: 1 })).toBeVisible();
    return new LectureNotes(opened);
  }
}
