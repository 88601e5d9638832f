import { expect } from '@playwright/test';
import type { BrowserContext, FrameLocator, Locator, Page } from '@playwright/test';
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

/** What follows its content with its height, or is followed by it. */
const BOXES =
  'main, aside, form, iframe, [role=application], [role=dialog], [role=status], [role=alert], ' +
  '[data-lane], [data-plot], [data-field], [data-part], [data-landscape], [data-widget], .cm-editor';

/** A second at 60 frames a second. */
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
  readonly size: string;
  /** Where the selectors begin: the page, or the frame in it. */
  readonly inner: Page | FrameLocator;

  constructor(page: Page, size: string, inner: Page | FrameLocator) {
    this.page = page;
    this.size = size;
    this.inner = inner;
  }

  /** Acts; then every height must stand still, in the page and in its frames. Returns them. */
  async settles(what: string, act: () => Promise<unknown> = () => Promise.resolve()): Promise<Heights> {
    await act();
    const all = await Promise.all(
      this.page.frames().map((frame) => frame.evaluate(watch, [BOXES, FRAMES, AT_MOST] as const)),
    );
    expect(
      all.flatMap(({ restless }) => restless),
      `${what} at ${this.size}: heights that do not stand still`,
    ).toEqual([]);
    return Object.fromEntries(
      all.flatMap(({ heights }, at) =>
        Object.entries(heights).map(([name, px]) => [at === 0 ? name : `${name} in frame ${String(at)}`, px]),
      ),
    );
  }

  board(): Locator {
    return this.inner.getByRole('application');
  }

  button(name: string | RegExp): Locator {
    return this.inner.getByRole('button', { name, exact: true });
  }

  /** The verdict on a prediction, once the run is done: right, near, or far. */
  async nearness(): Promise<string> {
    const outcome = this.inner.locator('[data-nearness]');
    await expect(outcome).toBeVisible();
    return (await outcome.getAttribute('data-nearness')) ?? '';
  }

  /** Draws with the pointer through points, given as shares of the plot from its left and its top. */
  async draw(points: readonly (readonly [number, number])[]): Promise<void> {
    const board = this.board();
    await board.scrollIntoViewIfNeeded();
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

/** The address of the page in which this part of a link is shown. */
function addressOf(place: Place, fragment: string, attributes: Record<string, string>): string {
  if (place === 'page') return `${process.env[PAGE_URL] ?? ''}#${fragment}`;
  if (place === 'frame')
    return `${process.env[PAGE_URL] ?? ''}embed.html?${new URLSearchParams(attributes).toString()}#${fragment}`;
  const all = JSON.stringify({ title: 'The widget', scenario: fragment, ...attributes });
  return `${process.env[HOST_URL] ?? ''}element.html#${encodeURIComponent(all)}`;
}

/** Opens a link at all sizes at once and acts in each page: most of the time is waiting for frames. */
export async function atAllSizes(
  context: BrowserContext,
  place: Place,
  fragment: string,
  act: (steady: Steady) => Promise<void>,
  attributes: Record<string, string> = {},
): Promise<void> {
  const noise: string[] = [];
  await Promise.all(
    WATCHED.map(async ([width, height]) => {
      const page = await context.newPage();
      listenForNoise(page, noise);
      await page.setViewportSize({ width, height });
      await page.goto(addressOf(place, fragment, attributes));
      const inner = place === 'element' ? page.frameLocator('iframe') : page;
      await act(new Steady(page, `${String(width)} × ${String(height)}, ${place}`, inner));
      await page.close();
    }),
  );
  expect(noise).toEqual([]);
}
