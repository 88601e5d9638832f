import { expect, test } from '../support/app.ts';
import { ONLY_MATRIX } from '../support/matrix.ts';

test('the address bar follows the knobs, and reloading gives the same run', async ({ lab }) => {
  await lab.open();
  const firstHash = await lab.traceHash();
  await lab.turn('Buffer', '10');
  // The playing clock changes the link too.
  await expect.poll(() => lab.link()).toContain('queue.capacity=10');
  await expect.poll(() => lab.traceHash()).not.toBe(firstHash);
  const hash = await lab.traceHash();

  await lab.reload();
  expect(await lab.traceHash()).toBe(hash);
  await lab.reads('Buffer', '10 packets');
});

test('a link opened elsewhere gives the same run', async ({ lab }) => {
  await lab.open();
  const firstHash = await lab.traceHash();
  await lab.turn('Seed', '7');
  await expect.poll(() => lab.link()).toContain('seed=7');
  await expect.poll(() => lab.traceHash()).not.toBe(firstHash);

  const elsewhere = await lab.openElsewhere();
  expect(await elsewhere.traceHash()).toBe(await lab.traceHash());
  await elsewhere.hand.openSettings();
  await expect(elsewhere.knob('Seed')).toHaveValue('7');
});

test('a link to an event opens on that event', ONLY_MATRIX, async ({ lab }) => {
  await lab.open('#v1/sawtooth?t=30');
  await lab.finished();
  // Rounded to a microsecond, about half of all times lie just before their event.
  await lab.hand.openDrawer('Inspector');
  for (let event = 0; event < 4; event += 1) {
    const before = lab.link();
    const shown = await lab.hand.event();
    await lab.key(']');
    await expect.poll(() => lab.hand.event()).not.toBe(shown);
    await expect.poll(() => lab.link()).not.toBe(before);
    const elsewhere = await lab.openElsewhere();
    await elsewhere.finished();
    await elsewhere.hand.openDrawer('Inspector');
    // What a decision changed comes a little later, here as there.
    await expect.poll(async () => (await elsewhere.hand.event()) === (await lab.hand.event())).toBe(true);
  }
});

for (const [what, link] of [
  ['that is no link', '#hello-there'],
  ['of a version to come', '#v99/abcdef'],
  ['that was cut off in the middle', '#v1/zq'],
] as const) {
  test(`a link ${what} opens with a message and a scenario that runs`, async ({ lab }) => {
    await lab.open(link);
    await expect(lab.notice()).toBeVisible();
    await lab.finished();
    expect(await lab.laneLabels()).toHaveLength(3);
  });
}

test(
  'a link that lacks its end says so and runs, also where only the engine knows what may stand there',
  ONLY_MATRIX,
  async ({ lab }) => {
    await lab.open('#v1/gm04-table1?t=1');
    await lab.finished();
    for (const rest of [
      'hops.0.rate=4M',
      'hops.0.queue.capa',
      'compare=newreno,veg',
      'compare=[{"algorithm":"veg',
      'flows.main.rtt=25.',
      'l',
    ]) {
      await lab.openAnew(`#v1/gm04-table1?t=1&${rest}`);
      await expect(lab.notice(), rest).toContainText('link was cut off');
      await lab.finished();
    }
    // What is whole but wrong keeps its own message.
    await lab.openAnew('#v1/gm04-table1?t=1&hops.0.rate=fast');
    await expect(lab.notice()).not.toContainText('cut off');
  },
);

test('a link that is opened while the engine loads is the one that runs', ONLY_MATRIX, async ({ lab }) => {
  const letThrough = await lab.machine.holdEngine();
  await lab.open('');
  await lab.open('#v1/sawtooth?seed=4');
  letThrough();
  await lab.finished();
  expect(lab.link()).toContain('#v1/sawtooth');
  await lab.hand.openSettings();
  await expect(lab.knob('Seed')).toHaveValue('4');
});

test('a shared link says whether it is the same run', ONLY_MATRIX, async ({ lab }) => {
  await lab.open('#v1/sawtooth?seed=4');
  await lab.finished();
  const link = await lab.share();
  expect(link).toMatch(/&run=[\w.+-]+$/);
  await lab.open('');
  await lab.open(link);
  await lab.finished();
  await lab.hand.openSettings();
  await expect(lab.stampVerdict()).toHaveAttribute('data-same', 'same');
  await lab.open(link.replace(/-[0-9a-f]{8}$/, '-00000000'));
  await lab.finished();
  await lab.hand.openSettings();
  await expect(lab.stampVerdict()).toHaveAttribute('data-same', 'different');
});

test('the dialog writes what an author pastes, with a preview', ONLY_MATRIX, async ({ lab }) => {
  await lab.open('#v1/sawtooth?rows=cwnd');
  await lab.finished();
  await lab.share();
  await lab.everyone.isSound();
  const snippet = await lab.snippet();
  expect(snippet).toContain('ackscope-embed.js"></script>');
  expect(snippet).toContain('<ackscope-lab scenario="v1/sawtooth?');
  await lab.everyone.isSound();
});

test(
  'opens a scenario from an address that allows it, and says what it could not open',
  ONLY_MATRIX,
  async ({ lab }) => {
    const text = JSON.stringify({
      version: 1,
      duration: '20s',
      hops: [{ rate: '1Mbps', delay: '10ms' }],
      flows: [{ name: 'main', algorithm: 'vegas', rtt: '80ms' }],
    });
    await lab.answer('week5.json', { body: text });
    await lab.answer('broken.json', { body: '{"version": 1,' });
    await lab.answer('long.json', { body: ' '.repeat(300_000) });
    await lab.open('?scenario=week5.json');
    await expect(lab.notice()).toContainText('week5.json');
    await lab.finished();
    expect(await lab.laneLabels()).toHaveLength(1);
    for (const [name, why] of [
      ['broken.json', 'it is not JSON'],
      ['long.json', 'longer than 256 kB'],
      ['javascript:alert(1)', 'only http and https'],
    ] as const) {
      await lab.open(`?scenario=${name}`);
      await expect(lab.notice()).toContainText(why);
      await lab.finished();
      expect(await lab.laneLabels()).toHaveLength(3);
    }
  },
);
