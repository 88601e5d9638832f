import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { test as base, expect, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { Everyone } from './everyone.ts';
import { Hand } from './hand.ts';
import { IN_MORE, IN_ROW, Instruments } from './instruments.ts';
import { Learn } from './learn.ts';
import { Lecture } from './lecture.ts';
import { PathView } from './path.ts';
import { pictureOf } from './picture.ts';
import { PAGE_URL } from './servers.ts';
import { asHtml, Files } from './files.ts';
import { Forks } from './forks.ts';
import { Screen } from './screen.ts';
import { Machine } from './machine.ts';
import { Measured } from './measured.ts';
import { listenForNoise } from './noise.ts';
import { Sweep } from './sweep.ts';
import { Theory } from './theory.ts';

export { expect };

/** The lab for a visitor. All selectors of the browser tests are in this folder. */
export class Lab {
  readonly #page: Page;
  readonly #root: Locator;
  readonly #url: string;
  readonly #elsewhere: BrowserContext[] = [];

  /** Keys, colours, motion, speech. */
  readonly everyone: Everyone;
  /** Presses, input, opening and closing. */
  readonly hand: Hand;
  /** Layout: shares of the screen, texts, targets. */
  readonly screen: Screen;
  /** Packets in flight. */
  readonly path: PathView;
  /** A visitor's own trace over the lanes. */
  readonly measured: Measured;
  /** The files that can be saved of a run. */
  readonly files: Files;
  /** The page's workers, and its memory. */
  readonly machine: Machine;
  /** The page of sweeps. */
  readonly sweep: Sweep;
  /** The theory page. */
  readonly theory: Theory;
  /** Cursors, trigger, math channels. */
  readonly instruments: Instruments;
  /** Forks of a run. */
  readonly forks: Forks;
  /** Lessons and teaching games. */
  readonly learn: Learn;
  readonly lecture: Lecture;

  constructor(page: Page, url = process.env[PAGE_URL] ?? '') {
    this.sweep = new Sweep(page);
    this.files = new Files(page);
    this.measured = new Measured(page);
    this.everyone = new Everyone(page);
    this.hand = new Hand(page);
    this.screen = new Screen(page);
    this.path = new PathView(page);
    this.theory = new Theory(page);
    this.instruments = new Instruments(page);
    this.forks = new Forks(page);
    this.learn = new Learn(page);
    this.lecture = new Lecture(page);
    this.#page = page;
    this.#url = url;
    this.#root = page.locator('[data-run-state]');
    this.machine = new Machine(page, this.#root);
  }

  /** `link` is the address from `#` on. An empty one opens the page with its question. */
  async open(link = '#v1/gm04-table1'): Promise<void> {
    await this.#page.goto(`${this.#url}${link}`);
    await expect(this.#root).toBeVisible();
  }

  /** Opens another link in a new page: only compiled code stays in the browser. */
  async openAnew(link: string): Promise<void> {
    await this.#page.goto('about:blank');
    await this.open(link);
  }

  /** The question before a long run, and its answers. */
  longRun(): Locator {
    return this.#page.getByRole('alert', { name: 'This is a long run' });
  }

  /** The run on the screen is not finished yet. */
  async isRunning(): Promise<void> {
    await expect(this.#root).toHaveAttribute('data-run-state', 'running');
  }

  /** The figures of the papers. */
  async openGallery(): Promise<void> {
    await this.#page.goto(`${this.#url}#gallery`);
    await expect(this.#page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /** A figure's card, by its title. */
  card(title: string): Locator {
    return this.#page.getByRole('listitem').filter({ has: this.#page.getByRole('link', { name: title }) });
  }

  /** Whether anything is drawn in a card's picture. */
  async pictureIsDrawn(title: string): Promise<void> {
    const canvas = this.card(title).locator('canvas');
    // The picture is created when the card comes into view.
    await this.card(title).scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        canvas.evaluate((element: HTMLCanvasElement) => {
          const copy = new OffscreenCanvas(element.width, element.height);
          const context = copy.getContext('2d', { willReadFrequently: true });
          context?.drawImage(element, 0, 0);
          return context?.getImageData(0, 0, copy.width, copy.height).data.some((value) => value !== 0);
        }),
      )
      .toBe(true);
  }

  /** Goes to another page by the navigation at the top. */
  async goTo(page: 'Lab' | 'Papers'): Promise<void> {
    await this.#page.getByRole('link', { name: page, exact: true }).click();
  }

  back(): Promise<unknown> {
    return this.#page.goBack();
  }

  /** Opens the current address in a new browser context. */
  async openElsewhere(): Promise<Lab> {
    const context = await this.#page.context().browser()?.newContext();
    if (context === undefined) throw new Error('no browser');
    this.#elsewhere.push(context);
    const page = await context.newPage();
    await page.goto(this.#page.url());
    return new Lab(page);
  }

  /** Closes these pages; they would go on drawing during later tests. */
  async closeElsewhere(): Promise<void> {
    await Promise.all(this.#elsewhere.map((context) => context.close()));
  }

  /** Sets the server's answer for a file beside the page. */
  async answer(name: string, { body }: { body: string }): Promise<void> {
    await this.#page.route(`**/${name}`, (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body }),
    );
  }

  async reload(): Promise<void> {
    await this.#page.reload();
    await expect(this.#root).toBeVisible();
  }

  async finished(): Promise<void> {
    // Asked in every frame; an assertion asks once a second when it has waited for one.
    await this.#page.waitForFunction(() => document.querySelector('[data-run-state="done"]') !== null);
    await expect(this.#root).toHaveAttribute('data-run-state', 'done');
  }

  /**
   * Does something that starts another run, and waits until that run is done. `finished` alone may
   * still see the run before, because a scenario that is checked first does not change at once.
   */
  async runsAnew(action: () => Promise<void>): Promise<void> {
    const before = (await this.#root.getAttribute('data-run-id')) ?? '';
    await action();
    await expect(this.#root).not.toHaveAttribute('data-run-id', before);
    await this.finished();
  }

  /** The requested scenario cannot run, and a message next to a knob says why. */
  async refused(): Promise<void> {
    await expect(this.#root).toHaveAttribute('data-run-state', 'error');
    await expect(this.#page.getByRole('alert')).toBeVisible();
  }

  /** The hash of the finished run, all lanes: equal only if every packet was equal. */
  async traceHash(): Promise<string> {
    // State and hash are read together: a run may begin in between.
    const hash = await this.#page.waitForFunction(() => {
      const root = document.querySelector<HTMLElement>('[data-run-state="done"]');
      return /^[0-9a-f]+(\.[0-9a-f]+)*$/.exec(root?.dataset['traceHash'] ?? '')?.[0];
    });
    return (await hash.jsonValue()) ?? '';
  }

  async timeS(): Promise<number> {
    return Number(await this.#root.getAttribute('data-time-s'));
  }

  /** Resolves once the clock has passed a time. */
  async timePasses(timeS: number): Promise<void> {
    await expect.poll(() => this.timeS()).toBeGreaterThan(timeS);
  }

  /** All compared lanes. */
  async laneLabels(): Promise<string[]> {
    const heads = this.#page.locator('[data-head]');
    await expect(this.#lanes().or(heads).first()).toBeVisible();
    if ((await heads.count()) === 0) return this.drawnLanes();
    return heads.evaluateAll((lanes) => lanes.map((lane) => lane.getAttribute('data-head') ?? ''));
  }

  /** The lanes with a chart: on a phone only one. */
  drawnLanes(): Promise<string[]> {
    return this.#lanes().evaluateAll((lanes) => lanes.map((lane) => lane.getAttribute('data-lane') ?? ''));
  }

  #lanes(): Locator {
    return this.#page.locator('[data-lane]');
  }

  lane(label: string): Locator {
    return this.#page.locator(`[data-lane="${label}"]`);
  }

  /** A lane whose time range is short enough for single packets, once they are drawn. */
  singlePackets(label: string): Locator {
    return this.#page.locator(`[data-lane="${label}"]:has([data-packets])`);
  }

  /** A hash of a lane's curves: it changes as they grow and move. */
  picture(label: string): Promise<number> {
    return pictureOf(this.lane(label));
  }

  /** The goodput of every window of a lane, in bit/s; null if it is not known yet. */
  async results(label: string): Promise<(number | null)[]> {
    await this.hand.openDrawer('Numbers');
    return this.#page.locator(`[data-part=results] [data-of="${label}"][data-window]`).evaluateAll((cells) =>
      cells.map((cell) => {
        const value = cell.getAttribute('data-value');
        return value === null ? null : Number(value);
      }),
    );
  }

  /** A knob is a number field, found by its label. */
  knob(label: string): Locator {
    // Behind an open sheet a phone's strip may hold the same knob; it is inert, which a role does not tell.
    const reachable = this.#page.locator('css=:not([inert] *)');
    return this.#page.getByRole('textbox', { name: label, exact: true }).and(reachable);
  }

  /** Sets a knob. Some knobs are behind a button, on a narrow screen all but one. */
  async turn(label: string, value: string): Promise<void> {
    const knob = this.knob(label);
    const number = this.number(label);
    const isThere = await knob.isVisible();
    const asked = this.#page.locator('button[data-part="path-sentence"]');
    if (await asked.isVisible()) await asked.click();
    const isInSentence = !isThere && (await number.count()) > 0;
    if (isInSentence) await number.press('Enter');
    else if (!isThere) await this.hand.openSettings();
    await knob.fill(value);
    await knob.press('Enter');
    if (isInSentence) await knob.press('Escape');
    else if (!isThere) await this.hand.closeSettings();
  }

  /** A number of the sentence that describes the path; its text with its unit is its value. */
  number(label: string): Locator {
    return this.#page
      .locator('[data-scrub]')
      .and(this.#page.getByRole('slider', { name: label, exact: true }));
  }

  reads(label: string, value: string): Promise<void> {
    return expect(this.number(label)).toHaveAttribute('aria-valuetext', value);
  }

  /** Presses a button, in the row of instruments or in the menu of the header if it stands there. */
  async press(name: string): Promise<void> {
    if (IN_MORE.has(name)) return this.hand.more(name);
    if (IN_ROW.has(name)) await this.instruments.open();
    await this.#page.getByRole('button', { name, exact: true }).click();
  }

  /** The decisions of the other lanes' algorithms at the shown event. */
  async otherAnswers(): Promise<string[]> {
    const answers = this.#page.locator('[data-answer] summary');
    await expect(answers.first()).toBeVisible();
    return answers.allInnerTexts().then((texts) => texts.map((text) => text.replace(/\s+/g, ' ').trim()));
  }

  /** Saves the screen as one page; returns the path of the file. */
  async saveAsPage(): Promise<string> {
    const download = this.#page.waitForEvent('download');
    await this.hand.more('Save as one page');
    return (await download).path();
  }

  /** Opens a saved page from the disk, in a new page. */
  async openFile(path: string): Promise<Lab> {
    const page = await this.#page.context().newPage();
    // A download has no extension; without one a browser shows the text.
    await page.goto(pathToFileURL(await asHtml(path)).href);
    return new Lab(page);
  }

  /** The trace hash of a saved page in a sandboxed frame, as the frame's text or from a server. */
  async runsInSandbox(path: string, from: 'text' | 'server'): Promise<string> {
    const page = await this.#page.context().newPage();
    await page.setContent('<iframe sandbox="allow-scripts" width="1200" height="800"></iframe>');
    const text = await readFile(path, 'utf8');
    await page.route('http://files.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: text }),
    );
    await page.locator('iframe').evaluate(
      (frame: HTMLIFrameElement, html) => {
        if (html === null) frame.src = 'http://files.example/saved.html';
        else frame.srcdoc = html;
      },
      from === 'text' ? text : null,
    );
    const frame = page.frameLocator('iframe');
    const root = frame.locator('[data-run-state="done"]');
    const hash = (await root.getAttribute('data-trace-hash')) ?? '';
    // The page must still work after its run has finished.
    const stoodAt = (await root.getAttribute('data-time-s')) ?? '';
    await frame.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(root).not.toHaveAttribute('data-time-s', stoodAt);
    return hash;
  }

  /** Opens all settings of the schema. */
  async openSettings(): Promise<void> {
    await this.hand.openSettings();
    await this.#page.getByText('All settings', { exact: true }).click();
    await expect(this.#page.getByRole('button', { name: 'Add a hop' })).toBeVisible();
    await this.#page.getByText('Hop 1', { exact: true }).click();
  }

  async openText(): Promise<void> {
    await this.press('Edit JSON');
    await expect(this.#text()).toBeVisible();
  }

  #text(): Locator {
    return this.#page.getByRole('textbox', { name: 'Scenario as JSON' });
  }

  /** Replaces a part of a line. Only the editor's visible lines are in the page. */
  async replaceInText(part: string, by: string): Promise<void> {
    const line = this.#text().locator('.cm-line').filter({ hasText: part });
    const text = (await line.textContent()) ?? '';
    await line.click();
    await this.key('Home');
    await this.key('Shift+End');
    await this.#page.keyboard.insertText(text.trim().replace(part, by));
  }

  /** The engine's message about the text. */
  textStatus(): Locator {
    return this.#page.getByRole('dialog').locator('[data-ok]');
  }

  words(): Locator {
    return this.#page.getByRole('dialog').getByRole('list').first();
  }

  cursor(lane: string): Locator {
    return this.#page.getByRole('slider', { name: `Cursor in ${lane}` });
  }

  /** Chooses a way to draw the lanes. */
  async drawAs(way: 'Side by side' | 'One chart' | 'Phase plot'): Promise<void> {
    await this.instruments.open();
    await this.#page.getByRole('radio', { name: way }).press('Enter');
    await expect(this.#page.getByRole('radio', { name: way })).toBeChecked();
  }

  /** All lanes drawn over each other. */
  overlay(): Locator {
    return this.#page.getByRole('region', { name: 'All lanes in one chart' });
  }

  /** The phase plot of a lane. */
  plane(lane: string): Locator {
    return this.#page.getByRole('region', { name: lane, exact: true }).locator('[data-field]');
  }

  /** Whether a canvas within this element shows anything. */
  async isDrawn(place: Locator): Promise<void> {
    await expect
      .poll(() =>
        place.locator('canvas').evaluateAll((canvases) =>
          canvases.some((canvas) => {
            const { width, height } = canvas as HTMLCanvasElement;
            if (width === 0 || height === 0) return false;
            const copy = new OffscreenCanvas(width, height);
            const context = copy.getContext('2d', { willReadFrequently: true });
            context?.drawImage(canvas as HTMLCanvasElement, 0, 0);
            return context?.getImageData(0, 0, width, height).data.some((value) => value !== 0) === true;
          }),
        ),
      )
      .toBe(true);
  }

  /** Chooses the flow whose window and decisions are shown. */
  async pickOut(flow: string): Promise<void> {
    await this.#page.getByRole('button', { name: /Highlighted flow/ }).click();
    await this.#page.getByRole('option', { name: flow, exact: true }).click();
  }

  /** A lane's results up to the clock or the cross-hair. */
  soFar(label: string): Locator {
    return this.#page.locator(`[data-of="${label}"] [data-part="so-far"]`);
  }

  /** A lane's results over the visible range, if that is a part of the run. */
  soFarAll(label: string): Locator {
    return this.#page.locator(`[data-of="${label}"] [data-part="so-far-all"]`);
  }

  /** Drags over the marks of the whole run, from one share of its width to another. */
  async brush(from: number, to: number): Promise<void> {
    const box = await this.#page.getByTitle('Drag to select a range', { exact: false }).boundingBox();
    if (box === null) throw new Error('no overview');
    const y = box.y + box.height / 2;
    await this.#page.mouse.move(box.x + box.width * from, y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(box.x + box.width * ((from + to) / 2), y);
    await this.#page.mouse.move(box.x + box.width * to, y);
    await this.#page.mouse.up();
  }

  key(name: string): Promise<void> {
    return this.#page.keyboard.press(name);
  }

  /** Opens the dialog with the QR code and the snippet; returns the link from `#` on. */
  async share(): Promise<string> {
    await this.#page.getByRole('button', { name: 'Share: link, QR code, embed, files' }).click();
    await expect(this.#page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
    const shown = await this.#page.getByRole('dialog').getByText('#v1/').textContent();
    return `#${(shown ?? '').split('#')[1] ?? ''}`;
  }

  /** The comparison of the run with the stamp from the link. */
  stampVerdict(): Locator {
    return this.#page.locator('[data-same]').first();
  }

  /** The code to paste into a page, from the open dialog. */
  async snippet(): Promise<string> {
    await this.#page.getByRole('button', { name: 'Embed', exact: true }).click();
    await expect(
      this.#page.frameLocator('iframe[title="Preview"]').locator('[data-run-state="done"]'),
    ).toBeVisible();
    return (await this.#page.getByRole('dialog').locator('pre').textContent()) ?? '';
  }

  /** The part of the address from `#` on. */
  link(): string {
    return new URL(this.#page.url()).hash;
  }

  /** The button with this action. */
  transport(action: 'Play' | 'Pause' | 'Instruments'): Locator {
    return this.#page.getByRole('button', { name: action, exact: true });
  }

  /** The message about a link that could not be fully used. */
  notice(): Locator {
    return this.#page.getByRole('alert');
  }

  /** Whether the page scrolls sideways because something is too wide. */
  overflowsSideways(): Promise<boolean> {
    return this.#page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
  }
}

export const test = base.extend<{ lab: Lab }>({
  lab: async ({ page }, use) => {
    const noise: string[] = [];
    listenForNoise(page, noise);
    const lab = new Lab(page);
    await use(lab);
    await lab.closeElsewhere();
    expect(noise, 'the console is silent and nothing is asked of anyone else').toEqual([]);
  },
});
