import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { HostPage, test as widgetTest } from './widget.ts';

export { expect } from './widget.ts';

/** What frames of another site may store: nothing, as in most browsers today, or anything. */
export type ThirdPartyStorage = 'blocked' | 'allowed';

/** Chromium's setting: 1 blocks cookies and storage of third parties, 0 blocks nothing. */
const COOKIE_CONTROLS: Record<ThirdPartyStorage, number> = { blocked: 1, allowed: 0 };

/** A page with widgets, in a separate browser with these `storage` settings. */
export const test = widgetTest.extend<{ storage: ThirdPartyStorage }>({
  storage: ['blocked', { option: true }],
  context: async ({ storage, launchOptions, viewport }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'ackscope-visitor-'));
    mkdirSync(join(profile, 'Default'));
    const settings = {
      block_third_party_cookies: storage === 'blocked',
      cookie_controls_mode: COOKIE_CONTROLS[storage],
    };
    writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify({ profile: settings }));
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, viewport });
    await use(context);
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  },
  page: async ({ context }, use) => {
    await use(await context.newPage());
  },
});

/** Opens the same course page in another tab. */
export async function anotherTab({ page }: HostPage): Promise<HostPage> {
  return new HostPage(await page.context().newPage());
}
