import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const LINES = 6;
const LINE_CHARS = 160;

/** Repeats failures briefly at the end of the log, because a truncated log keeps its end. */
// eslint-disable-next-line no-restricted-syntax -- Playwright takes the default export
export default class Failures implements Reporter {
  readonly #failed: string[] = [];
  #root = '';

  onBegin({ rootDir }: FullConfig): void {
    this.#root = rootDir;
  }

  onTestEnd({ location, title }: TestCase, { status, error }: TestResult): void {
    if (status !== 'failed' && status !== 'timedOut') return;
    const said = stripVTControlCharacters(error?.message ?? status)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(0, LINES)
      .map((line) => `    ${line.slice(0, LINE_CHARS)}`);
    const file = relative(this.#root, error?.location?.file ?? location.file);
    const line = error?.location?.line ?? location.line;
    this.#failed.push([`  ${title} (${file}:${String(line)})`, ...said].join('\n'));
  }

  onEnd(): void {
    if (this.#failed.length > 0) process.stdout.write(`\nWhat failed:\n${this.#failed.join('\n')}\n`);
  }
}
