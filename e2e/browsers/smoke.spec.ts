import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { goldens } from '../../web/engine/test/goldens.ts';
import type { Driver } from './driver.ts';
import { openFirefox } from './firefox.ts';
import { ENGINE_URL, OVERHEARD_URL } from './servers.ts';
import { openWebKit } from './webkit.ts';

/** Links with their recorded trace hashes; `web/model` repeats all of them in Node. */
const recorded = Object.entries(
  JSON.parse(
    readFileSync(new URL('../../web/model/test/links/runs.json', import.meta.url), 'utf8'),
  ) as Record<string, string[]>,
).slice(0, 3);

const BROWSERS = [
  { name: 'Firefox', path: process.env['FIREFOX'] ?? '', open: openFirefox },
  { name: 'WebKit', path: process.env['WEBKIT_DRIVER'] ?? '', open: openWebKit },
];

/** An expression that resolves to the trace hash once `holds` is true for the page's root. */
const whenRoot = (holds: string): string => `new Promise((resolve) => {
  const look = () => {
    const root = document.querySelector('[data-run-state]');
    if (root === null || !(${holds})) return;
    observer.disconnect();
    resolve(root.dataset.traceHash ?? '');
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  look();
})`;
const FINISHED = whenRoot(`root.dataset.runState === 'done' && root.dataset.traceHash`);

for (const { name, path, open } of BROWSERS.filter((browser) => browser.path !== '')) {
  test.describe(name, () => {
    let driver: Driver;
    test.beforeAll(async () => {
      driver = await open(path);
      test.info().annotations.push({ type: 'browser', description: driver.version });
    });
    test.afterAll(() => driver.close());

    const silent = async (): Promise<void> => {
      expect(await driver.evaluate('window.overheard')).toEqual([]);
    };

    test('computes the traces that native code computes', async () => {
      await driver.open(`${process.env[ENGINE_URL] ?? ''}engine.html`);
      await driver.evaluate(`new Promise((resolve) => {
        const look = () => (window.traceHashes === undefined ? setTimeout(look) : resolve(true));
        look();
      })`);
      for (const { name: golden, text, hashes } of goldens())
        expect(await driver.evaluate(`window.traceHashes(${JSON.stringify(text)})`), golden).toEqual(hashes);
    });

    for (const [link, hashes] of recorded) {
      test(`#${link} gives the run that it gave when it was made`, async () => {
        await driver.open('about:blank');
        await driver.open(`${process.env[OVERHEARD_URL] ?? ''}#${link}`);
        expect(await driver.evaluate(FINISHED)).toBe(hashes.join('.'));
        await silent();
      });
    }

    test('draws, plays, and computes again when the link changes', async () => {
      await driver.open('about:blank');
      await driver.open(process.env[OVERHEARD_URL] ?? '');
      await driver.evaluate(whenRoot(`Number(root.dataset.timeS) > 0`));
      const before = await driver.evaluate(FINISHED);
      const drawn = `[...document.querySelectorAll('[data-lane] canvas')].filter((canvas) => {
        if (canvas.width === 0 || canvas.height === 0) return false;
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.some((value) => value !== 0);
      }).length`;
      expect(await driver.evaluate(drawn)).toBeGreaterThanOrEqual(3);
      await driver.evaluate(`void (location.hash = '#v1/gm04-table1?seed=7')`);
      expect(
        await driver.evaluate(
          whenRoot(
            `root.dataset.runState === 'done' && root.dataset.traceHash && root.dataset.traceHash !== ${JSON.stringify(before)}`,
          ),
        ),
      ).toMatch(/^[0-9a-f]{16}(\.[0-9a-f]{16}){2}$/);
      await silent();
    });
  });
}
