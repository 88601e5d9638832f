import { ONLY_MATRIX, cases } from '../support/matrix.ts';
import { anotherTab, expect, test } from '../support/visitor.ts';
import { HostPage } from '../support/widget.ts';

const SHORT = 'embed.html#v1/sawtooth';
/** Takes some tens of seconds, but stays below the cost at which the page asks first. */
const LONG = 'embed.html#v1/gm04-table1?duration=400000s&hops.0.rate=3Mbps&compare=newreno';
const WRONG = ['sawtooth?hops.0.queue.capacity=none', 'sawtooth?hops.0.rate=100Tbps&duration=80000s'];
const SANDBOXES = ['allow-scripts', 'allow-scripts allow-same-origin'];

test.describe('in a page of another site, whose frames may store nothing,', () => {
  test('a widget draws its curves and tells its result', async ({ host }) => {
    await host.openFrames({ title: 'Alone', address: SHORT });
    expect(await host.told('Alone', 'result')).toHaveProperty('lanes.0.algorithm', 'newreno');
    await host.isDrawn('Alone');
    expect(await host.refusals('Alone')).toEqual(['locks', 'storage']);
  });

  for (const sandbox of cases(SANDBOXES, (rights) => rights === 'allow-scripts'))
    test(`a widget in sandbox="${sandbox}" does so too, and tells its height`, async ({ host }) => {
      await host.openFrames({ title: 'Sandboxed', address: SHORT, sandbox });
      expect(await host.told('Sandboxed', 'result')).toHaveProperty(
        'traceHash',
        expect.stringMatching(/^[0-9a-f]/),
      );
      await host.isDrawn('Sandboxed');
      const { px } = await host.told('Sandboxed', 'height');
      const inner = await host.root('Sandboxed').evaluate((root) => root.getBoundingClientRect().height);
      expect(px).toBe(Math.ceil(inner));
    });

  test('a widget below the fold begins when it is scrolled to', ONLY_MATRIX, async ({ host }) => {
    await host.openFrames({ title: 'Far below', address: SHORT, below: 3000 });
    await expect(host.frame('Far below').getByText('Opening the simulator')).toBeAttached();
    await host.scrollTo('Far below');
    await host.told('Far below', 'result');
    await host.isDrawn('Far below');
  });

  test('a widget below the fold wakes up for a command, and answers it', ONLY_MATRIX, async ({ host }) => {
    await host.openFrames({ title: 'Far below', address: SHORT, below: 3000 });
    await host.say('Far below', { type: 'seek', timeS: 7, id: 1 });
    expect(await host.told('Far below', 'done')).toHaveProperty('id', 1);
    await host.told('Far below', 'result');
    expect(await host.timeS('Far below')).toBe(7);
  });

  for (const wrong of cases(WRONG, (link) => link.includes('capacity')))
    test(`the scenario ${wrong} is refused, and the state stays with the last good one`, async ({ host }) => {
      await host.openFrames({ title: 'Refused', address: SHORT });
      await host.told('Refused', 'result');
      await host.say('Refused', { type: 'setScenario', scenario: 'sawtooth?hops.0.queue.capacity=5', id: 1 });
      expect(await host.told('Refused', 'done')).toHaveProperty('id', 1);
      await host.say('Refused', { type: 'setScenario', scenario: wrong, id: 2 });
      expect(await host.told('Refused', 'error')).toHaveProperty('id', 2);
      // A seek makes the widget report its state again.
      await host.say('Refused', { type: 'seek', timeS: 7, id: 3 });
      await expect.poll(async () => (await host.told('Refused', 'state'))['link']).toMatch(/[?&]t=7\b/);
      expect((await host.told('Refused', 'state'))['link']).toMatch(
        /#v1\/sawtooth\?hops\.0\.queue\.capacity=5&t=7$/,
      );
    });

  const addresses = [SHORT, 'embed.html#v1/gm04-table1', 'embed.html?controls=scrub#v1/start'];
  for (const address of cases(addresses, (one) => one === SHORT))
    test(`the page under ${address} moves by 8 px at most once there is a height`, async ({ host }) => {
      await host.openFrames({ title: 'Steady', address });
      await host.told('Steady', 'result');
      await host.isDrawn('Steady');
      const heights = await host.heights('Steady');
      expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(8);
    });

  test('three widgets on a page all come to their end', ONLY_MATRIX, async ({ host }) => {
    const titles = ['One', 'Two', 'Three'];
    await host.openFrames(...titles.map((title) => ({ title, address: SHORT })));
    for (const title of titles) {
      await host.scrollTo(title);
      await host.told(title, 'result');
      await host.isDrawn(title);
    }
  });
});

test(
  'a sandboxed widget whose site lets no other origin read its scripts says what to add',
  ONLY_MATRIX,
  async ({ page }) => {
    // The browser itself logs an error about it, so this test does not check the console.
    const host = new HostPage(page);
    await host.openFrames({ title: 'Bare', address: host.bare(SHORT), sandbox: 'allow-scripts' });
    await expect(host.frame('Bare').getByRole('alert')).toContainText('Add allow-same-origin to the sandbox');
    expect((await host.told('Bare', 'height'))['px']).toBeLessThan(200);
  },
);

test('a sweep in a frame asks in the frame before it begins', async ({ host }) => {
  const query = new URLSearchParams([
    ['set', 'hops.0.queue.capacity=5..100:40:whole'],
    ['seeds', '200'],
    ['of', 'v1/sawtooth'],
  ]);
  await host.openFrames({ title: 'A sweep', address: `embed.html#sweep?${query.toString()}` });
  await expect(host.frame('A sweep').getByRole('alert', { name: 'This is a long sweep' })).toBeVisible();
  await expect(host.sweep('A sweep').root).toHaveAttribute('data-sweep', 'asking');
});

test.describe('where frames may store what they like,', () => {
  test.use({ storage: 'allowed' });

  test('a long widget in one tab does not hold that of another', ONLY_MATRIX, async ({ host }) => {
    await host.openFrames({ title: 'Long', address: LONG });
    await host.frame('Long').getByRole('button', { name: 'Run it' }).click();
    await expect(host.root('Long')).toHaveAttribute('data-run-state', 'running');
    const second = await anotherTab(host);
    await second.openFrames({ title: 'Short', address: SHORT });
    await second.told('Short', 'result');
    await second.isDrawn('Short');
    expect(await second.refusals('Short')).toEqual([]);
    await expect(host.root('Long')).toHaveAttribute('data-run-state', 'running');
  });
});
