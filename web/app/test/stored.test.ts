// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const SOURCES = at('../src/');
const STORES = /\b(?:localStorage|sessionStorage|indexedDB)\b|\bdocument\.cookie\b/;

it('all that the page stores is in SECURITY.md, by its key', () => {
  const security = readFileSync(at('../../../docs/SECURITY.md'), 'utf8');
  const storing = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [name, readFileSync(SOURCES + name, 'utf8')] as const)
    .filter(([, text]) => STORES.test(text));
  expect(storing.length).toBeGreaterThan(2);
  for (const [name, text] of storing) {
    const [, key = 'no key'] = /\bKEY = '([\w-]+) ?'/.exec(text) ?? [];
    expect(security, name).toContain(`\`${key}\``);
  }
});
