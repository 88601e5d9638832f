import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { HostPage, test as widgetTest } from './widget.ts';

export { expect } from './widget.ts';

/** What frames of another site may store: nothing, as in most browsers today, or anything. */
export type ThirdPartyStorage = 'blocked' | 'allowed';

/** Chromium's setting: it blocks neither cookies nor storage of third parties. */
const SETTINGS = { profile: { block_third_party_cookies: false, cookie_controls_mode: 0 } };

/**
 * A page with widgets. A context of the browser blocks the storage of third parties by itself; to
 * allow it takes a browser with settings of its own.
 */
export const test = widgetTest.extend<{ storage: ThirdPartyStorage }>({
  storage: ['blocked', { option: true }],
  context: async ({ context, storage, launchOptions, viewport }, use) => {
    if (storage === 'blocked') {
      await use(context);
      return;
    }
    const profile = mkdtempSync(join(tmpdir(), 'ackscope-visitor-'));
    mkdirSync(join(profile, 'Default'));
    writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(SETTINGS));
    const own = await chromium.launchPersistentContext(profile, { ...launchOptions, viewport });
    await use(own);
    await own.close();
    rmSync(profile, { recursive: true, force: true });
  },
});

/** Opens the same course page in another tab. */
export async function anotherTab({ page }: HostPage): Promise<HostPage> {
  return new HostPage(await page.context().newPage());
}
