import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const pkg = join(root, 'web', 'engine', 'pkg');
export const dist = join(root, 'web', 'app', 'dist');
/** Stamps of the last build. They are in node_modules, so that other packages cause a new build. */
export const stamps = join(root, 'node_modules', '.cache', 'ackscope');

/** wasm-pack and wasm-bindgen are outside the clone: a second clone need not build them. */
export const toolsHome =
  process.env.ACKSCOPE_TOOLS ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ackscope', 'tools');

/** @param {string} path */
export const fromRoot = (path) => join(root, ...path.split('/'));

/** The file name of a program on this system. @param {string} name */
export const program = (name) => (process.platform === 'win32' ? `${name}.exe` : name);

/** The path of a program on PATH, or null. @param {string} name */
export function which(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder !== '' && existsSync(join(folder, program(name)))) return join(folder, program(name));
  }
  return null;
}

/** `env` with these folders first in its PATH. @param {string[]} folders */
export function withPath(folders, env = process.env) {
  return { ...env, PATH: [...folders, env.PATH ?? ''].join(delimiter) };
}
