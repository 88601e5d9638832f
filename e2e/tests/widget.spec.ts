import { pictureOf } from '../support/picture.ts';
import { expect, test } from '../support/widget.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('waits until it is scrolled to, takes its height, and leaves focus and scroll alone', async ({
  host,
}) => {
  await host.open('plain.html');
  await host.finished('Two windows');
  expect(host.frames()).toBe(1);
  expect(await host.page.evaluate(() => [document.activeElement?.id, scrollY])).toEqual(['answer', 0]);

  const inner = await host.root('Two windows').evaluate((root) => root.getBoundingClientRect().height);
  await expect.poll(() => host.height('Two windows')).toBe(Math.ceil(inner));
  // Nothing of it is hidden: neither its page scrolls nor a part of it.
  const hiddenPx = (root: Element): number => {
    const part = root.matches('[data-scroller]') ? root : root.querySelector('[data-scroller]');
    const content = part?.firstElementChild?.getBoundingClientRect().height ?? 0;
    const { scrollHeight, clientHeight } = document.documentElement;
    return Math.max(scrollHeight - clientHeight, content - (part?.getBoundingClientRect().height ?? content));
  };
  await expect.poll(() => host.root('Two windows').evaluate(hiddenPx)).toBeLessThanOrEqual(1);
  expect(await host.frame('Two windows').locator('[data-lane]').count()).toBe(2);
  // Without autoplay it shows the finished run and stays paused.
  await expect(host.frame('Two windows').getByRole('button', { name: 'Play', exact: true })).toBeVisible();

  await host.element('Far below').scrollIntoViewIfNeeded();
  await host.finished('Far below');
  expect(host.frames()).toBe(2);
});

test('gives the run that the full lab gives, and opens it there as it is now', async ({ host }) => {
  await host.open('plain.html');
  await host.finished('Two windows');
  const hash = await host.root('Two windows').getAttribute('data-trace-hash');
  await host.frame('Two windows').getByRole('slider', { name: 'Clock' }).fill('50');
  const [lab] = await Promise.all([
    host.page.waitForEvent('popup'),
    host.frame('Two windows').getByRole('link', { name: 'Open in Ackscope' }).click(),
  ]);
  const root = lab.locator('[data-run-state="done"]');
  await expect(root).toHaveAttribute('data-trace-hash', hash ?? '');
  await expect(root).toHaveAttribute('data-time-s', '50');
});

test('draws channels and landscapes that its page asks for by attribute', async ({ host }) => {
  await host.open('instruments.html');
  await host.finished('Rate and wait');
  const frame = host.frame('Rate and wait');
  for (const row of ['math-1', 'math-2']) {
    const plots = frame.locator(`[data-plot="${row}"]`);
    await expect(plots).toHaveCount(2);
    await expect.poll(() => pictureOf(plots.first())).not.toBe(0);
  }
  // The background computes the landscapes one by one. The goodput depends on the buffer here.
  const curves = frame.locator('[data-landscape] path');
  await expect.poll(() => curves.count()).toBeGreaterThan(1);
  await expect(frame.locator('[data-landscape]').first().getByRole('img')).toHaveAttribute(
    'aria-label',
    /goodput/i,
  );
});

test('sleeps out of view', ONLY_MATRIX, async ({ host }) => {
  await host.open('plain.html');
  await host.finished('Two windows');
  await host.frame('Two windows').getByRole('button', { name: 'Play', exact: true }).click();
  const pause = host.frame('Two windows').getByRole('button', { name: 'Pause', exact: true });
  await expect(pause).toBeVisible();
  await host.page.getByText('The end.').scrollIntoViewIfNeeded();
  await expect(pause).toHaveCount(0);
  await host.element('Two windows').scrollIntoViewIfNeeded();
  await expect(pause).toBeVisible();
});

test('runs where the host allows next to nothing', async ({ host }) => {
  await host.open('strict.html');
  await host.finished('Within a strict policy');
});

test('works as a plain frame', async ({ host }) => {
  await host.open('frame.html');
  await host.finished('A plain frame');
});

test('runs in an article built from MDX', ONLY_MATRIX, async ({ host }) => {
  await host.open('lesson.html');
  await host.finished('In an article');
  expect(await host.frame('In an article').locator('[data-lane]').count()).toBe(1);
});

test('runs in a notebook', ONLY_MATRIX, async ({ host }) => {
  await host.open('notebook.html');
  await host.finished('In a notebook');
});

test('starts and stops with its slide', ONLY_MATRIX, async ({ host }) => {
  await host.open('deck.html');
  await expect(host.page.locator('html')).toHaveAttribute('data-deck', 'ready');
  await host.page.keyboard.press('ArrowRight');
  await host.finished('On a slide');
  await expect.poll(() => host.timeS('On a slide')).toBeGreaterThan(1);
  await host.page.keyboard.press('ArrowRight');
  await expect(host.page.getByRole('heading', { name: 'Questions?' })).toBeVisible();
  // The frame is hidden with its slide, so the clock is read when the slide is back.
  await host.page.evaluate(() => {
    document.querySelector('ackscope-lab')?.addEventListener('ackscope-time', (event) => {
      document.documentElement.dataset['playing'] = String(
        (event as CustomEvent<{ playing: boolean }>).detail.playing,
      );
    });
  });
  await host.page.keyboard.press('ArrowLeft');
  await expect(host.page.locator('html')).toHaveAttribute('data-playing', 'true');
});

test('obeys a page that speaks the protocol, and answers what it refuses', async ({ host }) => {
  await host.open('exercise.html');
  const { page } = host;
  await expect(page.locator('#said')).toHaveText('ready');
  await expect(page.locator('#goodput')).toHaveText(/^\d+/);
  const before = await page.locator('#goodput').textContent();

  await page.getByRole('button', { name: 'To 10 s' }).click();
  await expect(page.locator('#clock')).toHaveText('10.0');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect(page.locator('#clock')).not.toHaveText('10.0');
  await page.getByRole('button', { name: 'Pause' }).click();

  await page.getByRole('button', { name: 'A buffer of 5 packets' }).click();
  await expect(page.locator('#goodput')).not.toHaveText(before ?? '');
  const small = await page.locator('#goodput').textContent();
  await page.getByRole('button', { name: 'A buffer of no sort' }).click();
  await expect(page.locator('#said')).toHaveText(/^hops\.0\.queue\.capacity: /);
  await expect(page.locator('#goodput')).toHaveText(small ?? '');
});

test('is drawn in the colours of the page around it', ONLY_MATRIX, async ({ host }) => {
  await host.open('dark.html');
  await host.finished('In the dark');
  const ink = await host.root('In the dark').evaluate((root) => getComputedStyle(root).color);
  const [red = 0] = (ink.match(/\d+/g) ?? []).map(Number);
  expect(red).toBeGreaterThan(200);
});

test('ignores messages that are not for it and pages that are not its host', async ({ host }) => {
  await host.open('exercise.html');
  await expect(host.page.locator('#said')).toHaveText('ready');
  const answers = await host.page.evaluate(async () => {
    const frame = document.querySelector('iframe')?.contentWindow;
    const heard: unknown[] = [];
    addEventListener('message', ({ data }: MessageEvent<{ type?: string } | string>) => {
      if (typeof data === 'object' && (data.type === 'error' || data.type === 'done')) heard.push(data);
    });
    const odd = [
      'text',
      7,
      null,
      [],
      {},
      { ackscope: 2, type: 'play' },
      { ackscope: 1, type: 'seek', timeS: 'x', id: 3 },
    ];
    for (const message of odd) frame?.postMessage(message, '*');
    frame?.postMessage({ ackscope: 1, type: 'pause', id: 4 }, '*');
    await new Promise<void>((resolve) => {
      addEventListener('message', ({ data }: MessageEvent<{ id?: number }>) => {
        if (data.id === 4) resolve();
      });
    });
    return heard.map((data) => (data as { type: string; id?: number }).id ?? null);
  });
  // Invalid messages of the protocol get an error, as does null, which stands for a message that the
  // browser could not read. Other messages get no answer.
  expect(answers).toEqual([null, null, 3, 4]);
});

test('comes as a package with types, installed from its tarball', async ({ host }) => {
  await host.open('package/dist/index.html');
  await host.finished('From the package');
});

test('a lesson and a sweep stand in a page of another origin', async ({ host }) => {
  await host.open('course.html');
  const lesson = host.lesson('A lesson');
  await expect(lesson.heading).toBeVisible();
  const before = await host.height('A lesson');
  await lesson.slider.focus();
  await host.page.keyboard.press('ArrowRight');
  // Pressed by key: a click may miss a frame of another process while its neighbour still grows.
  await lesson.run.press('Enter');
  await expect(lesson.outcome).toContainText(/The run gives 80 %/);
  // The page enlarges the frame for the result of the run where its place is too low, and never
  // makes it lower.
  await expect.poll(() => host.height('A lesson')).toBeGreaterThanOrEqual(before);

  const sweep = host.sweep('A sweep');
  await host.element('A sweep').scrollIntoViewIfNeeded();
  await expect(sweep.root).toHaveAttribute('data-sweep', 'done');
  await expect(sweep.row('0.001')).toBeVisible();
  await expect(sweep.open).toHaveAttribute('href', /\/#sweep\?set=hops/);
  // Regression: the plot and the frame each followed the other's height, 152 px more each time.
  await expect.poll(() => host.heightsOver('A sweep', 30)).toHaveLength(1);
});

test('an exercise with a script of the author, a hidden test and its answer for the page', async ({
  host,
}) => {
  await host.open('write.html');
  await host.finished('The exercise');
  const frame = host.frame('The exercise');
  // The script sets the window to two segments at every loss, which gives less than New Reno.
  await expect(host.page.locator('#answer')).toHaveText('1 of 2');
  await expect(frame.locator('[data-test="open"]')).toHaveText(
    'Test not passed yet: 1 of 2 conditions holds.',
  );
  await expect(frame.locator('body')).not.toContainText('goodput(my-own)');
  const editor = frame.getByRole('textbox', { name: 'Script' });
  await editor.click();
  await host.page.keyboard.press('ControlOrMeta+a');
  await host.page.keyboard.insertText('on loss { cwnd = window * 0.9; ssthresh = cwnd }');
  await expect(frame.locator('[data-test="passed"]')).toBeVisible();
  await expect(host.page.locator('#answer')).toHaveText('passed');
  await expect(host.page.locator('#script')).toHaveText('on loss { cwnd = window * 0.9; ssthresh = cwnd }');
});
