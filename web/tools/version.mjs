// The version stands in one place, Cargo.toml. Tools want copies of it: in the manifests of the crates' own
// dependencies, in those of the npm packages, and in both lock files. `npm run generate` writes them.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The version of the release in work. @param {string} cargo The text of Cargo.toml. */
export function versionIn(cargo) {
  const version = /^\[workspace\.package\]\s[^[]*?^version = "([^"]+)"$/m.exec(cargo)?.[1];
  if (version === undefined) throw new Error('Cargo.toml: [workspace.package] has no version.');
  return version;
}

/** @typedef {{ name?: string, version?: string, dependencies?: Record<string, string> }} Package */

/** @param {string} text @param {string} version */
function lockWith(text, version) {
  const lock = /** @type {{ version?: string, packages: Record<string, Package> }} */ (JSON.parse(text));
  lock.version = version;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.includes('node_modules/')) continue;
    entry.version = version;
    for (const name of Object.keys(entry.dependencies ?? {}))
      if (name.startsWith('@ackscope/') && entry.dependencies !== undefined)
        entry.dependencies[name] = version;
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** What each kind of file looks like with the version. @type {Record<string, (text: string, version: string) => string>} */
const WRITERS = {
  'Cargo.toml': (text, version) =>
    text
      .replace(/^(ackscope-[\w-]+ = \{ version = ")[^"]+/gm, `$1${version}`)
      // core/python is a workspace of its own.
      .replace(/^(name = "ackscope-python"[^[]*?^version = ")[^"]+/m, `$1${version}`),
  'CITATION.cff': (text, version) => text.replace(/^(version: ).*$/m, `$1${version}`),
  'Cargo.lock': (text, version) =>
    text.replace(/^(name = "ackscope-[\w-]+"\r?\nversion = ")[^"]+/gm, `$1${version}`),
  'package.json': (text, version) =>
    text
      .replace(/^( {2}"version": ")[^"]+/m, `$1${version}`)
      .replace(/^( {4}"@ackscope\/[\w-]+": ")[^"]+/gm, `$1${version}`),
  'package-lock.json': lockWith,
};

/**
 * The files whose copy of the version differs, with the text that they should have.
 * @param {string} root
 */
export function outdatedVersions(root) {
  const version = versionIn(readFileSync(join(root, 'Cargo.toml'), 'utf8'));
  const packages = ['web', 'e2e'].flatMap((folder) => {
    const inner = readdirSync(join(root, folder)).map((name) => `${folder}/${name}/package.json`);
    return [`${folder}/package.json`, ...inner].filter((path) => existsSync(join(root, path)));
  });
  const rust = [
    'Cargo.toml',
    'Cargo.lock',
    'core/python/Cargo.toml',
    'core/python/Cargo.lock',
    'CITATION.cff',
  ];
  const all = [...rust.filter((path) => existsSync(join(root, path))), 'package.json', 'package-lock.json'];
  return [...all, ...packages].flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const wanted = WRITERS[path.slice(path.lastIndexOf('/') + 1)]?.(text, version) ?? text;
    return wanted === text ? [] : [{ path, text: wanted }];
  });
}
