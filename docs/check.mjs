// Fails on a link that leads nowhere, on a crate or package that the architecture leaves out, on a command in a
// code block that does not exist, on a named test that does not exist, on a citation of a spec that leads nowhere,
// and on an action of a workflow without a commit.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkedNameFaults, specFaults } from './check-specs.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SKIPPED = new Set(['node_modules', 'target', 'dist', 'pkg', '.git', 'test-results', 'playwright-report']);

/** @type {string[]} */
const faults = [];

/** @param {string} folder @returns {string[]} */
function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesUnder(path);
    return /\.(md|rs|tsx?|mjs|json)$/.test(entry.name) ? [path] : [];
  });
}

/** @param {string} text */
const withoutCode = (text) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));

/** The anchors that a forge gives to headings. @param {string} text */
function anchorsOf(text) {
  /** @type {Set<string>} */
  const anchors = new Set();
  for (const [, title = ''] of text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
    const slug = title
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    let name = slug;
    for (let i = 1; anchors.has(name); i++) name = `${slug}-${String(i)}`;
    anchors.add(name);
  }
  for (const [, id = ''] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

const LINK = /\]\(<?([^)<>\s]+)>?(?:\s+"[^"]*")?\)|<(?:img|source|a)\b[^>]*?\b(?:src|srcset|href)="([^"]+)"|^\[[^\]]+\]:\s*(\S+)/gm;

/** @param {string} file @param {string} text */
function checkLinks(file, text) {
  for (const [, inline, html, reference] of withoutCode(text).matchAll(LINK)) {
    const target = inline ?? html ?? reference ?? '';
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) continue; // another place, not ours to check
    const [path = '', anchor] = decodeURI(target).split('#');
    const destination = path === '' ? file : resolve(dirname(file), path);
    const where = relative(ROOT, file);
    if (relative(ROOT, destination).startsWith('..')) {
      faults.push(`${where}: the link ${target} leads out of the repository`);
    } else if (!existsSync(destination)) {
      faults.push(`${where}: the link ${target} leads nowhere`);
    } else if (anchor !== undefined && destination.endsWith('.md')) {
      if (!anchorsOf(readFileSync(destination, 'utf8')).has(anchor)) {
        faults.push(`${where}: ${target}: there is no such heading`);
      }
    }
  }
}

/** @type {{ scripts: Record<string, string> }} */
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const crates = [...foldersWith('core', 'Cargo.toml'), ...foldersWith('core/engine', 'Cargo.toml')];
const packages = foldersWith('web', 'package.json');

/** @param {string} parent @param {string} file */
function foldersWith(parent, file) {
  return readdirSync(join(ROOT, parent))
    .map((name) => `${parent}/${name}`)
    .filter((folder) => existsSync(join(ROOT, folder, file)));
}

/** @param {string} folder */
const crateName = (folder) => /^name = "([^"]+)"/m.exec(readFileSync(join(ROOT, folder, 'Cargo.toml'), 'utf8'))?.[1];

/** Why a command cannot be run, or null. Only our own commands are judged. @param {string} line */
function commandFault(line) {
  const words = line.trim().split(/\s+/);
  const [program, first = '', second = ''] = words;
  if (program === 'npm') {
    const script = first === 'run' ? second : first === 'start' || first === 'test' ? first : null;
    if (script !== null && manifest.scripts[script] === undefined) return `package.json has no script ${script}`;
  }
  if (program === 'cargo') {
    const at = words.findIndex((word) => word === '-p' || word === '--package');
    const name = words[at + 1];
    if (at >= 0 && !crates.some((folder) => crateName(folder) === name)) return `there is no crate ${String(name)}`;
  }
  // `ackscope run …`, or through Cargo: `cargo run -p ackscope-cli -- run …`.
  const command = /^(?:cargo run\b.*\s-p ackscope-cli\s.*?-- |ackscope )([a-z-]+)/.exec(line.trim())?.[1];
  if (command !== undefined && !existsSync(join(ROOT, 'core/cli/src/commands', `${command.replaceAll('-', '_')}.rs`))) {
    return `ackscope has no command ${command}`;
  }
  // A path with a folder in it is meant to be one of ours; a bare name stands for the reader's own file.
  const missing = words.find((word) => /^[\w.-]+\/[\w./+-]+\.(json|mjs|ts|md)$/.test(word) && !existsSync(join(ROOT, word)));
  if (missing !== undefined) return `there is no file ${missing}`;
  if (program?.startsWith('./') === true || program?.startsWith('.ci/') === true) {
    if (!existsSync(join(ROOT, program))) return `there is no file ${program}`;
  }
  return null;
}

/** @param {string} file @param {string} text */
function checkCommands(file, text) {
  for (const [, block = ''] of text.matchAll(/^```(?:sh|bash|console|shell)\n([\s\S]*?)^```/gm)) {
    for (const raw of block.split('\n')) {
      const line = raw.replace(/^\$ /, '').replace(/\s+#.*$/, '');
      const fault = commandFault(line);
      if (fault !== null) faults.push(`${relative(ROOT, file)}: \`${line.trim()}\`: ${fault}`);
    }
  }
}

function checkArchitecture() {
  const path = join(ROOT, 'docs/architecture.md');
  if (!existsSync(path)) {
    faults.push('docs/architecture.md is missing');
    return;
  }
  const text = readFileSync(path, 'utf8');
  for (const folder of [...crates, ...packages]) {
    if (!text.includes(folder)) faults.push(`docs/architecture.md does not mention ${folder}`);
  }
}

/** How many vectors of each kind there are: each is in docs/vectors.md, with a test. */
const VECTORS = { M1: 5, M2: 6, M3: 6, M4: 3, M5: 3, M6: 7, M7: 4, M8: 7, M9: 8, M10: 20, M11: 6, M12: 7, M13: 6, M14: 4, V1: 9, D: 22, T: 15, A: 16 };

function checkVectors() {
  const text = readFileSync(join(ROOT, 'docs/vectors.md'), 'utf8');
  for (const [, path = '', name = ''] of text.matchAll(/`(core\/[\w/-]+\.rs)` `(\w+)`/g)) {
    const source = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '';
    if (!new RegExp(`#\\[test\\]\\s+fn ${name}\\(`).test(source)) faults.push(`docs/vectors.md: there is no test ${name} in ${path}`);
  }
  for (const [kind, count] of Object.entries(VECTORS)) {
    for (let n = 1; n <= count; n++) {
      const id = `${kind}${kind.length > 1 ? '.' : ''}${String(n)}`;
      if (!new RegExp(`^\\| ${id.replace('.', '\\.')} \\|.*\`core/`, 'm').test(text)) {
        faults.push(`docs/vectors.md: ${id} has no test`);
      }
    }
  }
}

/** The first hour promises twelve stops; that each names a function of its file is checked with all other links. */
function checkFirstHour() {
  const stops = /^## A packet in twelve stops$([\s\S]*?)^## /m.exec(readFileSync(join(ROOT, 'docs/first-hour.md'), 'utf8'))?.[1] ?? '';
  const linked = [...stops.matchAll(/^\| (\d+) \|[^|]*\| \[`\w+`\]\([^)]+\.(?:rs|ts)\) \|/gm)].map(([, number]) => number);
  if (linked.join() !== '1,2,3,4,5,6,7,8,9,10,11,12') faults.push(`docs/first-hour.md: stops with a function: ${linked.join(', ')}`);
}

/** A tag of an action can be moved to other code; a commit cannot. */
function checkActions() {
  const folder = join(ROOT, '.github/workflows');
  for (const name of readdirSync(folder)) {
    for (const [line, action = ''] of readFileSync(join(folder, name), 'utf8').matchAll(/^.*\buses: *(\S+).*$/gm)) {
      const isPinned = /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line) || action.startsWith('./');
      if (!isPinned) faults.push(`.github/workflows/${name}: ${action}: name a commit, and its tag behind it`);
    }
  }
}

const all = filesUnder(ROOT);
const files = all.filter((file) => file.endsWith('.md'));
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  checkLinks(file, text);
  checkCommands(file, text);
  faults.push(...linkedNameFaults(ROOT, file, text));
}
faults.push(...specFaults(ROOT, all.map((file) => relative(ROOT, file))));
checkArchitecture();
checkVectors();
checkFirstHour();
checkActions();
if (!statSync(join(ROOT, 'README.md'), { throwIfNoEntry: false })?.isFile()) faults.push('README.md is missing');

if (faults.length > 0) {
  process.stderr.write(`${faults.join('\n')}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${String(files.length)} files: every link and every citation of a spec leads somewhere, every command and every named test exists.\n`);
}
