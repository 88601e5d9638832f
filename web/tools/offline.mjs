import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Writes the service worker into a built site: the list of the site's files and a digest of them,
 * then the worker's own text.
 * @param {string} site - the folder, complete except for this file
 * @param {string} source - the worker's text
 * @param {string[]} left - names of files that are not kept
 */
export function writeServiceWorker(site, source, left = []) {
  const name = 'sw.js';
  const files = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== name && !left.includes(entry.name))
    .map((entry) => relative(site, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  const text = readFileSync(source, 'utf8');
  const hash = createHash('sha256').update(text);
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(site, file)));
  const head = [
    `const VERSION = ${JSON.stringify(hash.digest('hex').slice(0, 16))};`,
    `const FILES = ${JSON.stringify(files)};`,
  ];
  writeFileSync(join(site, name), `${head.join('\n')}\n${text}`);
}
