// All mutants in one build: each function that has some is given a choice between its own body and theirs, by a number that the
// environment names. One compilation instead of thousands, and what is not chosen is the engine as it is.

/**
 * @typedef {{ line: number, column: number }} Place counted from one, columns in characters
 * @typedef {{ start: Place, end: Place }} Span
 *
 * @typedef {object} Mutant as `cargo mutants --list --json` has them
 * @property {string} file
 * @property {{ function_name: string, span: Span } | null} function
 * @property {Span} span
 * @property {string} replacement
 * @property {string} genre
 * @property {number} [id]
 */

/** The choice, as source: read once, because functions ask it millions of times. */
export const CHOICE = `
/// Which mutant is alive; none of them is number zero.
pub fn mutant() -> u32 {
    static ALIVE: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {
        std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
    });
    *ALIVE
}
`;

/** Where a place is in a text. @param {readonly number[]} lines offsets of the lines @param {string} text @param {Place} place */
function offset(lines, text, { line, column }) {
  const from = lines[line - 1] ?? text.length;
  // Columns count characters, strings count UTF-16 units.
  const before = [...text.slice(from, from + 2 * column)].slice(0, column - 1);
  return from + before.join('').length;
}

/** Where a function's body begins, after its brace. @param {string} text @param {number} from */
function bodyStart(text, from) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith('//', at)) {
      at = text.indexOf('\n', at);
      continue;
    }
    const sign = text[at];
    if (sign === '(' || sign === '[') depth += 1;
    else if (sign === ')' || sign === ']') depth -= 1;
    else if (sign === '{' && depth === 0) return at + 1;
  }
  throw new Error('a function without a body');
}

/**
 * The text of a file with all of its mutants in it, and what each line of it belongs to.
 *
 * @param {string} text
 * @param {readonly Mutant[]} mutants those of this file, each with its number
 * @returns {{ text: string, owners: Map<number, number> }} numbers of mutants by line, from one
 */
export function withMutants(text, mutants) {
  const lines = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
  /** @type {Map<string, { from: number, to: number, mutants: Mutant[] }>} */
  const functions = new Map();
  for (const mutant of mutants) {
    if (mutant.function === null) continue;
    const start = offset(lines, text, mutant.function.span.start);
    const key = String(start);
    const known = functions.get(key);
    if (known !== undefined) known.mutants.push(mutant);
    else {
      const to = offset(lines, text, mutant.function.span.end) - 1;
      functions.set(key, { from: bodyStart(text, start), to, mutants: [mutant] });
    }
  }
  let result = '';
  let done = 0;
  for (const { from, to, mutants: here } of [...functions.values()].sort((a, b) => a.from - b.from)) {
    // A function within a function is a part of the outer one's bodies.
    if (from < done) continue;
    const body = text.slice(from, to);
    result += `${text.slice(done, from)}\n    match crate::mutant() {\n`;
    for (const mutant of here) {
      const [a, b] = [offset(lines, text, mutant.span.start), offset(lines, text, mutant.span.end)];
      if (a < from || b > to) continue;
      const changed = `${text.slice(from, a)}${mutant.replacement}${text.slice(b, to)}`;
      result += `/*${String(mutant.id)}*/ ${String(mutant.id)} => { ${changed}\n/**/ }\n`;
    }
    result += `    _ => {${body}}\n    }\n`;
    done = to;
  }
  result += text.slice(done);
  return { text: result, owners: ownersOf(result) };
}

/** @param {string} text */
function ownersOf(text) {
  /** @type {Map<number, number>} */
  const owners = new Map();
  let owner = 0;
  for (const [at, line] of text.split('\n').entries()) {
    const begin = /^\/\*(\d+)\*\//.exec(line)?.[1];
    if (begin !== undefined) owner = Number(begin);
    if (owner !== 0) owners.set(at + 1, owner);
    if (line.startsWith('/**/')) owner = 0;
  }
  return owners;
}
