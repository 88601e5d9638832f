import { expect, type Locator, type Page } from '@playwright/test';
import { alphasOf } from './picture.ts';
import { PAGE_URL } from './servers.ts';

/** Lessons and teaching games. */
export class Learn {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** `hash` is the address from `#` on; `frame`: opens it as a course page embeds it. */
  async open(hash: string, frame = false): Promise<void> {
    await this.#page.goto(`${process.env[PAGE_URL] ?? ''}${frame ? 'embed.html' : ''}${hash}`);
    await expect(this.#page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /** From here on the test controls the page's clock. Call this before a page is opened. */
  ownClock(): Promise<void> {
    return this.#page.clock.install();
  }

  /**
   * Lets this time pass, in steps of one second. In a longer jump a repeated timer fires only once,
   * late. The workers have had none of that time, so their watchdog treats it as a page that was
   * suspended.
   */
  async pass(seconds: number): Promise<void> {
    for (let passed = 0; passed < seconds; passed += 1) await this.#page.clock.fastForward(1000);
  }

  title(): Locator {
    return this.#page.getByRole('heading', { level: 1 });
  }

  lesson(title: string): Locator {
    return this.#page.getByRole('link', { name: title, exact: true });
  }

  lanes(): Locator {
    return this.#page.locator('[data-lane]');
  }

  /** The names of the lanes that share a chart. */
  sharedLanes(): Locator {
    return this.#page.getByRole('list', { name: 'Lanes' }).getByRole('listitem');
  }

  /** The board on which a curve is drawn. */
  board(): Locator {
    return this.#page.locator('[data-board]');
  }

  /** The handles of the curve, from its left. */
  handles(): Locator {
    return this.board().getByRole('slider');
  }

  /** Draws with the pointer through points, given as shares of the chart from its left and top. */
  async draw(points: readonly (readonly [number, number])[]): Promise<void> {
    const board = this.board();
    await board.scrollIntoViewIfNeeded();
    const box = await board.boundingBox();
    if (box === null) throw new Error('there is nothing to draw on');
    // The plot without its axes.
    const at = ([x, y]: readonly [number, number]): [number, number] => [
      box.x + 46 + (box.width - 58) * x,
      box.y + 24 + (box.height - 54) * y,
    ];
    const [first, ...rest] = points;
    if (first === undefined) return;
    await this.#page.mouse.move(...at(first));
    await this.#page.mouse.down();
    for (const point of rest) await this.#page.mouse.move(...at(point), { steps: 5 });
    await this.#page.mouse.up();
  }

  /** The stops of the map. */
  units(): Locator {
    return this.#page.locator('[data-unit]');
  }

  /** What each unit teaches, below the map. */
  goals(): Locator {
    return this.#page.locator('[data-goals]');
  }

  /** The link that leads on, before the map. */
  goOn(): Locator {
    return this.#page.getByRole('complementary', { name: 'Where you go on' }).getByRole('link');
  }

  async reload(): Promise<void> {
    await this.#page.reload();
    await expect(this.title()).toBeVisible();
  }

  forget(): Locator {
    return this.#page.getByRole('button', { name: 'Remove all' });
  }

  /** The number of lines between units, and which of them cross a unit that they do not join. */
  edgesOverUnits(): Promise<{ lines: number; over: string[] }> {
    return this.#page.evaluate(() => {
      const stops = [...document.querySelectorAll<HTMLElement>('[data-unit]')].map((stop) => ({
        unit: stop.dataset['unit'] ?? '',
        box: stop.getBoundingClientRect(),
      }));
      const lines = [...document.querySelectorAll<SVGPathElement>('[data-edge]')].filter(
        (line) => line.getTotalLength() > 0,
      );
      const over = lines.filter((line) => {
        const frame = line.ownerSVGElement?.getBoundingClientRect() ?? new DOMRect();
        const ends = line.dataset['edge']?.split(' ') ?? [];
        const points = Array.from({ length: 200 }, (_, at) =>
          line.getPointAtLength((at / 199) * line.getTotalLength()),
        );
        return stops.some(
          ({ unit, box }) =>
            !ends.includes(unit) &&
            points.some(
              ({ x, y }) =>
                x + frame.left > box.left &&
                x + frame.left < box.right &&
                y + frame.top > box.top &&
                y + frame.top < box.bottom,
            ),
        );
      });
      return { lines: lines.length, over: over.map((line) => line.dataset['edge'] ?? '') };
    });
  }

  /** The events of the run that are named on the board. */
  callouts(): Locator {
    return this.#page.locator('[data-callout]');
  }

  /** Texts and labels of the lesson's nodes, without the shapes of drawings and the numbers of layout. */
  markup(): Promise<string> {
    return this.#page
      .locator('[data-lesson]')
      .evaluate((lesson) =>
        [lesson, ...lesson.querySelectorAll('*')]
          .flatMap((node) => [
            ...[...node.childNodes]
              .filter((child) => child.nodeType === Node.TEXT_NODE)
              .map((child) => child.textContent ?? ''),
            ...[...node.attributes]
              .filter(
                ({ name }) =>
                  /^(?:aria-|data-|title|value|alt)/.test(name) && !/^data-(?:trace-hash|run-id)/.test(name),
              )
              .map(({ value }) => value),
          ])
          .join(' '),
      );
  }

  /** The boxes of a step: plots, question, text, buttons. */
  boxes(): Promise<Record<string, string>> {
    return this.#page.evaluate(() => {
      const lesson = document.querySelector('[data-lesson]');
      // The focus on the outcome scrolls to it: what counts is the place on the page.
      document.querySelector('main')?.scrollTo(0, 0);
      const go = document.querySelector('[data-go]');
      const parts: [string, Element | null | undefined][] = [
        ['question', document.querySelector('#question')],
        ['steps', lesson?.querySelector('nav')],
        ['text', lesson?.querySelector('section')],
        ['the button', go?.firstElementChild],
        ['the other button', document.querySelector('[data-tools]')],
        ['playback', document.querySelector('[data-transport]')],
        ...[...document.querySelectorAll('[data-plot]')].map((plot): [string, Element] => [
          `plot ${plot.getAttribute('data-plot') ?? ''}`,
          plot,
        ]),
      ];
      return Object.fromEntries(
        parts.map(([name, part]) => {
          const { x, y, width, height } = part?.getBoundingClientRect() ?? new DOMRect();
          // On a phone the text is the last part, and the page scrolls: it may be longer afterwards.
          return [name, [x, y, width, ...(name === 'text' ? [] : [height])].join(' ')];
        }),
      );
    });
  }

  /** The part of the page's height that the plots of a step take. */
  plotShare(): Promise<number> {
    return this.#page.evaluate(
      () =>
        [...document.querySelectorAll('[data-plot]')].reduce(
          (sum, plot) => sum + plot.getBoundingClientRect().width * plot.getBoundingClientRect().height,
          0,
        ) /
        (innerWidth * innerHeight),
    );
  }

  /** The number of right rounds, and of all rounds. */
  score(): Locator {
    return this.#page.getByRole('status').filter({ hasText: ' right' });
  }

  /** Drags on the player's window chart, to a share of its height from the bottom. */
  async dragWindow(share: number): Promise<void> {
    const box = await this.#page.getByRole('img', { name: /^Your window so far/ }).boundingBox();
    if (box === null) throw new Error('there is no chart');
    const y = box.y + 24 + (box.height - 54) * (1 - share);
    await this.#page.mouse.move(box.x + box.width / 2, box.y + box.height - 40);
    await this.#page.mouse.down();
    await this.#page.mouse.move(box.x + box.width / 2, y, { steps: 4 });
    await this.#page.mouse.up();
  }

  run(): Locator {
    return this.#page.getByRole('button', { name: 'Run it' });
  }

  /** Gives a rule away. */
  handIn(): Locator {
    return this.#page.getByRole('button', { name: 'Hand in' });
  }

  openInLab(): Locator {
    return this.#page.getByRole('link', { name: 'Open in the lab' });
  }

  /** Shows the run without an answer. */
  skip(): Locator {
    return this.#page.getByRole('button', { name: 'I don’t know' });
  }

  async pick(option: string): Promise<void> {
    await this.#page.getByRole('form').getByText(option, { exact: true }).click();
  }

  async moveSlider(key: string): Promise<void> {
    await this.#page.getByRole('slider').first().focus();
    await this.#page.keyboard.press(key);
  }

  async answerChoice(option: string): Promise<void> {
    await this.pick(option);
    await this.#submit();
  }

  /** Answers with the number to which this key moves the slider. */
  async answerNumber(key: string): Promise<void> {
    await this.moveSlider(key);
    await this.#submit();
  }

  async answerCurve(points: readonly (readonly [number, number])[]): Promise<void> {
    await this.draw(points);
    await this.#submit();
  }

  /** Answers the step’s question, whatever its kind, if it has one. */
  async answer(): Promise<void> {
    await expect(this.title()).toBeVisible();
    if (!(await this.run().isVisible())) return;
    if (await this.board().isVisible()) {
      await this.handles().first().press('ArrowUp');
      await this.handles().first().press('End');
    } else if ((await this.#page.getByRole('radio').count()) > 0)
      await this.#page.getByRole('form').getByRole('radio').first().press('Space');
    else await this.moveSlider('ArrowRight');
    await this.#submit();
  }

  async #submit(): Promise<void> {
    await expect(this.run()).toBeEnabled();
    await this.run().press('Enter');
    await this.outcome();
  }

  /** What is asked, and after the answer the verdict. */
  question(): Locator {
    return this.#page.locator('#question');
  }

  /** The results beside the charts. */
  results(): Promise<string[]> {
    return this.#page.locator('[data-lane] :is(table, dl)').allInnerTexts();
  }

  /** The text about the prediction's outcome. */
  async outcome(): Promise<string> {
    const outcome = this.#page.locator('[data-nearness]');
    await expect(outcome).toBeVisible();
    return (await outcome.textContent()) ?? '';
  }

  next(): Locator {
    return this.#page.getByRole('link', { name: 'Next', exact: true });
  }

  press(key: string): Promise<void> {
    return this.#page.keyboard.press(key);
  }

  start(): Promise<void> {
    return this.#page.getByRole('button', { name: 'Start' }).click();
  }

  hand(): Locator {
    return this.#page.getByRole('slider', { name: 'Your window' });
  }

  /** The number of pixels with packets in the game's picture; nothing else is painted there. */
  async packetInk(): Promise<number> {
    return (await alphasOf(this.#page.locator('[data-part=packets] canvas'))).filter((alpha) => alpha > 128)
      .length;
  }

  /** Resolves once the sender in the game has received an ACK. */
  async hasHeard(): Promise<void> {
    await expect(this.#page.locator('dt', { hasText: 'round trip' }).locator('+ dd')).toHaveText(/ms$/);
  }

  table(): Promise<string[][]> {
    return this.#page
      .getByRole('table', { name: 'You and the algorithms on the same path' })
      .getByRole('row')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent.trim())));
  }

  choice(at: number): Locator {
    return this.#page.getByRole('group', { name: 'Which algorithm is it?' }).getByRole('button').nth(at);
  }

  sheet(name: 'Questions' | 'Solution'): Locator {
    return this.#page.getByRole('article', { name });
  }

  /** The share of the sheet's width that its charts take. */
  sheetShare(): Promise<number> {
    return this.sheet('Questions').evaluate(
      (sheet) => (sheet.querySelector('svg')?.getBoundingClientRect().width ?? 0) / sheet.clientWidth,
    );
  }

  /** Parts that show less than they hold because they scroll. */
  scrolling(): Promise<string[]> {
    return this.#page.locator('main, main *').evaluateAll((parts) =>
      parts.flatMap((part): string[] => {
        const scrolls = /auto|scroll/.test(getComputedStyle(part).overflowY);
        return scrolls && part.scrollHeight > part.clientHeight + 1 ? [part.getAttribute('class') ?? ''] : [];
      }),
    );
  }

  /** Charts, tables and pictures that reach over the right edge of the sheet. */
  beyondSheet(): Promise<string[]> {
    return this.#page.locator('main').evaluate((main) =>
      [...main.querySelectorAll('canvas, svg, table, [data-lane]')]
        .filter((part) => {
          const { width, right } = part.getBoundingClientRect();
          return width > 0 && right > innerWidth + 1;
        })
        .map((part) => `${part.tagName} ${part.getAttribute('data-lane') ?? part.textContent}`),
    );
  }

  /** The number of printed pages. */
  async printedPages(): Promise<number> {
    const pdf = await this.#page.pdf({
      format: 'A4',
      margin: { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' },
    });
    return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  }
}
