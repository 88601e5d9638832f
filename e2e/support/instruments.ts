import { expect, type Locator, type Page } from '@playwright/test';
import { alphasOf } from './picture.ts';

/** Acts in the menu of the header. */
export const IN_MORE = new Set(['Undo', 'Redo', 'Text and tables', 'Edit JSON', 'Shortcuts', 'Present']);
/** Acts in the row of instruments. */
export const IN_ROW = new Set([
  'Loop',
  'Hide the future',
  'Zoom in',
  'Zoom out',
  'Previous event',
  'Next event',
  'Packets of the chosen lane, large',
]);

/** The instruments of the lab. */
export class Instruments {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Opens the row of instruments; a small screen has it in a sheet. */
  async open(): Promise<void> {
    const row = this.#page.getByRole('region', { name: 'Instruments' });
    if (await row.isVisible()) return;
    const button = this.#page.getByRole('button', { name: 'Instruments', exact: true });
    const door = this.#page.getByRole('button', { name: 'More: scenario, what happened, numbers' });
    await button.or(door).first().waitFor();
    if (await button.isVisible()) await button.click();
    else {
      await door.click();
      await this.#page.getByRole('menuitem', { name: 'Charts and instruments' }).click();
    }
    await row.waitFor();
  }

  /** A button of the row of instruments, or beside the clock. */
  button(name: string | RegExp, within: 'Instruments' | 'Playback' = 'Instruments'): Locator {
    const place =
      within === 'Playback'
        ? this.#page.locator('footer')
        : this.#page.getByRole('region', { name: 'Instruments' });
    return place.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Chooses an option in the panel. */
  async choose(label: string, option: string): Promise<void> {
    await this.#page.getByRole('button', { name: new RegExp(label) }).click();
    await this.#page.getByRole('option', { name: option }).click();
  }

  /** The trigger's occurrences, by lane. */
  found(): Promise<string[]> {
    return this.#page
      .locator('[data-part=found]')
      .evaluateAll((items) => items.map((item) => item.textContent.replace(/\s+/g, ' ').trim()));
  }

  /** The times in a lane's table. */
  moments(caption: string | RegExp): Locator {
    return this.#page.getByRole('group', { name: caption }).first().locator('tbody tr');
  }

  /** Numbers of pixels of a row's traces that glow faintly and brightly. */
  async glow(row: string): Promise<{ faint: number; bright: number }> {
    const alphas = await alphasOf(this.#page.locator(`[data-aligned] [data-plot=${row}] > canvas`).first());
    return {
      faint: alphas.filter((alpha) => alpha > 20 && alpha < 110).length,
      bright: alphas.filter((alpha) => alpha >= 150).length,
    };
  }

  /** The panel over the lanes. */
  panel(name: string): Locator {
    return this.#page.getByRole('region', { name, exact: true });
  }

  /** A number field of the panel, by its label. */
  field(label: string | RegExp): Locator {
    return this.#page.getByRole('spinbutton', { name: label });
  }

  /** A text field of the panel, by its name. */
  text(name: string): Locator {
    return this.#page.getByRole('combobox', { name, exact: true });
  }

  /** The plots of a row, in all lanes. */
  plots(row: string): Locator {
    return this.#page.locator(`[data-plot="${row}"]`);
  }

  /** The plot of a row in a lane. */
  plot(lane: string, row: string): Locator {
    return this.#page.locator(`[data-lane="${lane}"] [data-plot="${row}"]`);
  }

  /** The head of a column in a table. */
  head(caption: string, name: string): Locator {
    return this.#page.getByRole('group', { name: caption }).getByRole('columnheader', { name });
  }

  /** The landscape over a knob. */
  landscape(knob: string): Locator {
    return this.#page.locator(`[data-landscape="${knob}"]`);
  }

  async landscapeWords(knob: string): Promise<string> {
    return (await this.landscape(knob).getByRole('img').getAttribute('aria-label')) ?? '';
  }

  /** The height of each lane's curve, as a share of the landscape's height. */
  landscapeHeights(knob: string): Promise<number[]> {
    return this.landscape(knob)
      .locator('path')
      .evaluateAll((paths) =>
        paths.map((path) => {
          const points = (path.getAttribute('d') ?? '').slice(1).split('L');
          return 1 - Math.min(...points.map((point) => Number(point.split(',')[1]))) / 100;
        }),
      );
  }

  /** A text of the panel's measurements. */
  async reads(part: string): Promise<string> {
    return ((await this.#page.locator(`[data-part=${part}]`).first().textContent()) ?? '')
      .replace(/\s+/g, ' ')
      .trim();
  }

  /** A number measured in a lane. */
  async measured(lane: string, part: string): Promise<number> {
    const cell = this.#page.locator(`[data-measured="${lane}"] [data-part=${part}]`);
    await expect(cell).toBeVisible();
    return Number(((await cell.textContent()) ?? '').replace(/\u202f/g, ''));
  }

  /** The visible lines of a cursor, in all lanes. */
  lines(name: 'A' | 'B' | 'level 1' | 'level 2'): Locator {
    return this.#page.locator(`[data-cursor="${name}"]:visible`);
  }

  /** Drags a cursor of the first lane by this many pixels. */
  async drag(name: 'A' | 'B' | 'level 1' | 'level 2', byX: number, byY: number): Promise<void> {
    const box = await this.lines(name).first().boundingBox();
    if (box === null) throw new Error(`no cursor ${name}`);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await this.#page.mouse.move(x, y);
    await this.#page.mouse.down();
    await this.#page.mouse.move(x + byX / 2, y + byY / 2);
    await this.#page.mouse.move(x + byX, y + byY);
    await this.#page.mouse.up();
  }

  edge(name: 'Range start' | 'Range end'): Locator {
    return this.#page.getByRole('slider', { name, exact: true });
  }

  /** The fields of the phase plots. */
  planes(): Locator {
    return this.#page.locator('[data-field]');
  }

  /** The number of painted pixels of the canvas in this element. */
  async inkIn(place: Locator): Promise<number> {
    return (await alphasOf(place.locator('canvas').first())).filter((alpha) => alpha > 0).length;
  }

  /** The value of the sound meter. */
  loudness(): Promise<number> {
    return this.#page
      .getByRole('meter', { name: 'How loud it is' })
      .evaluate((element) => (element as HTMLMeterElement).value);
  }

  /** The rows of the first lane. */
  rows(): Promise<string[]> {
    return this.#page
      .locator('[data-lane]')
      .first()
      .locator('[data-row]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row') ?? ''));
  }

  /** Why a row is empty. */
  absent(row: string): Locator {
    return this.#page.locator(`[data-row=${row}] p`).first();
  }

  /** The share of a row's height that a lane's curve spans. */
  heightOf(lane: string, row: string): Promise<number> {
    return this.#page
      .locator(`[data-lane="${lane}"] [data-plot=${row}] > canvas`)
      .first()
      .evaluate((element) => {
        const { width, height } = element as HTMLCanvasElement;
        const copy = new OffscreenCanvas(width, height);
        const context = copy.getContext('2d', { willReadFrequently: true });
        context?.drawImage(element as HTMLCanvasElement, 0, 0);
        const data = context?.getImageData(0, 0, width, height).data ?? [];
        let [top, bottom] = [height, 0];
        for (let at = 3; at < data.length; at += 4) {
          if ((data[at] ?? 0) < 60) continue;
          const y = Math.floor(at / 4 / width);
          [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
        }
        return Math.max(0, bottom - top) / height;
      });
  }
}
