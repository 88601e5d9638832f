// Fails where an import points the wrong way, and where files import one another in a circle, values or
// types, at once or later. Packages: engine < model < app, engine < charts <
// app, embed < app; the app is not imported by anything. Between the packages only the package's
// name is used, and what is used is declared. Modules of a Rust crate form no circle either.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { circles as circlesOf, imports, sourcesOf } from './tools/rust-circles.mjs';

const WEB = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** What each package may import of ours. @type {Record<string, string[]>} */
const BELOW = {
  engine: [],
  model: ['engine'],
  charts: ['engine'],
  // What a host page loads; the page in the frame shares only the words of the protocol with it.
  embed: [],
  app: ['engine', 'model', 'charts', 'embed'],
};

/** What a package's sources must not import from elsewhere, and why. @type {Record<string, [RegExp, string][]>} */
const KEPT_OUT = {
  engine: [[/^(react|react-dom|react-aria.*|zustand|d3-.*)(\/|$)/, 'the engine knows no page']],
  model: [[/^(react|react-dom|react-aria.*|d3-.*|zustand\/react)(\/|$)/, 'the model works without React']],
  charts: [
    [
      /^(zustand|react-aria.*|@ackscope\/model)(\/|$)/,
      'a chart gets props and tells events; it knows no store',
    ],
  ],
};

/** Data from elsewhere in the repository: the experiments, which the command line runs, too. */
const SHARED_DATA = [join(ROOT, 'core', 'lab', 'experiments') + sep, join(ROOT, 'docs') + sep];

const IMPORT = /(?:(?<![-.\w'"])from|\bimport)\s*\(?\s*(['"])([^'"]+)\1/g;

/** @type {string[]} */
const faults = [];

/** The files of its own package that each file imports. @type {Map<string, string[]>} */
const IMPORTED = new Map();

/** @param {string} folder @returns {string[]} */
function sources(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => /\.(ts|tsx|mts|js|mjs)$/.test(name) && !/(^|[\\/])(node_modules|dist|pkg)[\\/]/.test(name),
    )
    .map((name) => join(folder, name));
}

/** Comments may speak of anything. @param {string} text */
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');

/** @param {string} name @param {string} file @param {string} text @param {Set<string>} declared */
function checkFile(name, file, text, declared) {
  const where = relative(ROOT, file);
  const folder = join(WEB, name);
  const inSources = file.startsWith(join(folder, 'src') + sep);
  const fault = (/** @type {string} */ what) => faults.push(`${where}: ${what}`);

  /** @type {string[]} */
  const inside = [];
  IMPORTED.set(file, inside);
  for (const [, , target = ''] of text.matchAll(IMPORT)) {
    // An import that the page only shows, with a place to be filled in.
    if (target.startsWith('${')) continue;
    if (target.startsWith('.')) {
      const path = resolve(dirname(file), target);
      inside.push(path);
      const isData = SHARED_DATA.some((data) => path.startsWith(data)) && /\.(json|md)(\?.*)?$/.test(path);
      if (!path.startsWith(folder + sep) && inSources && !isData) {
        fault(`imports ${target}, which is in another package: use the package's name`);
      }
      if (
        path.includes(`${sep}engine${sep}pkg${sep}`) &&
        inSources &&
        !/[\\/](worker|analysis|readers|compile|openEvaluate|wasm)\.ts$/.test(file)
      ) {
        fault(
          'imports pkg: only the worker does, what it loads later, what compiles for it, what evaluates, and their types',
        );
      }
      continue;
    }
    const ours = /^@ackscope\/([^/]+)/.exec(target)?.[1];
    if (ours !== undefined && ours !== name && !(BELOW[name] ?? []).includes(ours)) {
      fault(
        `imports @ackscope/${ours}: ${name} may import ${(BELOW[name] ?? []).join(', ') || 'none of ours'}`,
      );
    }
    const outside = /^(@[^/]+\/[^/]+|[^/]+)/.exec(target)?.[1] ?? target;
    if (inSources && !target.includes(':') && outside !== `@ackscope/${name}` && !declared.has(outside)) {
      fault(`imports ${outside}, which web/${name}/package.json does not name`);
    }
    if (inSources && target.startsWith('node:')) fault(`imports ${target}: this runs in a browser`);
    if (inSources) {
      for (const [pattern, why] of KEPT_OUT[name] ?? [])
        if (pattern.test(target)) fault(`imports ${target}: ${why}`);
    }
  }
}

/**
 * Circles of imports, each as the files on the way from one file back to itself. A file that was left
 * without a circle is in none.
 */
function circles() {
  /** @type {string[][]} */
  const found = [];
  /** @type {Set<string>} */
  const left = new Set();
  /** @type {string[]} */
  const way = [];
  const visit = (/** @type {string} */ file) => {
    if (left.has(file)) return;
    const begin = way.indexOf(file);
    if (begin >= 0) {
      found.push(way.slice(begin));
      return;
    }
    way.push(file);
    for (const next of IMPORTED.get(file) ?? []) visit(next);
    way.pop();
    left.add(file);
  };
  for (const file of IMPORTED.keys()) visit(file);
  return found;
}

const packages = readdirSync(WEB, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && existsSync(join(WEB, entry.name, 'package.json')))
  .map(({ name }) => name);

let files = 0;
for (const name of packages) {
  if (!(name in BELOW)) {
    faults.push(
      `web/${name}: a package that has no place in the layers; give it one in web/check-layers.mjs`,
    );
    continue;
  }
  /** @type {Record<string, Record<string, string> | undefined>} */
  const manifest = JSON.parse(readFileSync(join(WEB, name, 'package.json'), 'utf8'));
  const declared = new Set(
    ['dependencies', 'devDependencies', 'peerDependencies'].flatMap((key) =>
      Object.keys(manifest[key] ?? {}),
    ),
  );
  for (const file of sources(join(WEB, name))) {
    files += 1;
    checkFile(name, file, withoutComments(readFileSync(file, 'utf8')), declared);
  }
}

for (const way of circles()) {
  const names = [...way, way[0] ?? ''].map((file) => relative(ROOT, file));
  faults.push(`${names.join(' -> ')}: a circle of imports; move what both need below them`);
}

const CORE = join(ROOT, 'core');
let modules = 0;
for (const crate of readdirSync(CORE).filter((name) => existsSync(join(CORE, name, 'src')))) {
  const graph = imports(sourcesOf(join(CORE, crate)));
  modules += graph.size;
  for (const group of circlesOf(graph))
    faults.push(`core/${crate}: ${group.join(', ')}: modules in a circle; move what both need below them`);
}

if (files === 0 || modules < 80) faults.push('There are no sources: this looks in the wrong place.');
if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(
    `${String(files)} files in ${packages.join(', ')} and ${String(modules)} modules of crates: ` +
      'every import points the right way, none in a circle.\n',
  );
}
