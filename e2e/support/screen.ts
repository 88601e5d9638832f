import { WHY } from './quiet.ts';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { PAGE_URL } from './servers.ts';
import { withoutUnit } from './units.ts';

/** A line of visible text: its box in window pixels, the height of its letters, its faults. */
interface TextLine {
  /** Its beginning. */
  text: string;
  /** The text that contains the line. */
  whole: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  size: number;
  isCut: boolean;
  isBroken: boolean;
  /** Index of the text that contains the line. */
  owner: number;
}

/** The layout of the screen: the share of the plots, and the faults of texts. */
export class Screen {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Number of lanes that are wholly within the width of the screen. */
  lanesInWidth(): Promise<number> {
    return this.#page.locator('[data-lane]').evaluateAll((lanes) => {
      const boxes = lanes.map((lane) => lane.getBoundingClientRect());
      return boxes.filter(({ left, right }) => left >= 0 && right <= innerWidth).length;
    });
  }

  /**
   * Opens the lab while only its HTML has arrived. Returns the top and height of its sentence in
   * px, the distance of the first word from its edge, and the style sheets requested until the lab
   * is ready.
   */
  async outline(): Promise<{ topPx: number; heightPx: number; wordPx: number; sheets: string[] }> {
    const sheets: string[] = [];
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await this.#page.route('**/assets/**', async (route) => {
      if (route.request().resourceType() === 'stylesheet') sheets.push(route.request().url());
      await released;
      await route.continue();
    });
    await this.#page.goto(process.env[PAGE_URL] ?? '', { waitUntil: 'commit' });
    const sentence = this.#page.locator('.shell-bar');
    const bar = await sentence.boundingBox();
    const wordPx = await sentence.evaluate((element) => {
      const range = document.createRange();
      const start = element.textContent.search(/\S/);
      range.setStart(element.firstChild ?? element, start);
      range.setEnd(element.firstChild ?? element, start + 3);
      return range.getBoundingClientRect().top - element.getBoundingClientRect().top;
    });
    release();
    await expect(this.#page.locator('main')).toBeVisible();
    return { topPx: bar?.y ?? NaN, heightPx: bar?.height ?? NaN, wordPx, sheets };
  }

  /** The plots' share of the visible screen, in percent, without axes and names. */
  plotShare(): Promise<number> {
    return this.#page.locator('[data-plot]').evaluateAll((plots) => {
      // Parts clipped by a scrolling ancestor are not visible.
      const seen = plots.map((plot) => {
        const box = plot.getBoundingClientRect();
        const edge = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
        for (let at = plot.parentElement; at !== null; at = at.parentElement) {
          if (getComputedStyle(at).overflow === 'visible') continue;
          const clip = at.getBoundingClientRect();
          edge.left = Math.max(edge.left, clip.left);
          edge.top = Math.max(edge.top, clip.top);
          edge.right = Math.min(edge.right, clip.right);
          edge.bottom = Math.min(edge.bottom, clip.bottom);
        }
        const width = Math.min(box.right, edge.right) - Math.max(box.left, edge.left);
        const height = Math.min(box.bottom, edge.bottom) - Math.max(box.top, edge.top);
        return Math.max(0, width) * Math.max(0, height);
      });
      return (100 * seen.reduce((sum, area) => sum + area, 0)) / (innerWidth * innerHeight);
    });
  }

  /** Painted pixels of the first lane's window chart, left and right of the clock. */
  inkAroundClock(share: number): Promise<{ before: number; after: number }> {
    return this.#page
      .locator('[data-plot=cwnd] > canvas')
      .first()
      .evaluate((element, at) => {
        const { width, height } = element as HTMLCanvasElement;
        const copy = new OffscreenCanvas(width, height);
        const context = copy.getContext('2d', { willReadFrequently: true });
        context?.drawImage(element as HTMLCanvasElement, 0, 0);
        const edge = Math.round(width * at);
        const ink = (from: number, to: number): number =>
          (context?.getImageData(from, 0, Math.max(1, to - from), height).data ?? []).filter(
            (value, index) => index % 4 === 3 && value > 0,
          ).length;
        return { before: ink(0, edge - 3), after: ink(edge + 3, width) };
      }, share);
  }

  /** The texts in the lanes' heads. */
  heads(): Promise<string[]> {
    return this.#page.locator('[data-part=goodput]').allTextContents();
  }

  /** The texts in the lanes' heads about the reference. */
  differences(): Promise<string[]> {
    return this.#page
      .locator('[data-part=was]')
      .evaluateAll((items) => items.map((item) => item.textContent.replace(/\s+/g, ' ').trim()));
  }

  /** Pixels of the first lane's window chart in the grey of a reference. */
  grey(): Promise<number> {
    return this.#page
      .locator('[data-plot=cwnd] > canvas')
      .first()
      .evaluate((element) => {
        const { width, height } = element as HTMLCanvasElement;
        const copy = new OffscreenCanvas(width, height);
        const context = copy.getContext('2d', { willReadFrequently: true });
        context?.drawImage(element as HTMLCanvasElement, 0, 0);
        const wanted = getComputedStyle(document.documentElement).getPropertyValue('--ghost').trim();
        const rgb = [1, 3, 5].map((at) => Number.parseInt(wanted.slice(at, at + 2), 16));
        const data = context?.getImageData(0, 0, width, height).data ?? [];
        let count = 0;
        for (let at = 0; at < data.length; at += 4)
          if (data[at + 3] === 255 && rgb.every((value, channel) => data[at + channel] === value)) count += 1;
        return count;
      });
  }

  /**
   * All that the page says: its visible text, names of parts, hints, and what is announced; or only
   * what the region with this name says.
   */
  allText(region: string | null = null): Promise<string> {
    return this.#page.evaluate((name) => {
      const root =
        name === null ? document.body : document.querySelector<HTMLElement>(`[aria-label="${name}"]`);
      if (root === null) throw new Error(`no region ${name ?? ''}`);
      const said = [...root.querySelectorAll('[aria-label], [title], [role=status], .visually-hidden')];
      return [
        document.title,
        root.innerText,
        ...said.flatMap((element) => [
          element.getAttribute('aria-label') ?? '',
          element.getAttribute('title') ?? '',
          element.textContent,
        ]),
      ].join('\n');
    }, region);
  }

  /** Nothing is still to come: every run is done, no sweep computes, no part waits for its code. */
  async isComplete(): Promise<void> {
    await expect(this.#page.getByRole('heading').first()).toBeVisible();
    await expect(this.#page.locator('[data-run-state]:not([data-run-state="done"])')).toHaveCount(0);
    await expect(this.#page.locator('[data-sweep]:not([data-sweep="done"])')).toHaveCount(0);
    await expect(this.#page.getByText(/^(Opening|Computing)…$/)).toHaveCount(0);
  }

  /** Opens an address below the lab's folder, also of a page without a clock. */
  async show(address: string): Promise<void> {
    await this.#page.goto(`${process.env[PAGE_URL] ?? ''}${address}`);
  }

  /** Opens a folded part, by its title. */
  unfold(title: string): Promise<void> {
    return this.#page.getByText(title, { exact: true }).first().click();
  }

  /** The visible numbers without a unit. */
  withoutUnit(): Promise<string[]> {
    return withoutUnit(this.#page);
  }

  /** The accessibility tree: what a screen reader can say. */
  spoken(): Promise<string> {
    return this.#page.locator('body').ariaSnapshot();
  }

  /** An answer's button in a hidden future. */
  answer(lane: string): Locator {
    return this.#page.getByRole('button', { name: `Answer: ${lane}`, exact: true });
  }

  /** The question, until there is a verdict on its answer. */
  question(): Locator {
    // On its own line, or beside the proof of the sentence that answers it.
    return this.#page.locator('[data-part=question], [data-part=asked]').filter({ hasText: '?' }).first();
  }

  /** The verdict on an answer, and the sentence with the result. */
  finding(part: 'verdict' | 'sentence' | 'yours'): Locator {
    return this.#page.locator(`[data-part=${part}]`).first();
  }

  /** Whether that text is visible, and not only announced to screen readers. */
  findingIsSeen(part: 'verdict' | 'sentence' | 'yours'): Promise<boolean> {
    return this.finding(part).evaluate((element) => {
      // The first of its lines: it may begin at the end of one.
      const [{ left, top, height } = element.getBoundingClientRect()] = element.getClientRects();
      return element.contains(document.elementFromPoint(left + 4, top + Math.min(height / 2, 8)));
    });
  }

  /** The widths of the lanes. */
  laneWidths(): Promise<number[]> {
    return this.#page
      .locator('[data-lane]')
      .evaluateAll((lanes) => lanes.map((lane) => lane.getBoundingClientRect().width));
  }

  /** The button that opens the cause of the result. */
  evidence(): Locator {
    return this.#page.getByRole('button', { name: WHY });
  }

  /** A summary that unfolds when it is pressed. */
  fold(name: string): Locator {
    return this.#page.locator('summary', { hasText: name }).first();
  }

  /** The top of the first plot. */
  async firstPlotTop(): Promise<number> {
    return (await this.#page.locator('[data-plot]').first().boundingBox())?.y ?? Infinity;
  }

  /** The numbers on the screen; a range counts as one number. */
  async numbers(): Promise<string[]> {
    const texts = (await this.#texts()).map(({ text }) => text);
    return texts.flatMap((text) => text.match(/[\d.]+([–/ ]+\d[\d.]*)?/g) ?? []);
  }

  /** All texts that can be read. */
  async readable(): Promise<string[]> {
    const wholes = new Map((await this.#texts()).map(({ owner, whole }) => [owner, whole]));
    return [...wholes.values()];
  }

  /** Texts that overlap, are cut off, break within a word, or are smaller than 12 pixels. */
  async faults(): Promise<string[]> {
    const texts = await this.#settledTexts();
    return texts.flatMap((a, at) => [
      ...(a.size < 11.9 ? [`“${a.text}” is ${String(a.size)} px high`] : []),
      ...(a.isCut ? [`“${a.text}” is cut off`] : []),
      ...(a.isBroken ? [`“${a.text}” breaks in mid-word`] : []),
      ...texts
        .slice(at + 1)
        .filter((b) => {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          return a.owner !== b.owner && across > 1.5 && down > 2.5;
        })
        .map((b) => `“${a.text}” lies over “${b.text}”`),
    ]);
  }

  /** Scrolls whatever scrolls to its end; false if nothing moved. */
  scrollToEnds(): Promise<boolean> {
    return this.#page.evaluate(() => {
      let moved = false;
      for (const element of document.querySelectorAll('*')) {
        if (!/auto|scroll/.test(getComputedStyle(element).overflowY)) continue;
        const before = element.scrollTop;
        element.scrollTo({ top: element.scrollHeight, behavior: 'instant' });
        moved ||= element.scrollTop !== before;
      }
      return moved;
    });
  }

  /** In a dialog: buttons lower than their texts, and commands that break. */
  broken(): Promise<string[]> {
    return this.#page
      .getByRole('dialog')
      .locator('button, [role=note] code')
      .evaluateAll((parts) =>
        parts.flatMap((part) => {
          const isBroken =
            part.tagName === 'CODE'
              ? part.getClientRects().length > 1
              : part.scrollHeight > part.clientHeight;
          return isBroken ? [part.textContent.trim()] : [];
        }),
      );
  }

  /** The captions of tables that are wider than their container. */
  wideTables(): Promise<string[]> {
    return this.#page
      .getByRole('dialog')
      .locator('table')
      .evaluateAll((tables) =>
        tables.flatMap((table) =>
          table.scrollWidth > (table.parentElement?.clientWidth ?? 0) + 1
            ? [table.querySelector('caption')?.textContent ?? '']
            : [],
        ),
      );
  }

  /** Controls that are lower or narrower than 28 pixels. */
  smallTargets(): Promise<string[]> {
    return this.#page
      .locator('button, input:not([type=file], [type=number]), a[href], summary, select')
      .evaluateAll((controls) =>
        controls.flatMap((control) => {
          if (control.closest('[aria-hidden=true], [inert]') !== null) return [];
          // A field counts with the box around it, which also takes presses.
          const target = control.matches('label input') ? control.closest('label') : control;
          const box = (target ?? control).getBoundingClientRect();
          const isHidden = getComputedStyle(control).clipPath !== 'none' || box.width <= 1;
          if (isHidden || (box.width >= 27.5 && box.height >= 27.5)) return [];
          const name = control.getAttribute('aria-label') ?? control.textContent;
          return [`${name.trim()}: ${box.width.toFixed(0)} × ${box.height.toFixed(0)}`];
        }),
      );
  }

  /**
   * The texts once two readings agree: after a change of size the page is drawn in several steps,
   * and an intermediate layout proves nothing.
   */
  async #settledTexts(): Promise<TextLine[]> {
    let texts = await this.#texts();
    for (let reading = 0; reading < 5; reading += 1) {
      await this.#page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const later = await this.#texts();
      if (JSON.stringify(later) === JSON.stringify(texts)) break;
      texts = later;
    }
    return texts;
  }

  /** Every line of visible text with its box. */
  #texts(): Promise<TextLine[]> {
    return this.#page.evaluate(() => {
      const found: TextLine[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      let owner = 0;
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent?.trim() ?? '';
        if (element === null || text === '' || element.closest('script, style, noscript, math') !== null)
          continue;
        // For example in a folded part.
        if (!element.checkVisibility()) continue;
        owner += 1;
        let isHidden = false;
        const all = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
        let clip = all;
        /** The visible part of the nearest scrolling ancestors. */
        let port = all;
        let scrolls = false;
        for (let at: Element | null = element; at !== null; at = at.parentElement) {
          const style = getComputedStyle(at);
          if (style.visibility === 'hidden' || style.clipPath !== 'none' || style.opacity === '0')
            isHidden = true;
          if (at === document.body || style.overflow === 'visible' || at instanceof SVGElement) continue;
          const box = at.getBoundingClientRect();
          // Text that is scrolled out of view is not cut off.
          if (/auto|scroll/.test(style.overflow)) scrolls = true;
          const within = (edges: typeof all) => ({
            left: Math.max(edges.left, box.left),
            right: Math.min(edges.right, box.right),
            top: Math.max(edges.top, box.top),
            bottom: Math.min(edges.bottom, box.bottom),
          });
          if (scrolls) port = within(port);
          else clip = within(clip);
        }
        if (isHidden) continue;
        // A button's text must fit the button, even if the button scrolls.
        const button = element.closest('button')?.getBoundingClientRect();
        const spare = element.closest('[data-spare]') !== null;
        // In a drawing, what is drawn later covers the text.
        const covers = [...(element.closest('svg')?.querySelectorAll('rect') ?? [])].filter((rect) => {
          const { fill, fillOpacity, opacity } = getComputedStyle(rect);
          const isFilled = !/none|, 0\)$/.test(fill) && fillOpacity === '1' && opacity === '1';
          const isLater = (element.compareDocumentPosition(rect) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
          return isFilled && isLater;
        });
        // A scaled drawing has scaled letters.
        const at = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
        const drawn = at === null ? 1 : Math.hypot(at.a, at.b);
        const range = document.createRange();
        // A word must be on one line. A link or a file name may be one long word; who writes one sees it whole.
        const isBroken =
          element.closest('.cm-line') === null &&
          [...(node.textContent ?? '').matchAll(/[\p{L}+]{2,24}/gu)].some(({ index, 0: word }) => {
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
          });
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
          if (box.width < 1 || box.height < 1) continue;
          const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
          if (x < port.left || x > port.right || y < port.top || y > port.bottom) continue;
          // Scrolled under a part that stays in view. At the end of the scroll nothing may lie there.
          let over = document.elementFromPoint(x, y);
          while (over !== null && getComputedStyle(over).position !== 'sticky') over = over.parentElement;
          if (over !== null && !over.contains(element)) {
            let scroller = over.parentElement;
            while (scroller !== null && !/auto|scroll/.test(getComputedStyle(scroller).overflowY))
              scroller = scroller.parentElement;
            const { scrollTop, scrollHeight, clientHeight } = scroller ?? document.documentElement;
            if (scrollTop + clientHeight < scrollHeight - 1) continue;
          }
          // Text without room beside a name is hidden as a whole.
          if (spare && y > clip.bottom) continue;
          found.push({
            text: text.slice(0, 40),
            whole: text,
            left: Math.max(box.left, port.left),
            right: Math.min(box.right, port.right),
            // A line's box is higher than its letters.
            top: Math.max(box.top + box.height * 0.15, port.top),
            bottom: Math.min(box.bottom - box.height * 0.15, port.bottom),
            size: Number((drawn * Number.parseFloat(getComputedStyle(element).fontSize)).toFixed(2)),
            isCut:
              (button !== undefined &&
                (box.left < button.left - 1 ||
                  box.right > button.right + 1 ||
                  box.top + box.height * 0.2 < button.top - 1 ||
                  box.bottom - box.height * 0.2 > button.bottom + 1)) ||
              box.left < clip.left - 1 ||
              box.right > clip.right + 1 ||
              box.top + box.height * 0.2 < clip.top - 1 ||
              box.bottom - box.height * 0.2 > clip.bottom + 1 ||
              (!scrolls && (box.right > innerWidth + 1 || box.left < -1)) ||
              covers.some((rect) => {
                const { left, right, top, bottom } = rect.getBoundingClientRect();
                const across = Math.min(right, box.right) - Math.max(left, box.left);
                const down = Math.min(bottom, box.bottom) - Math.max(top, box.top);
                return across > 1.5 && down > 2.5;
              }),
            isBroken,
            owner,
          });
        }
      }
      return found;
    });
  }

  /** The rows of the first lane, from the top. */
  rows(): Promise<string[]> {
    return this.#page
      .locator('[data-row]')
      .evaluateAll((rows) => [...new Set(rows.map((row) => row.getAttribute('data-row') ?? ''))]);
  }

  /** The head of a row in the first lane: its name, its unit, the values at the clock. */
  async rowHead(row: string): Promise<string> {
    return (await this.#page.locator(`[data-row=${row}] > div`).first().textContent()) ?? '';
  }

  /** The key to the marks of packets on the path. */
  pathKey(): Locator {
    return this.#page.getByRole('region', { name: 'Packets on the path' });
  }

  /** The event in the inspector. */
  event(): Locator {
    return this.#page.getByRole('region', { name: 'Event', exact: true });
  }

  /** Presses a row of the first lane, at a share of its width. */
  async pressRow(row: string, share: number): Promise<void> {
    const box = await this.#page.locator(`[data-plot=${row}]`).first().boundingBox();
    if (box === null) throw new Error(`no row ${row}`);
    await this.#page.mouse.click(box.x + share * box.width, box.y + box.height / 2);
  }

  /** A total over all intervals of the first lane, in its numbers. */
  total(name: string): Locator {
    return this.#page
      .locator('[data-part=results]')
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .getByRole('cell')
      .first();
  }
}
