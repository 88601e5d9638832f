import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { pictureOf } from '../support/picture.ts';

/** JupyterLab's folder. */
const FOLDER = process.env['NOTEBOOKS'] ?? '';
const MAKE = `import ackscope
scenario = ackscope.Scenario("20s").hop("2Mbps", "10ms", capacity="20pkt").flow("newreno", rtt="100ms", name="main", compared=True)
lab = ackscope.Lab(scenario.compare("newreno", "vegas"), rows=["cwnd"], controls="title,play,scrub,results,knobs")
lab`;
const LOOK = 'print("found", lab.t, lab.scenario["hops"][0]["rate"], lab.error or "fine")';

/** A notebook with these cells, as JSON. */
function notebook(...cells: string[]): string {
  const code = (source: string, at: number) => ({
    cell_type: 'code',
    id: `cell-${at}`,
    metadata: {},
    execution_count: null,
    outputs: [],
    source,
  });
  const kernelspec = { name: 'python3', display_name: 'Python 3', language: 'python' };
  return JSON.stringify({ cells: cells.map(code), metadata: { kernelspec }, nbformat: 4, nbformat_minor: 5 });
}

class Notebook {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(name: string): Promise<void> {
    await this.page.goto(`lab/tree/${name}?reset`);
    // Before that a cell that is run is dropped.
    await expect(this.page.getByText('Python 3 (ipykernel) | Idle')).toBeVisible();
  }

  private cell(at: number) {
    return this.page.locator('.jp-Notebook .jp-CodeCell').nth(at);
  }

  /** Runs a cell and waits for its end. */
  async execute(at: number): Promise<void> {
    const prompt = this.cell(at).locator('.jp-InputPrompt');
    const before = await prompt.textContent();
    await this.cell(at).locator('.cm-content').click();
    await this.page.keyboard.press('Control+Enter');
    await expect(prompt).toHaveText(/\[\d+\]/);
    await expect(prompt).not.toHaveText(before ?? '');
  }

  async output(at: number): Promise<string> {
    return (await this.cell(at).locator('.jp-OutputArea-output').allTextContents()).join('');
  }

  get frame(): FrameLocator {
    return this.page.frameLocator('iframe[title="Ackscope"]');
  }
}

test('shows curves in a cell, and both sides follow each other', async ({ page, baseURL }) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const { protocol, href } = new URL(request.url());
    if (protocol.startsWith('http') && !href.startsWith(baseURL ?? '')) elsewhere.push(href);
  });
  const lab = new Notebook(page);
  const other = 'lab.scenario = {**lab.scenario, "compare": ["cubic-rfc9438"]}';
  writeFileSync(join(FOLDER, 'two-way.ipynb'), notebook(MAKE, 'lab.t = 12.5', LOOK, other));
  await lab.open('two-way.ipynb');
  await lab.execute(0);
  const root = lab.frame.locator('[data-run-state="done"]');
  await expect(root).toBeVisible();
  await expect(lab.frame.locator('[data-lane]')).toHaveCount(2);
  await expect.poll(() => pictureOf(lab.frame.locator('body'))).not.toBe(0);
  // It is no preset of the page, and there is no site.
  await expect(lab.frame.getByRole('heading', { name: 'TCP congestion control' })).toBeVisible();
  await expect(lab.frame.getByRole('link', { name: 'Open in Ackscope' })).toHaveCount(0);

  // From Python to the page.
  await lab.execute(1);
  await expect(root).toHaveAttribute('data-time-s', '12.5');

  // From the page to Python: the clock, then a knob.
  const found = async (): Promise<string> => {
    await lab.execute(2);
    return lab.output(2);
  };
  await expect.poll(found).toContain('found 12.5 2Mbps fine');
  await lab.frame.getByRole('slider', { name: 'Clock' }).fill('5');
  await expect.poll(found).toContain('found 5.0 2Mbps fine');
  await lab.frame.getByText('Scenario', { exact: true }).click();
  const rate = lab.frame.getByRole('slider', { name: 'Bottleneck rate' });
  await rate.focus();
  await rate.press('ArrowUp');
  await expect.poll(found).not.toContain('2Mbps');
  expect(await found()).toMatch(/found 5\.0 .*fine/);

  // Another scenario from Python.
  await lab.execute(3);
  await expect(lab.frame.locator('[data-lane]')).toHaveCount(1);
  await expect(root).toBeVisible();
  expect(elsewhere, 'nobody else is asked for anything').toEqual([]);
});

test('is a picture in a page that nbconvert wrote', async ({ page, context }) => {
  writeFileSync(join(FOLDER, 'page.ipynb'), notebook(MAKE));
  const convert = [
    'nbconvert',
    '--to',
    'html',
    '--execute',
    '--ExecutePreprocessor.store_widget_state=False',
  ];
  execFileSync(process.env['JUPYTER'] ?? '', [...convert, 'page.ipynb'], { cwd: FOLDER });
  await context.setOffline(true);
  await page.goto(pathToFileURL(join(FOLDER, 'page.html')).href);
  const picture = page.getByRole('img', { name: 'cwnd of newreno, vegas' });
  await expect(picture).toBeVisible();
  await expect(picture.locator('polyline')).toHaveCount(2);
});
