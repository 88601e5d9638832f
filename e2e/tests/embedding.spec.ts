/**
 * Sentences of docs/embedding.md that no other test holds. `web/embed/test/guide.json` says which
 * test holds which sentence.
 */
import { expect, test } from '../support/visitor.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test.describe('where frames may store what they like,', () => {
  test.use({ storage: 'allowed' });

  test('a widget stores nothing and sets no cookie', async ({ host }) => {
    await host.write('<ackscope-lab scenario="sawtooth"></ackscope-lab>');
    await host.hears('result');
    const kept = await host.only.locator('body').evaluate(async () => ({
      cookie: document.cookie,
      local: localStorage.length,
      session: sessionStorage.length,
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
    }));
    expect(kept).toEqual({ cookie: '', local: 0, session: 0, databases: 0, caches: 0 });
    expect(await host.page.context().cookies()).toEqual([]);
  });
});

test('lanes, rows and t set what is shown; without t a run that does not play is shown at its end', async ({
  host,
}) => {
  await host.write('<ackscope-lab scenario="sawtooth" lanes="vegas" rows="rtt,queue" t="12"></ackscope-lab>');
  await host.hears('result');
  await expect(host.only.locator('[data-lane]')).toHaveCount(1);
  await expect(host.only.locator('[data-plot="rtt"]')).toHaveCount(1);
  await expect(host.only.locator('[data-plot="cwnd"]')).toHaveCount(0);
  await expect(host.only.locator('[data-run-state]')).toHaveAttribute('data-time-s', '12');
  await host.write('<ackscope-lab scenario="sawtooth"></ackscope-lab>');
  const { durationS } = await host.hears('ready');
  await expect(host.only.locator('[data-run-state="done"]')).toHaveAttribute(
    'data-time-s',
    String(durationS),
  );
});

const SIGNS = {
  title: { role: 'heading', name: 'The sawtooth' },
  path: { role: 'region', name: 'Packets on the path' },
  play: { role: 'button', name: 'Play' },
  steps: { role: 'button', name: 'Next event' },
  scrub: { role: 'slider', name: 'Clock' },
  inspector: { role: 'region', name: 'Inspector' },
  script: { role: 'region', name: 'Script' },
} as const;

test('controls name what is shown beside the curves', ONLY_MATRIX, async ({ host }) => {
  for (const [control, { role, name }] of Object.entries(SIGNS)) {
    await host.write(`<ackscope-lab scenario="sawtooth" controls="${control}"></ackscope-lab>`);
    await host.hears('ready');
    await expect(host.only.getByRole(role, { name, exact: true }).first(), control).toBeVisible();
    const others = Object.entries(SIGNS).filter(([other]) => other !== control);
    for (const [other, sign] of others)
      await expect(
        host.only.getByRole(sign.role, { name: sign.name, exact: true }),
        `${other} with ${control}`,
      ).toHaveCount(0);
  }
});

test(
  'why runs again without one thing at a time, once the reader opens it',
  ONLY_MATRIX,
  async ({ host }) => {
    await host.write('<ackscope-lab scenario="gm04-table1" t="400" controls="why"></ackscope-lab>');
    await host.hears('result');
    const cause = host.only.locator('[data-part=cause]');
    await expect(cause).toHaveCount(0);
    await host.only.getByText('Why?', { exact: true }).click();
    await expect(cause).toContainText('the reverse traffic');
  },
);

test('autoplay plays, and not for a reader who asks for reduced motion', ONLY_MATRIX, async ({ host }) => {
  const body = '<ackscope-lab scenario="sawtooth" autoplay></ackscope-lab>';
  await host.write(body);
  await expect(host.only.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await host.page.emulateMedia({ reducedMotion: 'reduce' });
  await host.write(body);
  await host.hears('result');
  await expect(host.only.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
});

test(
  'theme and title reach the frame; a poster stands in the place until the widget is ready',
  ONLY_MATRIX,
  async ({ host }) => {
    const image = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';
    await host.write(
      `<div style="height: 3000px"></div><ackscope-lab title="A name" theme="dark" scenario="sawtooth"><img slot="" src="${image}" alt="A poster" /></ackscope-lab>`,
    );
    await expect(host.page.getByAltText('A poster')).toBeVisible();
    await host.element('A name').scrollIntoViewIfNeeded();
    await host.hears('ready');
    await expect(host.page.locator('iframe')).toHaveAttribute('title', 'A name');
    await expect(host.page.getByAltText('A poster')).toBeHidden();
    await expect(host.only.locator('html')).toHaveAttribute('data-theme', 'dark');
  },
);

test('a frame reports its height in three ways', async ({ host }) => {
  await host.openFrames({ title: 'Any', address: 'embed.html#v1/sawtooth' });
  await host.told('Any', 'result');
  const heard = await host.page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const kinds = new Set<string>();
        addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          const text = typeof data === 'string' ? data : JSON.stringify(data);
          if (text.includes('lti.frameResize')) kinds.add('lti');
          else if (text.includes('iframe.resize')) kinds.add('iframe');
          else if (text.includes('"height"')) kinds.add('own');
          if (kinds.size === 3) resolve([...kinds].sort());
        });
        const frame = document.querySelector('iframe');
        if (frame !== null) frame.width = '400';
      }),
  );
  expect(heard).toEqual(['iframe', 'lti', 'own']);
});

test('every report has its documented fields', async ({ host }) => {
  await host.write(
    '<ackscope-lab scenario="sawtooth" lanes="newreno" controls="steps" test="goodput(newreno) > 1Mbps"></ackscope-lab>',
  );
  const lane = { label: 'newreno', algorithm: 'newreno' };
  expect(await host.hears('ready')).toMatchObject({
    version: expect.stringMatching(/^\d/),
    durationS: 200,
    lanes: [lane],
  });
  expect(await host.hears('result')).toMatchObject({
    traceHash: expect.stringMatching(/^[0-9a-f]/),
    link: expect.stringContaining('/#v1/sawtooth?'),
    lanes: [{ ...lane, windows: [{ goodputBps: expect.any(Number) }, {}] }],
  });
  expect(await host.hears('test')).toMatchObject({
    passed: true,
    holding: 1,
    of: 1,
    scripts: {},
    untouched: true,
  });
  await host.only.getByRole('button', { name: 'Previous event' }).click();
  expect(await host.hears('event')).toMatchObject({
    timeS: expect.any(Number),
    lane: 'newreno',
    rule: expect.any(String),
    kind: expect.any(String),
    title: expect.any(String),
  });
  expect(await host.hears('time')).toMatchObject({ timeS: expect.any(Number), playing: false });
  expect(await host.hears('state')).toMatchObject({
    link: expect.stringContaining('/#v1/sawtooth?'),
    scenario: { version: 1, hops: expect.any(Array), flows: expect.any(Array) },
  });
});

test('hello asks for ready again; play takes a speed, and setTheme a theme', async ({ host }) => {
  await host.openFrames({ title: 'Any', address: 'embed.html#v1/sawtooth' });
  await host.told('Any', 'ready');
  const hears = (command: Record<string, unknown>, type: string): Promise<unknown> =>
    host.page.locator('iframe').evaluate(
      (frame, [message, wanted]) =>
        new Promise((resolve) => {
          addEventListener('message', ({ data }: MessageEvent<{ type?: string; id?: number }>) => {
            if (data.type === wanted) resolve(data.id ?? null);
          });
          (frame as HTMLIFrameElement).contentWindow?.postMessage(message, '*');
        }),
      [{ ackscope: 1, ...command }, type] as const,
    );
  expect(await hears({ type: 'hello' }, 'ready')).toBeNull();
  expect(await hears({ type: 'play', speed: 2, id: 8 }, 'done')).toBe(8);
  expect(await hears({ type: 'setTheme', theme: 'dark', id: 9 }, 'done')).toBe(9);
  await expect(host.frame('Any').locator('html')).toHaveAttribute('data-theme', 'dark');
});
