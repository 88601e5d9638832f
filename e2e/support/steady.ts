import { expect } from '@playwright/test';
import type { Browser, FrameLocator, Locator, Page } from '@playwright/test';
import { MATRIX } from './matrix.ts';
import { listenForNoise } from './noise.ts';
import { HOST_URL, PAGE_URL } from './servers.ts';

/** The sizes at which heights are watched. 720 × 450 is 1440 × 900 at 200 % zoom. */
export const WATCHED = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [768, 1024],
  [390, 844],
  [844, 390],
  [720, 450],
] as const;

/** A page of the site, the page of a frame, and the element in a page of another site. */
export const PLACES = ['page', 'frame', 'element'] as const;
export type Place = (typeof PLACES)[number];

/** A run with a script, for a widget that shows all its parts. */
export const WIDGET =
  'v1/random-loss?duration=20s&compare=newreno,mine&scripts.mine=on%20loss%20%7B%20cwnd%20=%202%20%7D';
const ATTRIBUTES = {
  controls: 'title,play,scrub,steps,speed,question,path,results,knobs,why,inspector,script',
  landscape: 'goodput',
};

/** What follows its content with its height, or is followed by it. */
const BOXES =
  'main, aside, form, iframe, [role=application], [role=dialog], [role=status], [role=alert], ' +
  '[data-lane], [data-plot], [data-field], [data-part], [data-landscape], [data-widget], .cm-editor';

/** A frame alone has three of them: what it shows has all seven in the element. */
const sizesOf = (place: Place): readonly (readonly [number, number])[] => {
  const widths = !MATRIX ? [1024] : place === 'frame' ? [1440, 390, 844] : null;
  return WATCHED.filter(([width]) => widths?.includes(width) ?? true);
};

/** A second at 60 frames a second: a widget shrinks four tenths of a second after its content. */
const FRAMES = 60;
/** What is computed has arrived by then; heights that follow each other still change. */
const AT_MOST = 600;

interface Watch {
  /** Boxes with several heights in the last frames, and these heights. */
  restless: string[];
  heights: Record<string, number>;
}

/** Measures every box in each frame, until none has changed for so many frames. */
async function watch([boxes, frames, atMost]: readonly [string, number, number]): Promise<Watch> {
  const measure = (): Map<string, number> => {
    const found = new Map([['document', document.documentElement.scrollHeight]]);
    document.querySelectorAll<HTMLElement>(boxes).forEach((box) => {
      // Its kind and what it shows, without what it counts.
      const { lane, plot, part, landscape } = box.dataset;
      const words = [box.role ?? box.localName, lane, plot, part, landscape];
      const name = words.filter((word) => word !== undefined).join(' ');
      let key = name;
      for (let copy = 2; found.has(key); copy += 1) key = `${name} (${String(copy)})`;
      found.set(key, Math.round(10 * box.getBoundingClientRect().height) / 10);
    });
    return found;
  };
  let seen: Map<string, number>[] = [];
  for (let frame = 0; frame < atMost && seen.length < frames; frame += 1) {
    await new Promise(requestAnimationFrame);
    const now = measure();
    const last = seen[0] ?? now;
    const isSame = last.size === now.size && [...now].every(([name, px]) => last.get(name) === px);
    seen = isSame || atMost - frame <= frames ? [...seen, now] : [now];
  }
  const heights = seen[seen.length - 1] ?? new Map<string, number>();
  const restless = [...heights.keys()].flatMap((name) => {
    const different = [...new Set(seen.map((now) => now.get(name) ?? 0))];
    return different.length > 1 ? [`${name}: ${different.slice(0, 6).join(', ')}`] : [];
  });
  return { restless, heights: Object.fromEntries(heights) };
}

/** One page at one size, whose heights are watched after each action. */
export class Steady {
  readonly page: Page;
  readonly place: Place;
  readonly size: string;
  /** Where the selectors begin: the page, or the frame in it. */
  readonly inner: Page | FrameLocator;

  constructor(page: Page, place: Place, size: string) {
    this.page = page;
    this.place = place;
    this.size = `${size}, ${place}`;
    this.inner = place === 'element' ? page.frameLocator('iframe') : page;
  }

  /** Acts; then every height must stand still, in the page and in its frames. Returns them. */
  async settles(what: string, act: () => Promise<unknown> = () => Promise.resolve()): Promise<Heights> {
    await act();
    const all = await Promise.all(
      this.page.frames().map((frame) => frame.evaluate(watch, [BOXES, FRAMES, AT_MOST] as const)),
    );
    const restless = all.flatMap((found) => found.restless);
    expect.soft(restless, `${what} at ${this.size}: heights that do not stand still`).toEqual([]);
    if (this.place === 'element')
      expect.soft(await this.#hidden(), `${what} at ${this.size}: pixels out of the frame`).toBeLessThan(2);
    return Object.fromEntries(
      all.flatMap(({ heights }, at) =>
        Object.entries(heights).map(([name, px]) => [at === 0 ? name : `${name} in frame ${String(at)}`, px]),
      ),
    );
  }

  /** The pixels by which the widget is higher or lower than its frame. */
  #hidden(): Promise<number> {
    return this.inner.locator('[data-widget]').evaluate((root) => {
      const scroller = root.matches('[data-scroller]') ? root : root.querySelector('[data-scroller]');
      const { scrollHeight = 0, clientHeight = 0 } = scroller ?? {};
      return scrollHeight - clientHeight + Math.abs(innerHeight - root.getBoundingClientRect().height);
    });
  }

  board(): Locator {
    return this.inner.locator('[data-board]');
  }

  /** The first handle of the curve. */
  handle(): Locator {
    return this.board().getByRole('slider').first();
  }

  button(name: string | RegExp): Locator {
    return this.inner.getByRole('button', { name, exact: true });
  }

  press(name: string): Promise<void> {
    return this.button(name).first().press('Enter');
  }

  key(name: string): Promise<void> {
    return this.page.keyboard.press(name);
  }

  slider(): Locator {
    return this.inner.getByRole('slider').first();
  }

  choose(option: string): Promise<void> {
    return this.inner.getByRole('form').getByText(option, { exact: true }).click();
  }

  follow(link: RegExp): Promise<void> {
    return this.inner.getByRole('link', { name: link }).first().press('Enter');
  }

  /** Opens or closes what unfolds under this line. */
  unfold(line: string): Promise<void> {
    return this.inner.locator('summary', { hasText: line }).first().press('Enter');
  }

  /** The button with which a question goes on. */
  suggestion(): Locator {
    return this.inner.locator('[data-part=try]');
  }

  /** Submits the prediction, which is judged by one of these words. */
  async answer(...words: readonly string[]): Promise<void> {
    await expect(this.button('Run it')).toBeEnabled();
    await this.press('Run it');
    const outcome = this.inner.locator('[data-nearness]');
    await expect(outcome).toBeVisible();
    expect(words, this.size).toContain(await outcome.getAttribute('data-nearness'));
  }

  /** Names the first algorithm in the game. */
  async guess(): Promise<void> {
    const choices = this.inner.getByRole('group', { name: 'Which algorithm is it?' });
    await expect(choices.getByRole('button').first()).toBeEnabled();
    await choices.getByRole('button').first().press('Enter');
  }

  /** Opens the lesson again, and draws the run’s curve that was shown. */
  async drawTruth(lesson: string): Promise<void> {
    const truth = await this.truth();
    // A lesson keeps its answers until another one is opened.
    await this.show('lesson/bufferbloat');
    await this.show(lesson);
    await this.draw(truth);
  }

  /** Shows this link, and waits until it is there. */
  async show(link: string): Promise<void> {
    await this.goTo(link);
    const [page, item = ''] = link.split(/[/?]/);
    const there =
      page === 'lesson'
        ? this.inner.locator(`[data-lesson="${item}"]`)
        : page === 'teach'
          ? this.inner.locator(`[data-mode="${item}"]`)
          : page === 'v1' || page === ''
            ? this.inner.locator('[data-run-state=done] [data-lane]').first()
            : this.inner.getByRole('heading', { level: 1 });
    await expect(there).toBeVisible();
  }

  async scrubTo(timeS: number): Promise<void> {
    await this.inner.getByRole('slider', { name: 'Clock', exact: true }).fill(String(timeS));
  }

  /** Replaces the script, and waits for what is said about it. */
  async write(text: string): Promise<void> {
    await this.inner.getByRole('textbox', { name: 'Script' }).focus();
    await this.key('ControlOrMeta+a');
    await this.page.keyboard.insertText(text);
  }

  /** Drops a file on the page: every layout takes it. */
  async openFile(name: string, content: string): Promise<void> {
    const dataTransfer = await this.page.evaluateHandle(
      ([fileName, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], fileName, { type: 'text/csv' }));
        return data;
      },
      [name, content] as const,
    );
    for (const event of ['dragover', 'drop']) await this.page.dispatchEvent('body', event, { dataTransfer });
  }

  /** Opens another link, as far as it is not the one that is open. */
  async goTo(link: string): Promise<void> {
    const isOpen = (await this.page.evaluate(() => location.hash)) === `#${link}`;
    if (this.place === 'element') await this.command('setScenario', link);
    else if (!isOpen)
      await this.page.evaluate((hash) => {
        location.hash = hash;
      }, link);
  }

  /** A scenario that the element does not take. */
  async refuses(link: string): Promise<void> {
    await expect(this.command('setScenario', link)).rejects.toThrow(/is not known/);
  }

  /** Calls a method of the element. */
  async command(name: 'setRows' | 'setScenario', value: unknown): Promise<void> {
    await this.page
      .locator('ackscope-lab')
      .evaluate(
        (element, [method, argument]) =>
          (element as unknown as Record<string, (given: unknown) => Promise<void>>)[method]?.(argument),
        [name, value] as const,
      );
  }

  /** Draws with the pointer through points, given as shares of the plot from its left and its top. */
  async draw(points: readonly (readonly [number, number])[]): Promise<void> {
    const board = this.board();
    // Above what stays at the bottom of a low screen.
    await board.evaluate((drawn) => drawn.scrollIntoView({ block: 'start' }));
    const box = await board.locator('[data-axes]').boundingBox();
    if (box === null) throw new Error('there is nothing to draw on');
    const { mouse } = this.page;
    for (const [at, [x, y]] of points.entries()) {
      await mouse.move(box.x + box.width * x, box.y + box.height * y);
      if (at === 0) await mouse.down();
    }
    await mouse.up();
  }

  /** Points along the run's curve on the board, once it is shown, as `draw` takes them. */
  truth(): Promise<[number, number][]> {
    return this.board()
      .locator('[data-line]')
      .evaluate((line, count) => {
        const path = line as SVGPathElement;
        const drawn = path.ownerSVGElement?.querySelector<SVGGraphicsElement>('[data-axes]');
        if (drawn == null) throw new Error('the board has no axes');
        const axes = drawn.getBBox();
        // The curve in steps of equal time: its length is not its time.
        const points: [number, number][] = [];
        const whole = path.getTotalLength();
        for (let step = 0; step <= 20 * count; step += 1) {
          const { x, y } = path.getPointAtLength((whole * step) / (20 * count));
          if (x >= (axes.width * points.length) / count) points.push([x / axes.width, y / axes.height]);
        }
        return points.map(([x, y]) => [
          Math.min(0.999, Math.max(0.001, x)),
          Math.min(0.999, Math.max(0.001, y)),
        ]);
      }, 80);
  }
}

export type Heights = Record<string, number>;

function addressOf(place: Place, link: string): string {
  const site = process.env[PAGE_URL] ?? '';
  if (place === 'page') return `${site}#${link}`;
  if (place === 'frame') return `${site}embed.html?${new URLSearchParams(ATTRIBUTES).toString()}#${link}`;
  const all = JSON.stringify({ title: 'The widget', scenario: link, ...ATTRIBUTES });
  return `${process.env[HOST_URL] ?? ''}element.html#${encodeURIComponent(all)}`;
}

/** Opens a link at all sizes at once and acts in each page: most of the time is waiting for frames. */
export async function atAllSizes(
  browser: Browser,
  place: Place,
  link: string,
  act: (steady: Steady) => Promise<void>,
): Promise<void> {
  const noise: string[] = [];
  await Promise.all(
    sizesOf(place).map(async ([width, height]) => {
      // A context each: of the pages of one context the browser draws one, and gives the others a
      // frame per second. Pages that play would take the time of those that are watched; one action
      // of the table plays.
      const own = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' });
      const page = await own.newPage();
      page.setDefaultTimeout(60_000);
      await page.setViewportSize({ width, height });
      // The page around the element is of another site.
      if (place !== 'element') listenForNoise(page, noise);
      await page.goto(addressOf(place, link));
      const steady = new Steady(page, place, `${String(width)} × ${String(height)}`);
      await expect(steady.inner.getByRole('heading', { level: 1 })).toBeAttached();
      await act(steady);
      await own.close();
    }),
  );
  expect(noise).toEqual([]);
}
