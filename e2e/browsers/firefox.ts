import puppeteer from 'puppeteer-core';
import type { Driver } from './driver.ts';

/** Firefox from the distribution, which supports WebDriver BiDi natively. */
export async function openFirefox(executablePath: string): Promise<Driver> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
  const page = await browser.newPage();
  return {
    version: await browser.version(),
    async open(url) {
      await page.goto(url);
    },
    evaluate: (expression) => page.evaluate(expression),
    close: () => browser.close(),
  };
}
