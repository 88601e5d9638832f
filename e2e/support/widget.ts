import { writeFileSync } from 'node:fs';
import { expect, test as base, type FrameLocator, type Locator, type Page } from '@playwright/test';
import { pictureOf } from './picture.ts';
import { BARE_URL, HOST_URL, PAGE_URL } from './servers.ts';

export { expect };

/** A frame as an author writes it into a page that strips scripts. */
export interface PlainFrame {
  title: string;
  /** The address relative to the lab's folder. */
  address: string;
  /** Its sandbox attribute; without it the frame has none. */
  sandbox?: string;
  /** Pixels of other content above it. */
  below?: number;
}

/** What a page of `HostPage.write` has heard, in order. */
export interface Heard {
  type: string;
  /** When, in milliseconds of the page's clock. */
  atMs: number;
  detail: Record<string, unknown>;
}

/** The head of a written page: it loads the element, and keeps the events and the layout shifts. */
const HEAD = `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>A course</title>
<meta name="viewport" content="width=device-width, initial-scale=1" /><link rel="icon" href="data:," />
<script>
  window.heard = [];
  window.shift = 0;
  for (const type of ['listening', 'ready', 'time', 'event', 'result', 'test', 'lesson', 'state', 'waiting', 'error'])
    addEventListener('ackscope-' + type, (event) => {
      heard.push({ type, atMs: performance.now(), detail: event.detail });
      event.preventDefault();
    });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
</script>`;

/** A page of another origin with the widget. All selectors of the widget's tests are here. */
export class HostPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(name: string): Promise<void> {
    await this.page.goto(`${process.env[HOST_URL] ?? ''}${name}`);
  }

  /**
   * Opens a page of another site with this body. `script` loads the element; without it the page has
   * the line of the docs.
   */
  async write(
    body: string,
    script = '<script type="module" blocking="render" src="LAB/ackscope-embed.js"></script>',
  ): Promise<void> {
    const lab = process.env[PAGE_URL] ?? '';
    const html = `${HEAD}${script}</head><body style="font-family: sans-serif">${body}</body></html>`;
    // A file of the host's server: a page that the browser gets otherwise may not load from this machine.
    const name = `written-${process.pid}.html`;
    writeFileSync(new URL(`../test-hosts/${name}`, import.meta.url), html.replaceAll('LAB/', lab));
    await this.page.goto(`${process.env[HOST_URL] ?? ''}${name}`);
  }

  /** What a written page has heard of this type. */
  async heard(type: string): Promise<Heard[]> {
    const all = await this.page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
    return all.filter((one) => one.type === type);
  }

  /** The first report of this type whose detail has these properties. */
  async hears(type: string, detail: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const found = await this.page.waitForFunction(
      ([wanted, values]) =>
        (window as unknown as { heard: Heard[] }).heard.find(
          (one) =>
            one.type === wanted && Object.entries(values).every(([key, value]) => one.detail[key] === value),
        )?.detail,
      [type, detail] as const,
    );
    return (await found.jsonValue()) ?? {};
  }

  /** Nothing of the only frame is still to come: no part waits for its code, no run computes. */
  async isDrawnWhole(): Promise<void> {
    await expect(this.only.getByText(/^(Opening|Computing)…$/)).toHaveCount(0);
    const states = this.only.locator('[data-run-state]:not([data-run-state="done"])');
    await expect(states).toHaveCount(0);
  }

  /** The height of what a written page's only frame shows, and of the frame. */
  async heightsNow(): Promise<{ contentPx: number; framePx: number }> {
    const content = await this.only
      .locator('[data-widget]')
      .evaluate((root) => (root.firstElementChild ?? root).getBoundingClientRect().height);
    const framePx = (await this.page.locator('iframe').boundingBox())?.height ?? 0;
    return { contentPx: Math.ceil(content), framePx };
  }

  /** The sum of the layout shifts of a written page. */
  shift(): Promise<number> {
    return this.page.evaluate(() => (window as unknown as { shift: number }).shift);
  }

  /**
   * Calls a method of the page's only element. The answer is `done`, or the message of the refusal.
   */
  command(
    method: 'play' | 'pause' | 'seek' | 'setScenario' | 'setRows',
    ...args: unknown[]
  ): Promise<string> {
    return this.page.evaluate(
      ([name, values]) => {
        const element = document.querySelector('ackscope-lab') as unknown as Record<
          string,
          (...all: unknown[]) => Promise<void>
        >;
        return (element[name as string]?.(...values) ?? Promise.reject(new Error('no method'))).then(
          () => 'done',
          (error: unknown) => (error as Error).message,
        );
      },
      [method, args] as const,
    );
  }

  /** The frame of the page's only element. */
  get only(): FrameLocator {
    return this.page.frameLocator('iframe');
  }

  /** A page of another site with only these frames, without our scripts. */
  async openFrames(...frames: readonly PlainFrame[]): Promise<void> {
    await this.open(`frames.html#${encodeURIComponent(JSON.stringify(frames))}`);
  }

  /** The address of the widget on a server without our headers. */
  bare(address: string): string {
    return `${process.env[BARE_URL] ?? ''}${address}`;
  }

  /** The last report that a frame of `openFrames` sent to its page. */
  async told(
    title: string,
    report: 'result' | 'height' | 'ready' | 'state' | 'done' | 'error',
  ): Promise<Record<string, unknown>> {
    const frame = this.page.locator(`iframe[title="${title}"]`);
    await expect(frame).toHaveAttribute(`data-${report}`, /./);
    return JSON.parse((await frame.getAttribute(`data-${report}`)) ?? '') as Record<string, unknown>;
  }

  /** Sends a message to a frame of `openFrames`, as any page can. */
  async say(title: string, command: Record<string, unknown>): Promise<void> {
    await this.page.locator(`iframe[title="${title}"]`).evaluate(
      (frame, message) => {
        (frame as HTMLIFrameElement).contentWindow?.postMessage(message, '*');
      },
      { ackscope: 1, ...command },
    );
  }

  /** All heights that a frame of `openFrames` reported, in order. */
  async heights(title: string): Promise<number[]> {
    const told = await this.page.locator(`iframe[title="${title}"]`).getAttribute('data-heights');
    return (told ?? '').trim().split(' ').map(Number);
  }

  scrollTo(title: string): Promise<void> {
    return this.page.locator(`iframe[title="${title}"]`).scrollIntoViewIfNeeded();
  }

  /** Resolves once a frame has drawn curves: the hash of an empty canvas is 0. */
  async isDrawn(title: string): Promise<void> {
    await expect.poll(() => pictureOf(this.frame(title).locator('body'))).not.toBe(0);
  }

  /** What the browser refuses to a script in the frame: locks and storage. */
  refusals(title: string): Promise<string[]> {
    return this.frame(title)
      .locator('body')
      .evaluate(async () => {
        const refused: string[] = [];
        await navigator.locks.request('a test', () => undefined).catch(() => refused.push('locks'));
        try {
          localStorage.getItem('a test');
        } catch {
          refused.push('storage');
        }
        return refused;
      });
  }

  /** Opens a page of the lab's own origin. */
  async openLab(name: string): Promise<void> {
    await this.page.goto(`${process.env[PAGE_URL] ?? ''}${name}`);
  }

  /** The element in the host page, by its title. */
  element(title: string): Locator {
    return this.page.locator(`ackscope-lab[title="${title}"]`);
  }

  frame(title: string): FrameLocator {
    return this.page.frameLocator(`iframe[title="${title}"]`);
  }

  root(title: string): Locator {
    return this.frame(title).locator('[data-run-state]');
  }

  async finished(title: string): Promise<void> {
    await expect(this.root(title)).toHaveAttribute('data-run-state', 'done');
  }

  /** The lesson in a frame: its heading, slider and button, and the prediction's outcome. */
  lesson(title: string): { heading: Locator; slider: Locator; run: Locator; outcome: Locator } {
    const frame = this.frame(title);
    return {
      heading: frame.getByRole('heading', { level: 1 }),
      slider: frame.getByRole('slider').first(),
      run: frame.getByRole('button', { name: 'Run it' }),
      outcome: frame.locator('[data-nearness]'),
    };
  }

  /** The sweep in a frame, its rows of numbers, and the link to the whole page. */
  sweep(title: string): { root: Locator; row: (name: string) => Locator; open: Locator } {
    const frame = this.frame(title);
    return {
      root: frame.locator('[data-sweep]'),
      row: (name) => frame.getByRole('rowheader', { name, exact: true }),
      open: frame.getByRole('link', { name: /Open in Ackscope/ }),
    };
  }

  async timeS(title: string): Promise<number> {
    return Number(await this.root(title).getAttribute('data-time-s'));
  }

  async height(title: string): Promise<number> {
    return (await this.page.locator(`iframe[title="${title}"]`).boundingBox())?.height ?? 0;
  }

  /** The heights of an element in the next animation frames, each once. */
  heightsOver(title: string, frames: number): Promise<number[]> {
    return this.page.locator(`iframe[title="${title}"]`).evaluate(async (frame, count) => {
      const heights = new Set<number>();
      for (let at = 0; at < count; at += 1) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        heights.add(frame.getBoundingClientRect().height);
      }
      return [...heights];
    }, frames);
  }

  /** The number of loaded frames, without widgets that wait until they are scrolled to. */
  frames(): number {
    return this.page.frames().length - 1;
  }
}

/** Checks that no console on either side has messages, and no third party gets a request. */
export const test = base.extend<{ host: HostPage }>({
  host: async ({ page }, use) => {
    const noise: string[] = [];
    const known = [HOST_URL, PAGE_URL, BARE_URL].map((name) => new URL(process.env[name] ?? '').origin);
    page.on('console', (message) => noise.push(`console ${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => noise.push(`error: ${error.message}`));
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (!known.includes(origin) && protocol !== 'data:' && protocol !== 'blob:')
        noise.push(`request elsewhere: ${request.url()}`);
    });
    await use(new HostPage(page));
    expect(noise, 'the console is silent and nothing is asked of anyone else').toEqual([]);
  },
});
