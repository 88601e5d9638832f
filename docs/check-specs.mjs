// Citations of docs/specs: every "NAME §n" and every calculation that a comment or a document names exists, every
// section of a spec names its code, and no text for users cites a spec.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/** Words that are nothing but the name of a spec, and words that are one only before a section or a calculation. */
const OWN_NAMES = ['tcp-core', 'queues-and-links', 'ecn-and-l4s'];
const WORDS = ['metrics', 'theory', 'algorithms', 'quic'];
const NAME = `\\b(${[...OWN_NAMES, ...WORDS].join('|')})(?:\\.md)?`;
const REFERENCE = '(?:§ ?\\d+(?:\\.\\d+)*|[CEMTV]\\d+(?:\\.\\d+)?[a-c]?)';
const CITATION = new RegExp(`${NAME} (${REFERENCE}(?:(?:,| and| to) ${REFERENCE})*)(?![\\w])`, 'gi');
/** The number of a calculation whose name needs no spec before it: a test that stands beside its law. */
const BARE = /(?<![\w.§])[CEMTV]\d+\.\d+[a-c]?\b/g;

/** Documents for those who change the code. All others are for users. */
const FOR_DEVELOPERS = /^(README|docs\/(specs\/.*|adding-.*|architecture|CONTRIBUTING|CHANGELOG|first-hour|mutants|vectors))\.md$/;
/** Generated files with texts that users read. */
const TEXTS = /^(core\/lab\/experiments|web\/[a-z]+\/src\/generated)\/.*\.json$/;
const CODE = /\.(rs|tsx?|mjs)$/;

/** @typedef {{ sections: Set<string>; calculations: Set<string> }} Spec */

/** @param {string} text @returns {Spec} */
function specOf(text) {
  return {
    sections: new Set([...text.matchAll(/^#{2,3} (\d+(?:\.\d+)*)\.? /gm)].map(([, number = '']) => number)),
    calculations: new Set([...text.matchAll(/^\| ([CEMTV]\d+(?:\.\d+)?[a-c]?) \|/gm)].map(([, id = '']) => id)),
  };
}

/** The comments of a source file, each as one line; `place` is the number of its first line. @param {string} text */
function commentsOf(text) {
  /** @type {{ place: number; text: string }[]} */
  const comments = [];
  let isOpen = false;
  for (const [index, line] of text.split('\n').entries()) {
    const words = /^\s*(?:\/\/[/!]?|\/\*+|\*(?!\/))\s?(.*)$/.exec(line)?.[1] ?? /\s\/\/ (.*)$/.exec(line)?.[1];
    const last = comments.at(-1);
    if (words === undefined) isOpen = false;
    else if (isOpen && last !== undefined) last.text += ` ${words.trim()}`;
    else comments.push({ place: index + 1, text: words.trim() });
    if (words !== undefined) isOpen = true;
  }
  return comments;
}

/** A source file without its comments. @param {string} text */
const withoutComments = (text) => text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '').replace(/\s\/\/ .*$/gm, '');

/**
 * @param {string} root @param {string[]} files Paths of all text files, from the root.
 * @returns {string[]} The faults.
 */
export function specFaults(root, files) {
  /** @type {string[]} */
  const faults = [];
  const folder = join(root, 'docs/specs');
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const specs = new Map(names.map((name) => [name.slice(0, -3), specOf(readFileSync(join(folder, name), 'utf8'))]));
  const vectors = readFileSync(join(root, 'docs/vectors.md'), 'utf8');
  const all = new Set([...vectors.matchAll(/^\| ([A-Z]\d+(?:\.\d+)?) \|/gm)].map(([, id = '']) => id));
  for (const spec of specs.values()) for (const id of spec.calculations) all.add(id);

  /** @param {string} place @param {string} text */
  const checkCitations = (place, text) => {
    for (const [whole, name = '', references = ''] of text.matchAll(CITATION)) {
      const spec = specs.get(name.toLowerCase());
      for (const [reference] of references.matchAll(new RegExp(REFERENCE, 'g'))) {
        const known = reference.startsWith('§')
          ? spec?.sections.has(reference.replace(/§ ?/, ''))
          : spec?.calculations.has(reference);
        if (known !== true) faults.push(`${place}: "${whole}": docs/specs/${name.toLowerCase()}.md has no ${reference}`);
      }
    }
  };

  for (const file of files) {
    const isSource = CODE.test(file) && !file.includes('/generated/') && file !== 'docs/check-specs.mjs';
    const isText = file.endsWith('.md') || TEXTS.test(file);
    if (!isSource && !isText) continue;
    const text = readFileSync(join(root, file), 'utf8');
    if (isSource) {
      for (const comment of commentsOf(text)) {
        const place = `${file}:${String(comment.place)}`;
        checkCitations(place, comment.text);
        if (!file.startsWith('core/')) continue;
        for (const [id] of comment.text.matchAll(BARE)) {
          if (!all.has(id)) faults.push(`${place}: no spec and no line of docs/vectors.md has ${id}`);
        }
      }
    } else if (FOR_DEVELOPERS.test(file)) {
      checkCitations(file, text.replaceAll('\n', ' '));
    }
    const read = isSource ? withoutComments(text) : FOR_DEVELOPERS.test(file) ? '' : text;
    const cited = new RegExp(`\\b(?:${OWN_NAMES.join('|')})\\b(?!\\.md\\))|${NAME} §`, 'i').exec(read)?.[0];
    if (cited !== undefined) faults.push(`${file}: a text for users cites "${cited}"; cite the paper, the RFC or the draft`);
  }

  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8');
    for (const section of text.split(/^## /m).slice(1)) {
      const isNumbered = /^\d/.test(section);
      if (isNumbered && !/\]\(\.\.\/\.\.\/(?:core|web)\/\S+\)/.test(section)) {
        faults.push(`docs/specs/${name}: "${section.split('\n', 1)[0] ?? ''}" names no code`);
      }
    }
  }
  return faults;
}

/**
 * A link whose text is code and that leads to a source file: the file contains what the text names.
 * @param {string} root @param {string} file @param {string} text @returns {string[]}
 */
export function linkedNameFaults(root, file, text) {
  return [...text.matchAll(/\[((?:`\w+`(?:, )?)+)\]\(([^)#\s]+\.(?:rs|tsx?|mjs))\)/g)].flatMap(([, names = '', target = '']) => {
    const path = resolve(dirname(file), target);
    let source = '';
    try {
      source = readFileSync(path, 'utf8');
    } catch {
      return []; // the check of links reports it
    }
    return [...names.matchAll(/`(\w+)`/g)]
      .filter(([, name = '']) => !new RegExp(`\\b${name}\\b`).test(source))
      .map(([, name = '']) => `${relative(root, file)}: ${relative(root, path)} has no ${name}`);
  });
}
