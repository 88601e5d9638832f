import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fromRoot, program, toolsHome, which, withPath } from './paths.mjs';
import { fetchProgram, wasmPackRelease } from './release.mjs';
import { ask, attempt, run } from './run.mjs';
import { Trouble, step, together } from './terminal.mjs';

export const WASM_TARGET = 'wasm32-unknown-unknown';
const WASM_PACK_VERSION = '0.15.1';

/** The tools are built once and run only for seconds: a fast build matters more than fast code. */
const QUICK_BUILD = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: '1',
  CARGO_PROFILE_RELEASE_LTO: 'off',
  CARGO_PROFILE_RELEASE_CODEGEN_UNITS: '256',
};

export async function ensureRust() {
  // After a new rustup installation, open shells still have the old PATH.
  if (which('cargo') === null) {
    const bin = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'bin');
    if (existsSync(join(bin, program('cargo')))) process.env.PATH = withPath([bin]).PATH;
  }
  await step(
    { title: 'Rust', why: `compiler, rustfmt, clippy and the target ${WASM_TARGET}` },
    async (progress) => {
      if (which('cargo') === null) {
        throw new Trouble(
          'There is no Rust here. Install it with rustup, see https://rustup.rs, and run this again.',
        );
      }
      // rustup installs the toolchain of rust-toolchain.toml when it is first needed, which can
      // take a minute.
      await attempt('rustc', ['--version'], { progress });
      const note = await ensureComponents(progress);
      const version = /^rustc (\d+)\.(\d+)\S*/.exec(ask('rustc', ['--version']) ?? '');
      const [, major = '0', minor = '0'] = version ?? [];
      const needed = /^rust-version = "(\d+)\.(\d+)/m.exec(readFileSync(fromRoot('Cargo.toml'), 'utf8'));
      if (
        needed !== null &&
        Number(major) * 1000 + Number(minor) < Number(needed[1]) * 1000 + Number(needed[2])
      ) {
        throw new Trouble(
          `Rust ${needed[1]}.${needed[2]} or newer is needed, this is ${major}.${minor}. Run: rustup update stable`,
        );
      }
      if (process.platform === 'linux' && which('cc') === null) {
        throw new Trouble(
          'Rust needs a linker, and there is no `cc`. Install gcc (Debian, Ubuntu: apt-get install gcc libc6-dev; ' +
            'Fedora: dnf install gcc) and run this again.',
        );
      }
      return `${version?.[0] ?? 'rustc'}${note}`;
    },
  );
}

/**
 * Ensures the components of rust-toolchain.toml: rustup adds them, other Rusts must have them.
 *
 * @param {(line: string) => void} progress
 */
async function ensureComponents(progress) {
  const hasTarget = () => {
    const folder = ask('rustc', ['--print', 'target-libdir', '--target', WASM_TARGET]);
    return folder !== null && existsSync(folder);
  };
  const added = [];
  if (!hasTarget()) {
    if (which('rustup') === null) {
      throw new Trouble(
        `This Rust cannot compile to ${WASM_TARGET} and there is no rustup to add it. See https://rustup.rs`,
      );
    }
    await run('rustup', ['target', 'add', WASM_TARGET], { progress });
    added.push(WASM_TARGET);
  }
  for (const [command, component] of /** @type {const} */ ([
    ['cargo-fmt', 'rustfmt'],
    ['cargo-clippy', 'clippy'],
  ])) {
    if (ask(command, ['--version']) !== null) continue;
    if (which('rustup') === null)
      throw new Trouble(`This Rust has no ${component} and there is no rustup to add it.`);
    await run('rustup', ['component', 'add', component], { progress });
    added.push(component);
  }
  return added.length === 0 ? '' : `, added ${added.join(' and ')}`;
}

/** The version in Cargo.lock: tool and library must be equal. */
export function wasmBindgenVersion() {
  const found = /name = "wasm-bindgen"\r?\nversion = "([^"]+)"/.exec(
    readFileSync(fromRoot('Cargo.lock'), 'utf8'),
  );
  if (found?.[1] === undefined) throw new Trouble('Cargo.lock does not name wasm-bindgen.');
  return found[1];
}

const wasmBindgenRoot = () => join(toolsHome, `wasm-bindgen-${wasmBindgenVersion()}`);

/** Folders to put before PATH for wasm-pack: it then uses these tools and downloads nothing. */
export function wasmToolFolders() {
  return [join(wasmBindgenRoot(), 'bin'), join(toolsHome, 'bin'), fromRoot('node_modules/.bin')];
}

/**
 * The command that wasm-pack calls: our program over wasm-bindgen's library, because the command itself takes minutes to
 * compile.
 *
 * @type {import('./terminal.mjs').Job}
 */
export async function ensureWasmBindgen(progress) {
  const binary = join(wasmBindgenRoot(), 'bin', program('wasm-bindgen'));
  if (ask(binary, ['--version']) !== null) return 'up to date';
  const folder = join(wasmBindgenRoot(), 'build');
  const crate = 'ackscope-wasm-glue';
  await run('cargo', ['build', '--locked', '--package', crate, '--profile', 'tool', '--target-dir', folder], {
    progress,
  });
  mkdirSync(dirname(binary), { recursive: true });
  copyFileSync(join(folder, 'tool', program(crate)), binary);
  rmSync(folder, { recursive: true });
  return 'compiled';
}

/** @type {import('./terminal.mjs').Job} */
export async function ensureWasmPack(progress) {
  const binary = join(toolsHome, 'bin', program('wasm-pack'));
  const works = () => ask(binary, ['--version']) === `wasm-pack ${WASM_PACK_VERSION}`;
  if (works()) return 'up to date';
  progress('asks for its release');
  const address = wasmPackRelease(WASM_PACK_VERSION);
  if (address !== null && (await fetchProgram(address, binary)) && works()) return 'its release';
  const install = ['wasm-pack', '--version', WASM_PACK_VERSION, '--locked', '--root', toolsHome];
  await run('cargo', ['install', '--force', ...install], {
    env: { ...process.env, ...QUICK_BUILD, CARGO_PROFILE_RELEASE_OPT_LEVEL: '0' },
    progress,
  });
  return 'compiled';
}

export async function ensureWasmTools() {
  await together(
    { title: 'WebAssembly tools', why: `once per user, into ${toolsHome}; about a minute` },
    { 'wasm-bindgen': ensureWasmBindgen, 'wasm-pack': ensureWasmPack },
  );
}

/**
 * @param {string} name
 * @param {string} why
 * @param {string} binary
 * @param {string[]} install
 * @param {string[]} [version]
 */
async function ensureTool(name, why, binary, install, version = ['--version']) {
  const first = `${why}; compiled once per user into ${toolsHome}, two to four minutes`;
  await step({ title: name, why: existsSync(binary) ? why : first }, async (progress) => {
    if (existsSync(binary) && ask(binary, version) !== null) return 'up to date';
    await run('cargo', ['install', '--force', ...install], {
      env: { ...process.env, ...QUICK_BUILD },
      progress,
    });
    return 'compiled';
  });
}

const CARGO_DENY_VERSION = '0.18.3';

/** Checks crates for vulnerabilities, licences and sources; only `npm run audit` needs it. */
export async function ensureCargoDeny() {
  await ensureTool(
    'cargo-deny',
    'checks crates: weaknesses, licences, sources',
    join(toolsHome, 'bin', program('cargo-deny')),
    ['cargo-deny', '--version', CARGO_DENY_VERSION, '--locked', '--root', toolsHome],
  );
  return join(toolsHome, 'bin', program('cargo-deny'));
}

const CARGO_MUTANTS_VERSION = '26.0.0';

/** Mutates the engine; only `npm run mutants` needs it. */
export async function ensureCargoMutants() {
  const binary = join(toolsHome, 'bin', program('cargo-mutants'));
  await ensureTool(
    'cargo-mutants',
    'changes the engine, one operator or value at a time',
    binary,
    ['cargo-mutants', '--version', CARGO_MUTANTS_VERSION, '--locked', '--root', toolsHome],
    ['mutants', '--version'],
  );
  return binary;
}
