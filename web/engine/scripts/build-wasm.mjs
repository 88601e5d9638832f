// Builds core/wasm, core/wasm-analysis and core/wasm-readers into web/engine/pkg with wasm-pack. Skips the build if no
// file of `inputs` has changed: mainly the sources of the wasm crates and of our crates they use.
import { readFileSync, rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesUnder, fingerprint, isFresh, setStamp } from '../../tools/fingerprint.mjs';
import { fromRoot, pkg, program, toolsHome, withPath } from '../../tools/paths.mjs';
import { ask, run } from '../../tools/run.mjs';
import { ensureRust, ensureWasmTools, WASM_TARGET, wasmToolFolders } from '../../tools/rust.mjs';
import { Trouble, main, step } from '../../tools/terminal.mjs';

/** The first module runs a scenario. The page loads the second one only when it needs more, the third with a file. */
const MODULES = [
  { crate: 'ackscope-wasm', folder: 'core/wasm', out: pkg, name: 'ackscope' },
  {
    crate: 'ackscope-wasm-analysis',
    folder: 'core/wasm-analysis',
    out: join(pkg, 'analysis'),
    name: 'ackscope_analysis',
  },
  {
    crate: 'ackscope-wasm-readers',
    folder: 'core/wasm-readers',
    out: join(pkg, 'readers'),
    name: 'ackscope_readers',
  },
];

/**
 * Optimization levels of the crates for the page. Crates that do not run for every packet are built
 * for size, not for speed. In WebAssembly the engine is as fast at level 2 as at 3, and 1 %
 * smaller. At "s" it would be 5 % smaller and take 1.3 times as long. A script takes as long at "z"
 * as at 3, within the variation between two runs. The readers of measured files are four times as fast at level 2 as
 * at "z", and 50 kB larger (gzip), which only who opens a file loads.
 */
const LEVELS = {
  'ackscope-engine': '2',
  'ackscope-ns2': '"z"',
  'ackscope-program': '"z"',
  'ackscope-script': '"z"',
  'ackscope-scenario': '"z"',
  'ackscope-lab': '"z"',
  'ackscope-wasm': '"z"',
  'ackscope-wasm-analysis': '"z"',
  'ackscope-readers': '2',
  'ackscope-wasm-readers': '"z"',
  'regex-lite': '3',
  serde_json: '"z"',
  serde_core: '"z"',
  itoa: '"z"',
  'wasm-bindgen': '"z"',
  strsim: '"z"',
};
const PROFILE = Object.entries(LEVELS).flatMap(([crate, level]) => [
  '--config',
  `profile.release.package.${crate}.opt-level=${level}`,
]);

/**
 * @typedef {{ name: string, manifest_path: string,
 *   dependencies: { name: string, path?: string, kind: string | null }[] }} Crate
 */

/** The folders of the wasm crates and of all workspace crates that they depend on. */
function crateFolders() {
  const answer = ask('cargo', ['metadata', '--no-deps', '--format-version', '1']);
  if (answer === null) throw new Trouble('`cargo metadata` failed: run it to see why.');
  const crates = /** @type {{ packages: Crate[] }} */ (JSON.parse(answer)).packages;
  /** @type {Set<string>} */
  const folders = new Set();
  const visit = (/** @type {string} */ name) => {
    const crate = crates.find((each) => each.name === name);
    if (crate === undefined) throw new Trouble(`The Cargo workspace has no crate ${name}.`);
    const folder = dirname(crate.manifest_path);
    if (folders.has(folder)) return;
    folders.add(folder);
    for (const used of crate.dependencies) {
      if (used.path !== undefined && used.kind !== 'dev') visit(used.name);
    }
  };
  for (const { crate } of MODULES) visit(crate);
  return [...folders];
}

function inputs() {
  const sources = filesUnder(crateFolders(), new Set(['tests', 'benches', 'examples']));
  const others = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', 'web/engine/scripts/build-wasm.mjs'];
  return [...sources, ...others.map(fromRoot)];
}

const stamp = join(pkg, '.stamp');

/**
 * Compiles as wasm-pack will, which then finds the work done. Needs only Rust.
 *
 * @type {import('../../tools/terminal.mjs').Job}
 */
export async function compileEngine(progress) {
  if (isFresh(stamp, fingerprint(inputs()))) return 'up to date';
  for (const { folder } of MODULES)
    await run('cargo', ['build', '--lib', '--release', '--target', WASM_TARGET, '--locked', ...PROFILE], {
      cwd: fromRoot(folder),
      progress,
    });
  return 'compiled';
}

/** Needs Rust, the wasm tools and the npm packages (which include wasm-opt). */
export async function buildWasm() {
  await step(
    { title: 'Engine', why: 'Rust to WebAssembly, into web/engine/pkg; the first time one or two minutes' },
    async (progress) => {
      const print = fingerprint(inputs());
      if (isFresh(stamp, print)) return 'up to date';
      // Removes only the stamp: while the sources do not compile, the last build stays usable.
      rmSync(stamp, { force: true });
      await Promise.all(
        MODULES.map(({ folder, out, name }) =>
          run(
            join(toolsHome, 'bin', program('wasm-pack')),
            ['build', folder, '--mode', 'no-install', '--release', '--target', 'web']
              .concat(['--out-dir', out, '--out-name', name])
              .concat(['--', '--locked'])
              .concat(PROFILE),
            { env: withPath(wasmToolFolders()), progress },
          ),
        ),
      );
      // A source that changed during compilation may or may not be in the result. The stamp is set
      // only if no source changed.
      if (fingerprint(inputs()) === print) setStamp(stamp, print);
      const kilobytes = (/** @type {number} */ bytes) => `${String(Math.round(bytes / 1000))} kB`;
      const sizes = MODULES.map(({ out, name }) => {
        const wasm = readFileSync(join(out, `${name}_bg.wasm`));
        return `${name} ${kilobytes(wasm.length)}, ${kilobytes(gzipSync(wasm).length)} gzip`;
      });
      return sizes.join('; ');
    },
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main(async () => {
    await ensureRust();
    await ensureWasmTools();
    await buildWasm();
  });
}
