import { expect, test } from '@playwright/test';
import { goldens } from '../../web/engine/test/goldens.ts';
import { cases } from '../support/matrix.ts';
import { HOST_URL } from '../support/servers.ts';

// Native code computed these hashes. web/engine checks the same goldens with WebAssembly in Node.
const compared = cases(goldens(), ({ name }) => ['algorithms', 'links', 'scripts'].includes(name));

interface EnginePage {
  traceHashes?: (text: string) => string[];
}

test('there are goldens to compare with', () => {
  expect(compared.length).toBeGreaterThan(0);
});

for (const { name, text, hashes } of compared) {
  test(`${name}: this browser computes the trace that native code computes`, async ({ page }) => {
    await page.goto(`${process.env[HOST_URL] ?? ''}engine.html`);
    await page.waitForFunction(() => (window as EnginePage).traceHashes !== undefined);
    const found = await page.evaluate((scenario) => (window as EnginePage).traceHashes?.(scenario), text);
    expect(found).toEqual(hashes);
  });
}
