import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { attempt } from './run.mjs';

/** After this long the source is compiled instead, which takes a minute. */
const LIMIT_MS = 15_000;

/** Systems for which wasm-pack has releases, by Node's names. @type {Record<string, string>} */
const SYSTEMS = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-msvc',
};

/**
 * Where wasm-pack's release for this system is, or null.
 *
 * @param {string} version
 * @param {string} [system]
 */
export function wasmPackRelease(version, system = `${process.platform}-${process.arch}`) {
  const target = SYSTEMS[system];
  if (target === undefined) return null;
  const name = `wasm-pack-v${version}-${target}`;
  return `https://github.com/wasm-bindgen/wasm-pack/releases/download/v${version}/${name}.tar.gz`;
}

/**
 * Fetches a program out of an archive (`name.tar.gz` with the program in the folder `name`). False if the network does not
 * have it within the limit, or if it is no such archive.
 *
 * @param {string} address
 * @param {string} binary where the program is to be
 * @param {number} [limitMs]
 */
export async function fetchProgram(address, binary, limitMs = LIMIT_MS) {
  const folder = mkdtempSync(join(tmpdir(), 'ackscope-release-'));
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(limitMs) });
    if (!answer.ok) return false;
    writeFileSync(join(folder, 'release.tar.gz'), Buffer.from(await answer.arrayBuffer()));
    const { code } = await attempt('tar', ['-xzf', 'release.tar.gz'], { cwd: folder });
    if (code !== 0) return false;
    mkdirSync(dirname(binary), { recursive: true });
    // Under another name first: an interrupted copy leaves no half program.
    copyFileSync(join(folder, basename(address, '.tar.gz'), basename(binary)), `${binary}.new`);
    renameSync(`${binary}.new`, binary);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
