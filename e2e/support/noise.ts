import type { Page } from '@playwright/test';
import { PAGE_URL } from './servers.ts';

/** Collects what a page should not do: console messages, errors, failed and foreign requests. */
export function listenForNoise(page: Page, noise: string[], url = process.env[PAGE_URL] ?? ''): void {
  page.on('console', (message) => {
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    noise.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    noise.push(`error: ${error.message}`);
  });
  page.on('requestfailed', (request) => {
    const error = request.failure()?.errorText ?? '';
    // A request that was still loading when the page was left.
    if (error !== 'net::ERR_ABORTED') noise.push(`failed request: ${request.url()} (${error})`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) noise.push(`status ${response.status()}: ${response.url()}`);
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const own = origin === new URL(url).origin;
    if (!own && protocol !== 'data:' && protocol !== 'blob:')
      noise.push(`request elsewhere: ${request.url()}`);
  });
}
