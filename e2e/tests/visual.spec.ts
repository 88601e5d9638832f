import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/app.ts';
import type { Lab } from '../support/app.ts';

// Runs in light, dark and on a phone. After an intended visual change, run: npx playwright test
// visual --update-snapshots
test.use({ bypassCSP: true });

const LOOK = {
  stylePath: fileURLToPath(new URL('./visual.css', import.meta.url)),
  animations: 'disabled',
  // Browser versions differ in anti-aliasing; a missing curve differs by far more than this.
  maxDiffPixelRatio: 0.015,
} as const;

const VIEWS: readonly { name: string; link: string; part: (lab: Lab) => ReturnType<Lab['overlay']> }[] = [
  { name: 'lane', link: '#v1/gm04-table1?t=600&lane=newreno', part: (lab) => lab.lane('newreno') },
  {
    name: 'sender',
    link: '#v1/gm04-table1?compare=westwood+&t=600&rows=cwnd,queue,bwe,rtt,flight',
    part: (lab) => lab.lane('westwood+'),
  },
  {
    name: 'what-came',
    link: '#v1/gm04-table1?compare=westwood+&t=600&rows=goodput,sequence,aqm-average,aqm-probability,jain',
    part: (lab) => lab.lane('westwood+'),
  },
  {
    name: 'bad-channel',
    link: '#v1/random-loss?hops.0.loss={"kind":"gilbert","good":"20s","bad":"10s","good_loss":0,"bad_loss":0.1}&compare=newreno&t=120',
    part: (lab) => lab.lane('newreno'),
  },
  {
    name: 'packets',
    link: '#v1/gm04-table1?compare=newreno&t=300.3&zoom=300..300.6&rows=sequence,queue',
    part: (lab) => lab.singlePackets('newreno'),
  },
  { name: 'overlay', link: '#v1/gm04-table1?t=600&charts=overlay', part: (lab) => lab.overlay() },
  { name: 'phase', link: '#v1/two-flows?t=200&compare=newreno', part: (lab) => lab.lane('newreno') },
];

test('every view looks as it did', async ({ lab, page, viewport }) => {
  test.setTimeout(VIEWS.length * 60_000);
  // The window is high enough for a whole lane, so that nothing overlaps it.
  await page.setViewportSize({ width: viewport?.width ?? 1440, height: 1300 });
  for (const { name, link, part } of VIEWS) {
    await test.step(name, async () => {
      await lab.openAnew(link);
      await lab.finished();
      await expect(part(lab)).toBeVisible();
      await expect.soft(part(lab)).toHaveScreenshot(`${name}.png`, LOOK);
    });
  }
});
