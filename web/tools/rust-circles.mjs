// Finds modules of a Rust crate that import one another in a circle. A module is a file or folder right
// below `src`; tests at the end of a file may import what they like.
import { readFileSync, readdirSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Comments may speak of anything, and texts may hold braces. @param {string} text */
const plain = (text) =>
  (text.split(/^\s*#\[cfg\(test\)\]\s*mod \w+ \{/m)[0] ?? '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '""');

/**
 * The names that stand right behind a path's beginning: one word, or the first words of a list in braces.
 * @param {string} rest
 */
function namesOf(rest) {
  if (!rest.startsWith('{')) return rest.match(/^\w+/) ?? [];
  let depth = 0;
  let top = '';
  for (const letter of rest) {
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && letter !== '{') top += letter;
  }
  return top.split(',').flatMap((item) => item.trim().match(/^\w+/) ?? []);
}

/**
 * The modules that each module of a crate imports.
 * @param {Map<string, string>} files paths below `src`, with `/`, and their texts
 */
export function imports(files) {
  const root = plain(files.get('lib.rs') ?? files.get('main.rs') ?? '');
  const modules = new Set(
    [...root.matchAll(/^\s*(?:pub(?:\([\w ]+\))? )?mod (\w+);/gm)].map(([, name]) => name ?? ''),
  );
  /** Where a name that the crate hands on comes from. @type {Map<string, string>} */
  const origin = new Map();
  for (const [, module = '', rest = ''] of root.matchAll(/\buse (?:self::|crate::)?(\w+)::([^;]+);/g)) {
    for (const name of rest.match(/\w+/g) ?? []) origin.set(name, module);
  }
  /** @type {Map<string, Set<string>>} */
  const found = new Map([...modules].map((name) => [name, new Set()]));
  for (const [path, text] of files) {
    const parts = path.replace(/(\/mod)?\.rs$/, '').split('/');
    const into = found.get(parts[0] ?? '');
    if (into === undefined) continue;
    // From a file that is this deep, as many `super` lead to the crate.
    const up = 'super::'.repeat(parts.length);
    const code = plain(text);
    for (const begin of code.matchAll(new RegExp(`(?<![\\w:])(?:\\$?crate::|${up})(?=[\\w{])`, 'g'))) {
      const rest = code.slice(begin.index + begin[0].length);
      for (const name of namesOf(rest)) {
        const module = modules.has(name) ? name : origin.get(name);
        if (module !== undefined && module !== parts[0]) into.add(module);
      }
    }
  }
  return found;
}

/**
 * The groups of modules that reach one another, each in alphabetical order.
 * @param {Map<string, Set<string>>} graph
 */
export function circles(graph) {
  /** @param {string} from */
  const reached = (from) => {
    const seen = new Set(graph.get(from));
    for (const name of seen) for (const next of graph.get(name) ?? []) seen.add(next);
    return seen;
  };
  const reach = new Map([...graph.keys()].map((name) => [name, reached(name)]));
  /** @type {string[][]} */
  const groups = [];
  for (const name of [...graph.keys()].sort()) {
    if (groups.some((group) => group.includes(name)) || reach.get(name)?.has(name) !== true) continue;
    groups.push(
      [...graph.keys()].filter((other) => reach.get(name)?.has(other) && reach.get(other)?.has(name)).sort(),
    );
  }
  return groups;
}

/** The sources of a crate, by their paths below `src`. @param {string} folder */
export function sourcesOf(folder) {
  const src = join(folder, 'src');
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => name.endsWith('.rs') && !/(^|[\\/])tests?\.rs$|_tests\.rs$/.test(name))
      .map((name) => [name.split(sep).join('/'), readFileSync(join(src, name), 'utf8')]),
  );
}
