import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './paths.mjs';

/** Folders on which no build depends. */
const NEVER = new Set([
  'node_modules',
  'target',
  'dist',
  'pkg',
  '.git',
  '.vite',
  'test-results',
  'playwright-report',
]);

/**
 * All files under the given files and folders, in a fixed order.
 *
 * @param {readonly string[]} paths
 * @param {ReadonlySet<string>} [leaveOut] names of folders
 * @returns {string[]}
 */
export function filesUnder(paths, leaveOut = new Set()) {
  /** @type {string[]} */
  const files = [];
  const visit = (/** @type {string} */ path) => {
    if (!statSync(path).isDirectory()) {
      files.push(path);
      return;
    }
    for (const entry of readdirSync(path).sort()) {
      if (!NEVER.has(entry) && !leaveOut.has(entry)) visit(join(path, entry));
    }
  };
  for (const path of paths) if (existsSync(path)) visit(path);
  return files;
}

/**
 * A hash of names and contents: it is the same in a clone, a checkout and a copy.
 *
 * @param {readonly string[]} files
 */
export function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} stamp a file @param {string} print */
export function isFresh(stamp, print) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === print;
}

/** @param {string} stamp a file @param {string} print */
export function setStamp(stamp, print) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, print);
}
