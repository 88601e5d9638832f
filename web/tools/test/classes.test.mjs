import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromRoot } from '../paths.mjs';

const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)'/g;
const COMMENT = /\/\*.*?\*\//gs;
const CLASS = /\.([a-z]\w*)/gi;

/** Class names that a component uses but its style sheet lacks; types do not detect this. */
function missing() {
  const found = [];
  const packages = readdirSync(fromRoot('web')).map((name) => `web/${name}/src`);
  const sources = packages
    .filter((folder) => existsSync(fromRoot(folder)))
    .flatMap((folder) =>
      readdirSync(fromRoot(folder), { recursive: true }).map((file) => `${folder}/${String(file)}`),
    )
    .filter((file) => /\.tsx?$/.test(file));
  for (const source of sources) {
    const text = readFileSync(fromRoot(source), 'utf8');
    for (const [line, name, sheet] of text.matchAll(IMPORT)) {
      const path = join(dirname(fromRoot(source)), sheet ?? '');
      const rules = existsSync(path) ? readFileSync(path, 'utf8').replace(COMMENT, '') : '';
      const classes = new Set([...rules.matchAll(CLASS)].map(([, each]) => each));
      for (const [, used] of text.replace(line, '').matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
        if (!classes.has(used) && used !== 'module') found.push(`${source}: ${name}.${used}`);
      }
    }
  }
  return { sources, found };
}

describe('style sheets', () => {
  it('have every class that a component takes from them', () => {
    const { sources, found } = missing();
    expect(sources.length).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
});
