import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { HostPage, test as widgetTest } from './widget.ts';

export { expect } from './widget.ts';

/** What a browser lets frames of another site store: nothing, as most do now, or anything. */
export type ThirdPartyStorage = 'blocked' | 'allowed';

/** As Chromium's settings have it: 1 blocks cookies and storage of third parties, 0 nothing. */
const COOKIE_CONTROLS: Record<ThirdPartyStorage, number> = { blocked: 1, allowed: 0 };

/** A page with widgets, in a browser of the visitor's own whose settings are those of `storage`. */
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

/** The same page of a course once more, in another tab. */
export async function anotherTab({ page }: HostPage): Promise<HostPage> {
  return new HostPage(await page.context().newPage());
}
