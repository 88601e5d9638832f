import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { outdatedVersions, versionIn } from '../version.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'ackscope-version-'));
afterAll(() => {
  rmSync(home, { recursive: true });
});

/** @param {string} path @param {string | object} content */
function put(path, content) {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(
    join(home, path),
    typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
  );
}

describe('the version', () => {
  it('is the same in every manifest and lock file of this repository', () => {
    expect(outdatedVersions(ROOT).map(({ path }) => path)).toEqual([]);
  });

  it('is that of the newest release in the changelog', () => {
    const [, newest] =
      /^## (\d\S*) · \d{4}-\d\d-\d\d$/m.exec(readFileSync(join(ROOT, 'docs/CHANGELOG.md'), 'utf8')) ?? [];
    expect(versionIn(readFileSync(join(ROOT, 'Cargo.toml'), 'utf8'))).toBe(newest);
  });

  it('is written to every copy, and to nothing else', () => {
    put(
      'Cargo.toml',
      '[workspace.package]\nversion = "0.3.0"\n\n[workspace.dependencies]\nackscope-engine = { version = "0.2.0", path = "x" }\nlibm = "0.2.0"\n',
    );
    put(
      'Cargo.lock',
      '[[package]]\nname = "ackscope-engine"\nversion = "0.2.0"\n\n[[package]]\nname = "libm"\nversion = "0.2.0"\n',
    );
    put('package.json', { name: 'ackscope', version: '0.2.0' });
    put('web/app/package.json', {
      name: '@ackscope/app',
      version: '0.2.0',
      dependencies: { '@ackscope/engine': '0.2.0', react: '0.2.0' },
    });
    put('web/README', '');
    put('CITATION.cff', 'cff-version: 1.2.0\nversion: 0.2.0\n');
    put('e2e/package.json', { name: '@ackscope/e2e', version: '0.3.0' });
    put('package-lock.json', {
      version: '0.2.0',
      packages: {
        '': { version: '0.2.0' },
        'web/app': { version: '0.2.0', dependencies: { '@ackscope/engine': '0.2.0', react: '0.2.0' } },
        'node_modules/react': { version: '0.2.0' },
      },
    });
    const outdated = outdatedVersions(home);
    expect(outdated.map(({ path }) => path)).toEqual([
      'Cargo.toml',
      'Cargo.lock',
      'CITATION.cff',
      'package.json',
      'package-lock.json',
      'web/app/package.json',
    ]);
    for (const { path, text } of outdated) writeFileSync(join(home, path), text);
    expect(outdatedVersions(home)).toEqual([]);
    const all = outdated.map(({ path }) => readFileSync(join(home, path), 'utf8')).join('');
    // libm in two files, react in two and as a package.
    expect(all.match(/0\.2\.0/g)).toHaveLength(5);
  });
});
