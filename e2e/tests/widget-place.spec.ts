/** The widget's place in a course page: its height, print, keys, and an author's mistakes. */
import { ONLY_MATRIX, cases } from '../support/matrix.ts';
import { expect, test } from '../support/visitor.ts';
import type { HostPage } from '../support/widget.ts';

const SIZES = [
  { width: 1440, height: 900 },
  // The frame is 800 px wide.
  { width: 816, height: 900 },
  { width: 390, height: 844 },
];
const BELOW = '<p>The text below.</p>';

/** Where the rest of the page stands, once the widget is finished and has its height. */
async function settled(host: HostPage): Promise<{ reservedPx: number; widgetPx: number }> {
  await host.hears('result');
  await host.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  const widgetPx = await host.root(await title(host)).evaluate((root) => root.getBoundingClientRect().height);
  const box = await host.page.locator('iframe').boundingBox();
  return { reservedPx: box?.height ?? 0, widgetPx: Math.ceil(widgetPx) };
}

const title = async (host: HostPage): Promise<string> =>
  (await host.page.locator('iframe').getAttribute('title')) ?? '';

for (const size of cases(SIZES, ({ width }) => width === 816))
  test.describe(`at ${size.width} × ${size.height}`, () => {
    test.use({ viewport: size });

    const widgets = [
      'scenario="sawtooth"',
      'scenario="gm04-table1" lanes="newreno,westwood+" rows="cwnd,bwe" controls="play,scrub"',
      'scenario="gm04-table1" lanes="newreno,vegas,westwood+"',
      'scenario="random-loss" lanes="newreno" rows="cwnd"',
      'scenario="sawtooth" rows="cwnd,queue,rtt,bwe" controls=""',
      'scenario="sawtooth" height="360"',
    ];
    for (const attributes of cases(widgets, (given) => given.endsWith('"newreno,vegas,westwood+"')))
      test(`the page does not move while <ackscope-lab ${attributes}> loads`, async ({ host }) => {
        await host.write(`<p>Text above.</p><ackscope-lab ${attributes}></ackscope-lab>${BELOW}`);
        const { reservedPx, widgetPx } = await settled(host);
        expect(await host.shift()).toBe(0);
        expect(reservedPx).toBe(widgetPx);
      });

    const pages = ['lesson/sawtooth', 'lesson/l4s?step=2', 'teach/sender', 'teach/guess?seed=17', 'gallery'];
    for (const scenario of cases(pages, (name) => name === 'lesson/sawtooth'))
      test(`the page does not move while ${scenario} loads`, async ({ host }) => {
        await host.write(`<p>Text above.</p><ackscope-lab scenario="${scenario}"></ackscope-lab>${BELOW}`);
        await host.hears('ready');
        await expect(host.only.getByRole('heading', { level: 1 })).toBeVisible();
        await host.isDrawnWhole();
        const { contentPx, framePx } = await host.heightsNow();
        expect(framePx).toBeGreaterThanOrEqual(contentPx);
        expect(await host.shift()).toBe(0);
      });
  });

test('a style keeps the place before the script is there', ONLY_MATRIX, async ({ host }) => {
  const script = '<script type="module">setTimeout(() => import("LAB/ackscope-embed.js"), 500)</script>';
  const style = 'display: block; min-height: 580px';
  await host.write(`<ackscope-lab scenario="sawtooth" style="${style}"></ackscope-lab>${BELOW}`, script);
  await host.hears('result');
  expect(await host.shift()).toBeLessThan(0.01);
});

test('controls="" shows no control', ONLY_MATRIX, async ({ host }) => {
  await host.write('<ackscope-lab scenario="sawtooth" controls=""></ackscope-lab>');
  await host.hears('result');
  await expect(host.only.getByRole('link', { name: /Open in Ackscope/ })).toBeVisible();
  for (const name of ['Play', 'Pause'])
    await expect(host.only.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(host.only.getByRole('slider', { name: 'Clock' })).toHaveCount(0);
  await expect(host.only.getByRole('heading', { level: 1 })).toHaveCount(0);
});

for (const height of cases([300, 200], (px) => px === 200))
  test(`height="${height}" leaves Play visible`, async ({ host }) => {
    await host.write(`<ackscope-lab scenario="sawtooth" height="${height}"></ackscope-lab>`);
    await host.hears('result');
    await expect(host.only.getByRole('button', { name: 'Play', exact: true })).toBeInViewport({ ratio: 1 });
    await host.only.getByRole('button', { name: 'Play', exact: true }).click();
    await expect(host.only.getByRole('button', { name: 'Pause', exact: true })).toBeInViewport({ ratio: 1 });
    expect((await host.page.locator('iframe').boundingBox())?.height).toBe(height);
  });

const MISTAKES = [
  ['controls="play,fly"', 'controls', 'There is no control “fly”. Controls: play,'],
  ['theme="pink"', 'theme', 'There is no theme “pink”. Themes: auto, light, dark.'],
  ['height="50%"', 'height', '“50%” is no height: write a number of pixels, or auto.'],
  ['rows="cwnd,foo"', 'rows', 'There is no row named “foo”.'],
  ['lanes="newreno,nope"', 'lanes', 'nope'],
  ['t="late"', 't', 't=late is not a time in seconds'],
  ['math="cwnd / foo"', 'math', 'foo'],
  ['landscape="colour" controls="knobs"', 'landscape', 'landscape=colour'],
  ['landscape="goodput"', 'landscape', 'add “knobs” to the controls'],
  ['test="goodput(newreno)"', 'test', 'is not a comparison'],
  ['scenario="nope"', 'scenario', 'There is no scenario named “nope” here.'],
  ['scenario="sawtooth?hops.0.rate=fast"', 'scenario', 'hops.0.rate'],
  ['scenario="https://127.0.0.1:1/none.json"', 'scenario', 'could not be opened'],
  ['scenario="teach/nope"', 'scenario', 'There is no game “nope”.'],
  ['scenario="sweep?colour=red"', 'scenario', '“colour” is not a setting of a sweep.'],
  ['scenario="lesson/sawtooth" rows="cwnd"', 'scenario', 'The lesson does not take “rows”'],
  ['home="http://["', 'home', 'is no address of the folder'],
] as const;

/** One that the element finds, one that the page in the frame finds; what each says is a unit test. */
const FEW_MISTAKES = ['theme', 'rows'];

for (const [attributes, attribute, reason] of cases(
  MISTAKES,
  ([given, name]) => FEW_MISTAKES.includes(name) && given.startsWith(name),
))
  test(`<ackscope-lab ${attributes}> tells its author`, async ({ host, page }) => {
    // The browser itself reports a file that cannot be fetched.
    if (attributes.includes('none.json')) test.skip();
    const given = attributes.includes('scenario=') ? attributes : `scenario="sawtooth" ${attributes}`;
    await host.write(`<ackscope-lab ${given}></ackscope-lab>`);
    const { message } = await host.hears('error', { attribute });
    expect(message).toContain(reason);
    expect(await page.locator('ackscope-lab').count()).toBe(1);
  });

test(
  'a folder without the widget is reported, and commands are refused',
  ONLY_MATRIX,
  async ({ host, page }) => {
    await page.route('**/elsewhere/embed.html*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Not the widget</title>' }),
    );
    await host.write('<ackscope-lab home="LAB/elsewhere/" scenario="sawtooth"></ackscope-lab>');
    const answer = host.command('seek', 1);
    expect((await host.hears('error', { attribute: 'home' }))['message']).toContain('There is no widget at');
    expect(await answer).toBe('the connection was closed');
    expect(await host.command('play')).toBe('the connection was closed');
  },
);

test(
  'a widget that was not scrolled to is printed as its name, its address and its poster',
  ONLY_MATRIX,
  async ({ host }) => {
    const poster =
      'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%22300%22 height=%2290%22/%3E';
    await host.write(
      `<div style="height: 4000px">Far above.</div>
     <ackscope-lab title="The sawtooth" scenario="sawtooth?seed=2"><img slot="" src="${poster}" alt="A sawtooth" /></ackscope-lab>${BELOW}`,
    );
    await host.page.emulateMedia({ media: 'print' });
    const element = host.element('The sawtooth');
    await expect(element.getByText(/^The sawtooth\. http.*#v1\/sawtooth\?seed=2$/)).toBeVisible();
    await expect(element.getByText('simulated when you scroll here')).toBeHidden();
    expect((await element.boundingBox())?.height).toBeLessThan(500);
    await expect(host.page.locator('iframe')).toHaveCount(0);
  },
);

test('Escape, then Tab leaves the script editor, and the editor says so', ONLY_MATRIX, async ({ host }) => {
  await host.write(
    '<ackscope-lab scenario="sawtooth" controls="script"></ackscope-lab><p><a href="#end">The end</a></p>',
  );
  const editor = host.only.getByRole('textbox', { name: 'Script' });
  await editor.click();
  await expect(editor).toHaveAccessibleDescription('Tab indents. Esc, then Tab leaves the editor.');
  await expect(host.only.getByText('Esc, then Tab leaves the editor.')).toBeVisible();
  await host.page.keyboard.press('Tab');
  await expect(editor).toBeFocused();
  await host.page.keyboard.press('Escape');
  await host.page.keyboard.press('Tab');
  await expect(editor).not.toBeFocused();
  await editor.click();
  await host.page.keyboard.press('Escape');
  await host.page.keyboard.press('Shift+Tab');
  await expect(editor).not.toBeFocused();
});

test(
  'a game and the gallery stand in a page, and their links stay there or lead to the site',
  ONLY_MATRIX,
  async ({ host }) => {
    await host.write('<ackscope-lab title="Game" scenario="teach/sender?path=lossy"></ackscope-lab>');
    await host.hears('ready');
    await expect(host.only.getByRole('heading', { name: 'Be the sender' })).toBeVisible();
    await host.write('<ackscope-lab title="Figure" scenario="gallery/gm04-fig5"></ackscope-lab>');
    await host.hears('ready');
    await host.only.getByRole('link', { name: 'Gallery' }).click();
    await expect(host.only.getByRole('heading', { name: 'The papers, redrawn and judged' })).toBeVisible();
    // The frame follows its page, up and down.
    const beyondPx = async (): Promise<number> => {
      const { contentPx, framePx } = await host.heightsNow();
      return framePx - contentPx;
    };
    await expect.poll(beyondPx).toBe(0);
    const galleryPx = (await host.heightsNow()).framePx;
    await host.page.evaluate(() => history.back());
    await expect(host.only.getByRole('region', { name: 'What the paper says' })).toBeVisible();
    await expect.poll(async () => (await host.heightsNow()).framePx).toBeLessThan(galleryPx);
  },
);

test(
  'with question and knobs, the plots have two fifths of a frame of 640 × 560',
  ONLY_MATRIX,
  async ({ host }) => {
    await host.page.setViewportSize({ width: 656, height: 700 });
    await host.write(
      '<ackscope-lab scenario="gm04-table1" controls="title,question,knobs,play,scrub,results" height="560"></ackscope-lab>',
    );
    await host.hears('result');
    const shownPx = await host.only.locator('[data-plot]').evaluateAll((plots) =>
      // A plot is cut by the part that scrolls.
      plots.map((plot) => {
        const [box, room] = [plot, plot.closest('[data-scroller]') ?? plot].map((part) =>
          part.getBoundingClientRect(),
        );
        if (box === undefined || room === undefined) return 0;
        const width = Math.min(box.right, room.right) - Math.max(box.left, room.left);
        const height = Math.min(box.bottom, room.bottom) - Math.max(box.top, room.top);
        return Math.max(0, width) * Math.max(0, height);
      }),
    );
    expect(shownPx.length).toBe(9);
    expect(shownPx.reduce((sum, px) => sum + px, 0) / (640 * 560)).toBeGreaterThanOrEqual(0.4);
    // What a reader can do is in view, too.
    for (const name of ['Remove reverse flows', 'Play'])
      await expect(host.only.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    for (const name of ['Scenario', 'Numbers'])
      await expect(host.only.locator('summary', { hasText: name })).toBeInViewport({ ratio: 1 });
  },
);
