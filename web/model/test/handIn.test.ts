import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { decodeLink } from '../src/index.ts';

/** `ackscope grade` reads the script of this link, too (core/cli/tests/grade.rs). */
it('reads the link that the command line reads', () => {
  const text = readFileSync(
    new URL('../../../core/cli/tests/hand-in-link.txt', import.meta.url),
    'utf8',
  ).trim();
  const { scenario, problems } = decodeLink(text.slice(text.indexOf('#')));
  expect(problems).toEqual([]);
  const { mine } = scenario['scripts'] as { mine: string };
  expect(mine).toMatch(/^algorithm "Two to four"\non avoidance \{ \}/);
});
