import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../core/engine/tests/goldens/', import.meta.url));

export interface Golden {
  name: string;
  text: string;
  /** Trace hashes that native code computed, in the order of the lanes. */
  hashes: string[];
}

/** Every golden of the engine. A missing file throws, so that no comparison is skipped silently. */
export function goldens(): Golden[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      name,
      text: readFileSync(`${FOLDER}${name}/scenario.json`, 'utf8'),
      // One line per lane; the hash is its last word.
      hashes: readFileSync(`${FOLDER}${name}/hash.txt`, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => line.trim().split(/\s+/).at(-1) ?? ''),
    }));
}
