/** What a host page may command, and that every command is answered once. */
import { expect, test } from '../support/visitor.ts';
import type { HostPage } from '../support/widget.ts';
import { cases, ONLY_MATRIX } from '../support/matrix.ts';

const WIDGET = '<ackscope-lab scenario="sawtooth" rows="cwnd"></ackscope-lab>';
/** Long enough to be asked about. */
const LONG = 'gm04-table1?duration=80000s&hops.0.rate=100Mbps&compare=newreno';

test('setScenario takes all that the attribute takes, and every kind after every other', async ({ host }) => {
  await host.write(WIDGET);
  await host.hears('ready');
  const kinds = [
    ['lesson/sawtooth?step=2', '[data-lesson="sawtooth"][data-step="2"]'],
    [
      'sweep?set=hops.0.loss.probability%3D0.01..0.1%3A2%3Alog&seeds=1&of=v1%2Frandom-loss',
      '[data-sweep="done"]',
    ],
    ['teach/sender', '[data-mode="sender"]'],
    ['gallery/gm04-fig5', 'h1'],
    ['sawtooth?hops.0.queue.capacity=5', '[data-run-state="done"] [data-lane]'],
    ['lesson/sawtooth', '[data-lesson="sawtooth"][data-step="1"]'],
    ['#v1/random-loss?compare=newreno', '[data-run-state="done"] [data-lane="newreno"]'],
  ] as const;
  for (const [scenario, sign] of kinds) {
    expect(await host.command('setScenario', scenario), scenario).toBe('done');
    await expect(host.only.locator(sign).first(), scenario).toBeVisible();
  }
  const object = {
    version: 1,
    duration: '5s',
    hops: [{ rate: '10Mbps', delay: '10ms', queue: { capacity: 50 } }],
    flows: [{ algorithm: 'newreno', rtt: '40ms' }],
  };
  expect(await host.command('setScenario', object)).toBe('done');
});

const REFUSALS = [
  ['lesson/nope', 'There is no lesson “nope”. Lessons: '],
  ['lesson/sawtooth?step=99', '“99” is no step of the lesson “sawtooth”. Steps: 1 to '],
  ['gallery/nope', 'There is no figure “nope”. Figures: '],
  ['teach/nope', 'There is no game “nope”. Games: sender, guess, worksheet.'],
  ['sweep?set=x', '“x” is not an axis.'],
  ['nope', 'There is no scenario named “nope” here.'],
  ['sawtooth?rows=nope', 'There is no row named “nope”.'],
  ['#theory', 'The page “theory” cannot be embedded.'],
] as const;

test('setScenario refuses what is no lesson, page, row or scenario with its reason, and the run stays', async ({
  host,
}) => {
  await host.write(WIDGET);
  await host.hears('result');
  for (const [scenario, reason] of REFUSALS) {
    expect(await host.command('setScenario', scenario), scenario).toContain(reason);
    await expect(host.only.locator('[data-run-state="done"] [data-lane]').first()).toBeVisible();
  }
});

test('a long run waits for the reader, and says so', async ({ host }) => {
  await host.write(WIDGET);
  await host.hears('result');
  const answer = host.command('setScenario', LONG);
  // On a busy machine it says first that it is still busy.
  await expect
    .poll(() => host.page.evaluate(() => JSON.stringify((window as unknown as { heard: unknown[] }).heard)))
    .toContain('the reader agrees');
  // The other commands are answered meanwhile.
  expect(await host.command('seek', 3)).toBe('done');
  await host.only.getByRole('button', { name: 'Run it' }).click();
  expect(await answer).toBe('done');
});

test('a long run that is replaced before the reader agrees is refused', ONLY_MATRIX, async ({ host }) => {
  await host.write(WIDGET);
  await host.hears('result');
  const answer = host.command('setScenario', LONG);
  await host.hears('waiting');
  expect(await host.command('setScenario', 'sawtooth?hops.0.queue.capacity=5')).toBe('done');
  expect(await answer).toContain('Another scenario replaced this one');
});

/** The element's methods that these tests call many times or with odd values. */
interface Lab extends Element {
  seek: (timeS: number) => Promise<void>;
  setScenario: (scenario: object) => Promise<void>;
}

test('a page without a clock refuses the clock’s commands', async ({ host }) => {
  for (const scenario of ['teach/sender', 'gallery']) {
    await host.write(`<ackscope-lab scenario="${scenario}"></ackscope-lab>`);
    await host.hears('ready');
    expect(await host.command('play')).toContain('takes hello, setScenario and setTheme, not play');
  }
});

test('setRows refuses unknown rows with the names of all', ONLY_MATRIX, async ({ host }) => {
  await host.write(WIDGET);
  expect(await host.command('setRows', ['foo'])).toMatch(/There is no row named “foo”\. Rows: .*cwnd/);
  expect(await host.command('setRows', ['queue', 'rtt'])).toBe('done');
  await expect(host.only.locator('[data-plot="rtt"]').first()).toBeVisible();
});

test(
  '20,000 seeks give at most ten reports of the clock a second, the last of them with the last moment',
  ONLY_MATRIX,
  async ({ host }) => {
    await host.write(WIDGET);
    await host.hears('result');
    const count = await host.page.evaluate(async () => {
      const element = document.querySelector<Lab>('ackscope-lab');
      if (element === null) return 0;
      const all = Array.from({ length: 20_000 }, (_, at) => element.seek((at + 1) / 200));
      return (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length;
    });
    expect(count).toBe(20_000);
    await host.hears('time', { timeS: 100 });
    const reports = await host.heard('time');
    const spanMs = (reports.at(-1)?.atMs ?? 0) - (reports[0]?.atMs ?? 0);
    // A report may be delivered late, so the distance of two is no measure; their number is.
    expect(reports.length).toBeLessThanOrEqual(spanMs / 100 + 2);
  },
);

test('a message nested 3000 levels deep is refused', ONLY_MATRIX, async ({ host }) => {
  await host.write(WIDGET);
  await host.hears('ready');
  const nest = (levels: number): Promise<string> =>
    host.page.evaluate((depth) => {
      let scenario: object = {};
      for (let level = 0; level < depth; level += 1) scenario = { a: scenario };
      const element = document.querySelector<Lab>('ackscope-lab');
      return (element?.setScenario(scenario) ?? Promise.resolve()).then(
        () => 'done',
        (error: unknown) => (error as Error).message,
      );
    }, levels);
  for (const levels of [30, 3000, 100_000]) expect(await nest(levels)).toContain('at most 24 levels deep');
  // A page without our client: the browser itself cannot read the message.
  const answer = await host.page.evaluate(
    () =>
      new Promise((resolve) => {
        let scenario: object = {};
        for (let level = 0; level < 3000; level += 1) scenario = { a: scenario };
        addEventListener('message', ({ data }: MessageEvent<{ type?: string; message?: string }>) => {
          if (data.type === 'error') resolve(data.message);
        });
        document
          .querySelector('ackscope-lab')
          ?.shadowRoot?.querySelector('iframe')
          ?.contentWindow?.postMessage({ ackscope: 1, type: 'setScenario', id: 1, scenario }, '*');
      }),
  );
  expect(answer).toMatch(/nested too deeply|at most 24 levels deep/);
});

/** A generator of whole numbers below `below`, the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const MESSAGES: readonly Record<string, unknown>[] = [
  { type: 'hello' },
  { type: 'play' },
  { type: 'play', speed: 4 },
  { type: 'play', speed: -1 },
  { type: 'pause' },
  { type: 'seek', timeS: 3 },
  { type: 'seek', timeS: 1e9 },
  { type: 'seek', timeS: 'x' },
  { type: 'setRows', rows: ['cwnd'] },
  { type: 'setRows', rows: ['foo'] },
  { type: 'setRows', rows: [] },
  { type: 'setTheme', theme: 'dark' },
  { type: 'setTheme', theme: 'pink' },
  { type: 'setScenario', scenario: 'sawtooth?hops.0.queue.capacity=5' },
  { type: 'setScenario', scenario: 'sawtooth?hops.0.queue.capacity=none' },
  { type: 'setScenario', scenario: 'random-loss' },
  { type: 'setScenario', scenario: 'lesson/sawtooth' },
  { type: 'setScenario', scenario: 'lesson/nope' },
  { type: 'setScenario', scenario: 'teach/guess' },
  { type: 'setScenario', scenario: 'gallery/gm04-fig2' },
  { type: 'setScenario', scenario: LONG },
  { type: 'setScenario', scenario: {} },
  { type: 'setScenario', scenario: 7 },
  { type: 'fly' },
  {},
];

const DRAWN = [
  [1, 'embed.html#v1/sawtooth'],
  [2, 'embed.html#v1/sawtooth'],
  [3, 'embed.html#lesson/sawtooth'],
  [4, 'embed.html#lesson/nope'],
  [5, `embed.html#v1/${LONG}`],
  [6, 'embed.html?controls=script#v1/random-loss?compare=a&scripts.a=on%20loss%20%7B%20cwnd%20=%20x%20%7D'],
] as const;

for (const [seed, first] of cases(DRAWN, ([seed]) => seed === 3 || seed === 6))
  test(`every command is answered once, in whatever order they come (seed ${seed}, ${first.slice(0, 40)})`, async ({
    host,
  }) => {
    const draw = numbers(seed);
    const messages = Array.from({ length: 60 }, (_, at) => ({
      ...MESSAGES[draw(MESSAGES.length)],
      ackscope: 1,
      id: at,
      pauses: draw(3) === 0,
    }));
    await host.openFrames({ title: 'Any', address: first });
    const counts = await sendAll(host, messages);
    expect(counts.repeated).toEqual([]);
    expect(counts.missing).toEqual([]);
  });

/** Sends the messages at once, some after a frame; resolves once each is answered or waits. */
function sendAll(
  host: HostPage,
  messages: readonly Record<string, unknown>[],
): Promise<{ missing: number[]; repeated: number[] }> {
  return host.page.locator('iframe').evaluate(async (frame, all) => {
    const inner = (frame as HTMLIFrameElement).contentWindow;
    const answers = new Map<number, number>();
    const waiting = new Set<number>();
    let look: () => void = () => undefined;
    addEventListener('message', ({ data }: MessageEvent<{ type: string; id?: number }>) => {
      if (data.id === undefined) return;
      if (data.type === 'waiting') waiting.add(data.id);
      else answers.set(data.id, (answers.get(data.id) ?? 0) + 1);
      look();
    });
    // Commands may be sent as soon as the frame listens.
    await new Promise<void>((resolve) => {
      const ask = (): void => inner?.postMessage({ ackscope: 1, type: 'hello' }, '*');
      addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
        if (data.type === 'listening' || data.type === 'ready' || data.type === 'error') resolve();
      });
      frame.addEventListener('load', ask);
      ask();
    });
    for (const { pauses, ...message } of all) {
      inner?.postMessage(message, '*');
      if (pauses === true) await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    // A long run waits for the reader, who never comes here; a later scenario replaces it.
    const last = all.length;
    inner?.postMessage({ ackscope: 1, type: 'setScenario', scenario: 'sawtooth', id: last }, '*');
    await new Promise<void>((resolve) => {
      look = () => {
        if (answers.has(last) && all.every(({ id }) => answers.has(id as number))) resolve();
      };
      look();
      setTimeout(resolve, 40_000);
    });
    const ids = [...all.map(({ id }) => id as number), last];
    return {
      missing: ids.filter((id) => !answers.has(id)),
      repeated: ids.filter((id) => (answers.get(id) ?? 0) > 1),
    };
  }, messages);
}
