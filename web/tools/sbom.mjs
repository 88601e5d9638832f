import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fromRoot } from './paths.mjs';
import { ask } from './run.mjs';
import { Trouble } from './terminal.mjs';

/**
 * The parts of the built page as a CycloneDX document: the npm packages and the crates whose code
 * it contains, with the versions of the lock files. It has no time and no random number, so the
 * same commit gives the same file.
 */

/**
 * @typedef {{ name: string, version: string, licence: string, purl: string, hash?: string }} Part
 */
/**
 * @typedef {{ version?: string, license?: string, integrity?: string,
 *   dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>, link?: boolean,
 *   resolved?: string }} Locked
 */

/**
 * The npm packages that these workspaces need to run, with their dependencies.
 *
 * @param {readonly string[]} workspaces
 * @returns {Part[]}
 */
export function npmParts(workspaces) {
  const { packages } = /** @type {{ packages: Record<string, Locked> }} */ (
    JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8'))
  );
  /** @type {Map<string, Part>} */
  const parts = new Map();
  const seen = new Set();
  /**
   * Searches like Node: in the folder's own node_modules, then further up.
   *
   * @param {string} from
   * @param {string} name
   */
  const find = (from, name) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules') - 1))) {
      const at = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
      if (packages[at] !== undefined) return at;
      if (folder === '') return null;
      if (!folder.includes('node_modules')) folder = '';
    }
  };
  /** @param {string} at */
  const visit = (at) => {
    if (seen.has(at)) return;
    seen.add(at);
    const entry = packages[at];
    if (entry === undefined) return;
    if (entry.link === true && entry.resolved !== undefined) {
      visit(entry.resolved);
      return;
    }
    const name = at.split('node_modules/').at(-1) ?? at;
    if (at.includes('node_modules/') && entry.version !== undefined)
      parts.set(at, {
        name,
        version: entry.version,
        licence: entry.license ?? 'none stated',
        purl: `pkg:npm/${name.replace('@', '%40')}@${entry.version}`,
        ...(entry.integrity === undefined ? {} : { hash: entry.integrity }),
      });
    const peers = Object.keys(entry.peerDependencies ?? {}).filter(
      (peer) => entry.peerDependenciesMeta?.[peer]?.optional !== true,
    );
    const own = Object.keys({ ...entry.dependencies, ...entry.optionalDependencies });
    for (const other of [...own, ...peers]) {
      const place = find(at, other);
      if (place !== null) visit(place);
      else if (entry.dependencies?.[other] !== undefined)
        throw new Trouble(`package-lock.json does not hold ${other}, which ${name} needs.`);
    }
  };
  for (const workspace of workspaces) visit(workspace);
  return [...parts.values()];
}

/**
 * @typedef {{ id: string, name: string, version: string, license: string | null,
 *   source: string | null, targets: { kind: string[] }[] }} Crate
 */
/** @typedef {{ id: string, deps: { pkg: string, dep_kinds: { kind: string | null }[] }[] }} Node */

/** The crates whose code is in the engine's WebAssembly. @returns {Part[]} */
export function crateParts() {
  const target = ['--filter-platform', 'wasm32-unknown-unknown'];
  const text = ask('cargo', ['metadata', '--format-version', '1', '--locked', ...target]);
  if (text === null) throw new Trouble('cargo metadata gave nothing: are the crates downloaded?');
  const { packages, resolve } = /** @type {{ packages: Crate[], resolve: { nodes: Node[] } }} */ (
    JSON.parse(text)
  );
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  // The code of procedural macros runs only in the compiler.
  const macros = new Set(
    packages
      .filter(({ targets }) => targets.some(({ kind }) => kind.includes('proc-macro')))
      .map(({ id }) => id),
  );
  const modules = packages.filter(({ name }) => /^ackscope-wasm(-analysis|-readers)?$/.test(name));
  /** @type {Set<string>} */
  const reached = new Set();
  /** @param {string} id */
  const visit = (id) => {
    if (reached.has(id) || macros.has(id)) return;
    reached.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id)?.deps ?? [])
      // Dependencies that only build or only test a crate are omitted.
      if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  for (const { id } of modules) visit(id);
  return packages
    .filter(({ id, source }) => reached.has(id) && source !== null)
    .map(({ name, version, license }) => ({
      name,
      version,
      licence: (license ?? 'none stated').replaceAll('/', ' OR '),
      purl: `pkg:cargo/${name}@${version}`,
    }));
}

/** Parts that no lock file names. @type {Part[]} */
const FILES = [
  {
    // web/charts/src/fonts/README.md says which part of it is used, and how it was made.
    name: 'stix-two-math',
    version: '2.12',
    licence: 'OFL-1.1',
    purl: 'pkg:generic/stix-two-math@2.12',
  },
];

/** @returns {Part[]} */
export function allParts() {
  const parts = [...npmParts(['web/app', 'web/embed']), ...crateParts(), ...FILES];
  return parts.sort((a, b) => (a.purl < b.purl ? -1 : 1));
}

/** The document. @param {readonly Part[]} parts @param {string} version */
export function sbom(parts, version) {
  const components = parts.map(({ name, version, licence, purl, hash }) => ({
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    licenses: [{ expression: licence }],
    purl,
    ...(hash === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: hexOf(hash) }] }),
  }));
  const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
  const uuid = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid}`,
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': 'ackscope', name: 'ackscope', version },
    },
    components,
  };
}

/** @param {string} integrity */
const hexOf = (integrity) => Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
