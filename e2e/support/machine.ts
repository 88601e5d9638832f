import { expect } from '@playwright/test';
import type { Locator, Page, Worker } from '@playwright/test';
import { holdings } from './memory.ts';
import type { Holdings } from './memory.ts';
import { PAGE_URL } from './servers.ts';

/** The page's workers, and what happens when one of them fails. */
export class Machine {
  readonly #page: Page;
  readonly #root: Locator;
  /** The name of each worker, requested when it starts: a hanging worker cannot answer. */
  readonly #names = new Map<Worker, Promise<string>>();

  constructor(page: Page, root: Locator) {
    this.#page = page;
    page.on('worker', (worker) => {
      const name = worker.evaluate(() => self.name);
      // A worker that ends before it answers has no name.
      this.#names.set(
        worker,
        name.catch(() => ''),
      );
    });
    this.#root = root;
  }

  /** Delays the engine until the returned function is called. */
  async holdEngine(): Promise<() => void> {
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await this.#page.route('**/*.wasm', async (route) => {
      await held;
      await route.continue();
    });
    return letThrough;
  }

  /**
   * From the next page on, holds back what a lane's worker says from this simulated time on; the
   * other lanes finish. The returned function lets it through.
   */
  async holdLane(lane: number, fromS: number): Promise<() => Promise<void>> {
    await this.#page.addInitScript(holdBack, [lane, fromS] as const);
    return async () => {
      await this.#page.evaluate(() => dispatchEvent(new Event('let-through')));
    };
  }

  /** Resolves after so many frames of the page. */
  async frames(count: number): Promise<void> {
    await this.#page.evaluate(async (most) => {
      for (let frame = 0; frame < most; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }, count);
  }

  /** All lanes but the held one are finished, and the page has had time to show it. */
  async othersAreDone(count: number): Promise<void> {
    await expect
      .poll(() => this.#page.evaluate(() => document.documentElement.dataset['lanesDone']))
      .toBe(String(count));
    // A new lane's first picture has a frame of its own.
    await this.frames(10);
    // A figure of the gallery does not say its state.
    if ((await this.#root.count()) > 0)
      await expect(this.#root.first()).toHaveAttribute('data-run-state', 'running');
  }

  /**
   * Opens one link after another in the same page. Every third run finishes; the others are
   * replaced after they have begun.
   */
  async visit(links: readonly string[]): Promise<void> {
    // Before the first run is shown, the root is only the page's outline.
    await expect(this.#root).toHaveAttribute('data-run-state', 'done');
    await this.#root.evaluate(async (root: HTMLElement, all) => {
      const until = (holds: () => boolean): Promise<void> =>
        new Promise((resolve) => {
          const observer = new MutationObserver(() => {
            if (!holds()) return;
            observer.disconnect();
            resolve();
          });
          observer.observe(root, { attributes: true });
        });
      for (const [at, link] of all.entries()) {
        const { runId } = root.dataset;
        const begun = until(() => root.dataset['runId'] !== runId);
        location.hash = link;
        await begun;
        if (at % 3 === 0 && root.dataset['runState'] !== 'done')
          await until(() => root.dataset['runState'] === 'done');
      }
    }, links);
  }

  /** The memory of the page and its workers. */
  holdings(): Promise<Holdings> {
    return holdings(this.#page);
  }

  /** Makes the next step of the simulating workers fail like a trap of WebAssembly. */
  async trapSimulators(): Promise<void> {
    for (const worker of await this.#named('simulator')) await trap(worker);
  }

  /** The same for the worker that reads scenarios. */
  async trapReader(): Promise<void> {
    for (const worker of await this.#named('reader')) await trap(worker);
  }

  /** Makes the next step of the simulating workers endless. */
  async hangSimulators(): Promise<void> {
    for (const worker of await this.#named('simulator')) await hang(worker);
  }

  /** The same for the worker that reads scenarios. */
  async hangReader(): Promise<void> {
    for (const worker of await this.#named('reader')) await hang(worker);
  }

  /** The living workers with this role; throws if there is none. */
  async #named(role: 'reader' | 'simulator'): Promise<Worker[]> {
    const living = this.#page.workers();
    const names = await Promise.all(living.map(async (worker) => (await this.#names.get(worker)) ?? ''));
    const found = living.filter((_, at) => names[at] === `ackscope ${role}`);
    if (found.length === 0) throw new Error(`no worker is a ${role}: ${names.join(', ')}`);
    return found;
  }

  /** Makes the latest simulating worker fail with an uncaught error. */
  async kill(): Promise<void> {
    await this.#page
      .workers()
      .at(-1)
      ?.evaluate(() => {
        setTimeout(() => {
          throw new Error('killed by a test');
        });
      });
  }

  /** The messages of lanes that stopped. */
  stoppedLanes(): Locator {
    return this.#page.getByRole('alert').filter({ hasText: 'This lane stopped.' });
  }

  processors(): Promise<number> {
    return this.#page.evaluate(() => navigator.hardwareConcurrency);
  }

  /** Opens the lab. Returns the names of the assets that it requests until a curve is drawn. */
  async assetsBeforeCurve(): Promise<string[]> {
    await this.#page.addInitScript(() => {
      const isDrawn = (canvas: HTMLCanvasElement): boolean => {
        const { width, height } = canvas;
        if (width < 50 || height < 30) return false;
        // In full size: the beginning of a curve is thin.
        const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
        copy?.drawImage(canvas, 0, 0);
        return copy?.getImageData(0, 0, width, height).data.some((value) => value !== 0) === true;
      };
      // A curve that one look finds was drawn after the look before it, and what loads after the curve begins at once.
      let lookedMs = 0;
      const look = (): void => {
        if (
          [...document.querySelectorAll<HTMLCanvasElement>('[data-lane] canvas')].some((canvas) =>
            isDrawn(canvas),
          )
        )
          document.documentElement.dataset['curveMs'] = String(lookedMs);
        else {
          lookedMs = performance.now();
          requestAnimationFrame(look);
        }
      };
      requestAnimationFrame(look);
    });
    await this.#page.goto(process.env[PAGE_URL] ?? '');
    await this.#page.locator('[data-curve-ms]').waitFor();
    return this.#page.evaluate(() => {
      const curveMs = Number(document.documentElement.dataset['curveMs']);
      return performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.includes('/assets/') && startTime < curveMs)
        .map(({ name }) => new URL(name).pathname.split('/').pop() ?? '');
    });
  }
}

/** In the page: a worker whose messages about one lane wait. */
function holdBack([heldLane, fromS]: readonly [number, number]): void {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  let done = 0;
  addEventListener('let-through', () => {
    isOpen = true;
    for (const send of waiting.splice(0)) send();
  });
  const Native = globalThis.Worker;
  globalThis.Worker = class extends Native {
    readonly #held = new Set<number>();
    #isLate = fromS <= 0;

    override postMessage(message: { kind?: string; job?: number; lane?: number }, ...rest: never[]): void {
      if (message.kind === 'start' && message.lane === heldLane) this.#held.add(message.job ?? -1);
      super.postMessage(message, ...rest);
    }

    override set onmessage(listen: (event: MessageEvent) => void) {
      super.onmessage = (event: MessageEvent) => {
        const message = event.data as {
          kind: string;
          job?: number;
          done?: boolean;
          chunk?: { time_s: number };
        };
        const isHeld = this.#held.has(message.job ?? NaN) && message.kind !== 'lane';
        if (isHeld && (message.chunk?.time_s ?? 0) >= fromS) this.#isLate = true;
        if (isHeld && this.#isLate && !isOpen) {
          waiting.push(() => listen(event));
          return;
        }
        listen(event);
        if (message.kind !== 'results' || message.done !== true) return;
        done += 1;
        document.documentElement.dataset['lanesDone'] = String(done);
      };
    }
  };
}

function trap(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    // Every answer of the module passes through this function.
    JSON.parse = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
  });
}

function hang(worker: Worker): Promise<void> {
  return worker.evaluate(() => {
    JSON.parse = () => {
      for (;;);
    };
  });
}
