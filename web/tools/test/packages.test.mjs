import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { packagesAreCurrent } from '../packages.mjs';
import { fromRoot } from '../paths.mjs';

const home = mkdtempSync(join(tmpdir(), 'ackscope-packages-'));
afterAll(() => {
  rmSync(home, { recursive: true });
});

/** @param {string} name @param {object} packages */
function list(name, packages) {
  const path = join(home, name);
  writeFileSync(path, JSON.stringify({ packages }));
  return path;
}

const lock = list('lock', {
  '': { name: 'ackscope' },
  'web/app': { version: '0.1.0' },
  'node_modules/@ackscope/app': { resolved: 'web/app', link: true },
  'node_modules/react': { version: '19.3.1' },
  'web/app/node_modules/vite': { version: '8.3.8' },
  'node_modules/binding-for-another-system': { version: '1.0.0', optional: true },
});
const react = { 'node_modules/react': { version: '19.3.1' } };
const vite = { 'web/app/node_modules/vite': { version: '8.3.8' } };

describe('the packages that are installed', () => {
  it('are current with everything this system needs in the locked version', () => {
    expect(packagesAreCurrent(lock, list('all', { ...react, ...vite }))).toBe(true);
  });
  it('are not with one missing, also one that only a workspace has', () => {
    expect(packagesAreCurrent(lock, list('missing', react))).toBe(false);
  });
  it('are not with one in another version', () => {
    const older = { 'node_modules/react': { version: '19.3.0' } };
    expect(packagesAreCurrent(lock, list('older', { ...older, ...vite }))).toBe(false);
  });
  it('are not where nothing has been installed', () => {
    expect(packagesAreCurrent(lock, join(home, 'none'))).toBe(false);
  });
});

/** What a module imports before it runs. @param {string} file */
const staticImports = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?:[^'";]* from )?'([^']+)';$/gm)].map(
    (found) => /** @type {string} */ (found[1]),
  );

/** The packages that a module and its own imports need before the first line runs. @param {string} first */
function packagesAtStart(first) {
  const seen = new Set([first]);
  /** @type {string[]} */
  const packages = [];
  for (const file of seen)
    for (const name of staticImports(file))
      if (name.startsWith('.')) seen.add(join(dirname(file), name));
      else if (!name.startsWith('node:')) packages.push(`${file}: ${name}`);
  return { seen, packages };
}

describe('a command of package.json', () => {
  const { scripts } = /** @type {{ scripts: Record<string, string> }} */ (
    JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'))
  );
  // In a fresh clone it is the command that installs the packages.
  it.each(Object.entries(scripts))('%s starts without any npm package', (_, command) => {
    const file = /^node (\S+)/.exec(command)?.[1] ?? '';
    const { seen, packages } = packagesAtStart(fromRoot(file));
    expect(seen.size).toBeGreaterThan(3);
    expect(packages).toEqual([]);
  });
});
