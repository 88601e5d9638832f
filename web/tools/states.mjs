import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fromRoot } from './paths.mjs';

const FOLDERS = 'web/app/src';

/**
 * What every page shows as it opens: names and addresses, from `states.json` in the pages' folders. They are looked at
 * at every size, by axe and in screenshots.
 * @returns {[name: string, link: string][]}
 */
export const pageStates = () =>
  readdirSync(fromRoot(FOLDERS)).flatMap((folder) => {
    const file = fromRoot(`${FOLDERS}/${folder}/states.json`);
    if (!existsSync(file)) return [];
    return Object.entries(/** @type {Record<string, string>} */ (JSON.parse(readFileSync(file, 'utf8'))));
  });
