import { expect, type Locator, type Page } from '@playwright/test';
import { PAGE_URL } from './servers.ts';

/** Using the lab: presses, opened parts, and the places of controls. */
export class Hand {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async hasWidth(width: number, height: number): Promise<void> {
    await this.#page.setViewportSize({ width, height });
  }

  /** Texts and controls of the header and the transport that are off the screen or overlap. */
  misplaced(): Promise<string[]> {
    return this.#page.locator('header, footer').evaluateAll((bars) =>
      bars.flatMap((bar) => {
        const boxes = [...bar.querySelectorAll('button, input, a, h1, b, span')]
          // A button counts with its box, a text with its letters.
          .filter((item) => item.matches('button') || item.closest('button') === null)
          .filter((item) => !item.matches('span') || item.childElementCount === 0)
          .map((item) => ({ item, box: item.getBoundingClientRect() }))
          .filter(({ item, box }) => {
            const isHidden = getComputedStyle(item).clipPath !== 'none';
            return !isHidden && box.width > 1 && box.height > 1;
          });
        const nameOf = (item: Element): string =>
          (item.getAttribute('aria-label') ?? item.textContent).trim().slice(0, 30);
        return boxes.flatMap(({ item, box }, at) => {
          const isOff =
            box.left < -0.5 ||
            box.right > innerWidth + 0.5 ||
            box.top < -0.5 ||
            box.bottom > innerHeight + 0.5;
          const over = boxes
            .slice(at + 1)
            .filter(
              (other) =>
                !item.contains(other.item) &&
                !other.item.contains(item) &&
                box.left < other.box.right - 0.5 &&
                other.box.left < box.right - 0.5 &&
                box.top < other.box.bottom - 0.5 &&
                other.box.top < box.bottom - 0.5,
            );
          return [
            ...(isOff ? [`${nameOf(item)} is off the screen`] : []),
            ...over.map((other) => `${nameOf(item)} lies over ${nameOf(other.item)}`),
          ];
        });
      }),
    );
  }

  /** The width of the clock's slider. */
  async scrubberPx(): Promise<number> {
    return (await this.#page.getByRole('slider', { name: 'Clock', exact: true }).boundingBox())?.width ?? 0;
  }

  /** The visible height of the first lane's first curve, without scrolling. */
  async firstCurvePx(): Promise<number> {
    const [curve, bar] = await Promise.all([
      this.#page.locator('[data-row=cwnd] canvas').first().boundingBox(),
      this.#page.locator('footer').boundingBox(),
    ]);
    return curve === null || bar === null ? 0 : Math.min(curve.y + curve.height, bar.y) - curve.y;
  }

  /** Zooms the time axis of a lane by this factor, with two fingers. */
  async pinch(lane: string, times: number): Promise<void> {
    const plot = this.#page.locator(`[data-lane="${lane}"] [data-plot=cwnd]`);
    const box = await plot.boundingBox();
    if (box === null) throw new Error('no curves');
    const session = await this.#page.context().newCDPSession(this.#page);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const fingers = (apart: number) => [
      { x: x - apart / 2, y, id: 0 },
      { x: x + apart / 2, y, id: 1 },
    ];
    const steps = 8;
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(60) });
    for (let step = 1; step <= steps; step += 1) {
      const apart = 60 * (1 + ((times - 1) * step) / steps);
      await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  /** Presses a key on a knob; returns its new value. */
  async knobAfter(name: string, key: string): Promise<string> {
    const knob = this.#page.getByRole('slider', { name, exact: true }).first();
    await knob.press(key);
    return (await knob.getAttribute('aria-valuetext')) ?? '';
  }

  /** Moves the clock with its slider. */
  async scrubTo(timeS: number): Promise<void> {
    await this.#page.getByRole('slider', { name: 'Clock', exact: true }).fill(String(timeS));
  }

  /** From the page's first question to its second one, of flows in reverse. A phone has no room for the button. */
  async goToSecondQuestion(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Next question' }).press('Enter');
    await expect(this.#page.locator('[data-part=question]')).toHaveText(/^Ten flows start the other way/);
  }

  /** Answers the question with which a visit opens, not quite right, and goes to where it is judged. */
  async answerFirstQuestion(): Promise<void> {
    for (const key of ['1', 'Space']) await this.#page.keyboard.press(key);
    await this.scrubTo(60);
    await expect(this.#page.locator('[data-part=verdict]').first()).toHaveText(/^Not quite: Westwood\+\./);
  }

  /** Opens any page of the site. */
  async goTo(link: string): Promise<void> {
    await this.#page.goto(`${process.env[PAGE_URL] ?? ''}${link}`);
  }

  /** The lanes of a figure that shows a run. */
  runOverTime(): Locator {
    return this.#page.getByRole('region', { name: 'The run over time' });
  }

  /** The smaller side of the field that can be pressed to type a value. */
  async targetPx(label: string): Promise<number> {
    const box = await this.#page
      .getByRole('textbox', { name: label, exact: true })
      .locator('xpath=..')
      .boundingBox();
    return box === null ? 0 : Math.min(box.width, box.height);
  }

  /** The note about an address that only works on this computer. */
  onlyHere(): Locator {
    return this.dialog().getByRole('note');
  }

  address(): string {
    return this.#page.url();
  }

  /** The dialog over the page. */
  dialog(): Locator {
    return this.#page.getByRole('dialog');
  }

  /** The menu that a button has opened. */
  menu(): Locator {
    return this.#page.getByRole('menu');
  }

  /** Opens the menu of the header. */
  async openMenu(): Promise<void> {
    await this.#page.getByRole('button', { name: 'More', exact: true }).click();
    await this.menu().waitFor();
  }

  /** Does something that stands in the menu of the header. */
  async more(name: string): Promise<void> {
    await this.openMenu();
    await this.chooseFromMenu(name);
  }

  /** Writes a script in place of the one in the editor. */
  async replaceScript(text: string): Promise<void> {
    await this.#page.getByRole('textbox', { name: 'Script' }).click();
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.insertText(text);
  }

  /** Writes a script with a mistake, and waits for what is said about it. */
  async writeMistake(): Promise<void> {
    await this.replaceScript('on loss { cwnd = nothing }');
    await expect(this.#page.locator('[data-ok=false]')).toBeVisible();
  }

  async chooseFromMenu(name: string): Promise<void> {
    await this.menu().getByRole('menuitem', { name }).first().click();
  }

  /** The drawer beside the lanes. */
  drawer(name: string): Locator {
    return this.#page.getByRole('complementary', { name });
  }

  /** Opens a sheet from the menu of a narrow screen. */
  async openSheet(name: string): Promise<void> {
    await this.#page.getByRole('button', { name: 'More: scenario, what happened, numbers' }).click();
    await this.#page.getByRole('menuitem', { name }).click();
    await this.dialog().waitFor();
  }

  /** Opens a drawer if it is closed; on a narrow screen it is a sheet. */
  async openDrawer(name: 'Why?' | 'Inspector' | 'Numbers'): Promise<void> {
    const door = this.#page.getByRole('button', { name: 'More: scenario, what happened, numbers' });
    const row = this.#page.getByRole('button', { name: 'Instruments', exact: true });
    await door.or(row).first().waitFor();
    if (await row.isVisible()) {
      if ((await row.getAttribute('aria-expanded')) === 'false') await row.click();
      const radio = this.#page.getByRole('radio', { name, exact: true });
      if (!(await radio.isChecked())) await radio.press('Enter');
    } else if (!(await this.dialog().isVisible()))
      await this.openSheet(name === 'Inspector' ? 'What happened?' : name);
    if (name === 'Numbers') await this.#page.locator('[data-part=results]').first().waitFor();
  }

  /** Opens all knobs and settings. */
  async openSettings(): Promise<void> {
    const drawer = this.drawer('Settings');
    if (await drawer.isVisible()) return;
    if (await this.dialog().isVisible()) await this.#close();
    await this.more('All settings');
    await drawer.or(this.dialog()).first().waitFor();
  }

  /** Closes the settings if they are in a dialog. */
  async closeSettings(): Promise<void> {
    if (await this.dialog().isVisible()) await this.#close();
  }

  async #close(): Promise<void> {
    await this.#page.getByRole('button', { name: 'Close', exact: true }).click();
    await this.dialog().waitFor({ state: 'hidden' });
  }

  async chooseScenario(title: string): Promise<void> {
    await this.#page.getByRole('button', { name: /^Scenario:/ }).click();
    await this.#page.getByRole('option', { name: title }).click();
  }

  /** The inspector's text: time, lane and rule of the event. */
  event(): Promise<string> {
    return this.#page.getByRole('region', { name: 'Event' }).innerText();
  }
}
