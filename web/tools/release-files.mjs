// What a release consists of: `npm run release` writes it to target/publish. Nobody who has it needs a toolchain. `--
// --no-wheel` leaves the Python package out. .github/workflows/release.yml calls it, adds the wheels of other systems and
// GitHub's own statement of provenance.
import './node-version.mjs';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dist, fromRoot } from './paths.mjs';
import { buildAll } from './prepare.mjs';
import { ask } from './run.mjs';
import { main, say, step } from './terminal.mjs';
import { buildWheels } from './wheel.mjs';
import { packWidget } from './widget-package.mjs';

const FOLDER = fromRoot('target/publish');
const SUMS = 'SHA256SUMS';

const READ_ME = `Ackscope, an oscilloscope for TCP congestion control.

A browser opens the page from a server, not from a disk. In this folder:

    python3 -m http.server

and open http://localhost:8000/. Any web space serves it too, also below a path: copy the folder there.
Nothing is loaded from another server. After the first visit it works offline.

ackscope-single.html is the whole site as one file. A browser opens that from the disk, too.
`;

/**
 * The built site as a ZIP of one folder. The same site gives the same bytes.
 * @param {string} name of the folder
 * @param {string} [site] the built site
 */
export async function siteZip(name, site = dist) {
  // A package, which is installed by now.
  const { strToU8, zipSync } = await import('fflate');
  const files = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  /** @type {Record<string, Uint8Array>} */
  const packed = { [`${name}/READ-ME.txt`]: strToU8(READ_ME) };
  for (const file of files)
    packed[`${name}/${relative(site, file).split(sep).join('/')}`] = new Uint8Array(readFileSync(file));
  for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE'])
    packed[`${name}/${licence}`] = new Uint8Array(readFileSync(fromRoot(licence)));
  return zipSync(packed, { level: 9, mtime: new Date(1980, 0, 1), os: 0 });
}

/** The lines of `sha256sum` for the files of a folder. @param {string} folder */
export function checksums(folder) {
  const names = readdirSync(folder).filter((name) => name !== SUMS);
  const sum = (/** @type {string} */ name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return names
    .sort()
    .map((name) => `${sum(name)}  ${name}\n`)
    .join('');
}

/** From which state and with which tools this was made. @param {string} version */
const provenance = (version) => ({
  version,
  commit: ask('git', ['rev-parse', 'HEAD']),
  isChanged: ask('git', ['status', '--porcelain']) !== '',
  node: process.version,
  rustc: ask('rustc', ['--version']),
  system: `${process.platform}-${process.arch}`,
});

/** @param {{ hasWheel: boolean }} options */
async function release({ hasWheel }) {
  await buildAll();
  const tarball = await packWidget();
  const wheels = hasWheel ? await buildWheels() : [];
  await step({ title: 'Release', why: 'a ZIP of the site, single files, checksums' }, async () => {
    const { version } = /** @type {{ version: string }} */ (
      JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'))
    );
    const name = `ackscope-${version}`;
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(join(FOLDER, `${name}-site.zip`), await siteZip(name));
    copyFileSync(join(dist, 'ackscope-single.html'), join(FOLDER, `${name}.html`));
    copyFileSync(join(dist, 'sbom.cdx.json'), join(FOLDER, `${name}.sbom.cdx.json`));
    for (const file of [tarball, ...wheels]) copyFileSync(file, join(FOLDER, basename(file)));
    writeFileSync(join(FOLDER, 'provenance.json'), `${JSON.stringify(provenance(version), null, 2)}\n`);
    writeFileSync(join(FOLDER, SUMS), checksums(FOLDER));
    return 'written';
  });
  for (const name of readdirSync(FOLDER)) {
    const file = join(FOLDER, name);
    const kB = Math.ceil(statSync(file).size / 1000);
    say(`${file}: ${kB < 1000 ? `${String(kB)} kB` : `${(kB / 1000).toFixed(1)} MB`}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(() => release({ hasWheel: !process.argv.includes('--no-wheel') }));
