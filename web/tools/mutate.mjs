// Builds all mutants at once: a function with mutants chooses between its own body and theirs, by a
// number in the environment. This needs one compilation instead of thousands, and without a choice
// the engine is unchanged.

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
 *
 * @typedef {Mutant & { id: number, name: string }} Numbered
 */

/**
 * The source of the choice. The number is read once, because functions ask for it millions of
 * times. The mutants that a run could have met are recorded, by the first mutant of each function.
 */
export const choice = (/** @type {number} */ most) => `
/// Which mutant is alive; none of them is number zero.
#[inline]
pub fn mutant(first_of_function: usize) -> u32 {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    static MET: [AtomicBool; ${String(most + 1)}] = [const { AtomicBool::new(false) }; ${String(most + 1)}];
    static ALIVE: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| {
        std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0)
    });
    if !MET[first_of_function].load(Relaxed) && !MET[first_of_function].swap(true, Relaxed) {
        note_mutant(first_of_function);
    }
    *ALIVE
}

#[cold]
fn note_mutant(first_of_function: usize) {
    use std::io::Write as _;
    let Some(path) = std::env::var_os("MUTANTS_MET") else { return };
    let mut list = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
    list.write_all(format!("{first_of_function}\\n").as_bytes()).unwrap();
}
`;

/**
 * The offset of a place in a text.
 *
 * @param {readonly number[]} lines offsets of the lines
 * @param {string} text
 * @param {Place} place
 */
function offset(lines, text, { line, column }) {
  const from = lines[line - 1] ?? text.length;
  // Columns count characters, strings count UTF-16 units.
  const before = [...text.slice(from, from + 2 * column)].slice(0, column - 1);
  return from + before.join('').length;
}

/** The offset of a function's body, after its brace. @param {string} text @param {number} from */
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
 * The text of a file with its mutants. It omits mutants of constants, and of functions within
 * functions that have mutants themselves.
 *
 * @param {string} text
 * @param {readonly Numbered[]} mutants those of this file
 * @returns {{ text: string, written: Map<number, number>, owners: Map<number, readonly number[]> }}
 *   for each mutant the first one of its function; and the owners of each line, counted from one
 */
export function withMutants(text, mutants) {
  const lines = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
  /** @type {Map<number, { from: number, to: number, mutants: Numbered[] }>} */
  const functions = new Map();
  for (const mutant of mutants) {
    if (mutant.function === null) continue;
    const start = offset(lines, text, mutant.function.span.start);
    const known = functions.get(start);
    if (known !== undefined) known.mutants.push(mutant);
    else {
      const to = offset(lines, text, mutant.function.span.end) - 1;
      functions.set(start, { from: bodyStart(text, start), to, mutants: [mutant] });
    }
  }
  let result = '';
  let line = 1;
  let done = 0;
  /** @type {Map<number, number>} */
  const written = new Map();
  /** @type {Map<number, readonly number[]>} */
  const owners = new Map();
  /** @param {string} piece @param {readonly number[]} whose */
  const add = (piece, whose) => {
    result += piece;
    const last = line + (piece.match(/\n/g) ?? []).length;
    if (whose.length > 0) for (let at = line; at < last; at += 1) owners.set(at, whose);
    line = last;
  };
  for (const { from, to, mutants: all } of [...functions.values()].sort((a, b) => a.from - b.from)) {
    if (from < done) continue;
    const body = text.slice(from, to);
    const here = all
      .map((mutant) => ({
        mutant,
        a: offset(lines, text, mutant.span.start),
        b: offset(lines, text, mutant.span.end),
      }))
      .filter(({ a, b }) => a >= from && b <= to);
    const ids = here.map(({ mutant }) => mutant.id);
    const [first] = ids;
    if (first === undefined) continue;
    add(`${text.slice(done, from)}\n`, []);
    // An error in the choice itself (in a constant function, say) concerns all of its mutants.
    add(`    match crate::mutant(${String(first)}) {\n`, ids);
    for (const { mutant, a, b } of here) {
      const changed = `${text.slice(from, a)}${mutant.replacement}${text.slice(b, to)}`;
      add(`${String(mutant.id)} => { ${changed}\n}\n`, [mutant.id]);
      written.set(mutant.id, first);
    }
    add(`    _ => {${body}}\n    }\n`, ids);
    done = to;
  }
  add(text.slice(done), []);
  return { text: result, written, owners };
}
