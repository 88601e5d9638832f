/** The words of docs/glossary.md, their only source. */
import markdown from '../../../../docs/glossary.md?raw';

export interface Entry {
  term: string;
  definition: string;
  source: string;
}

/** The rows of all tables of the file, in alphabetical order, without table heads and rules. */
export function readGlossary(text: string): Entry[] {
  return text
    .split('\n')
    .map((line) => /^\| (.+) \| (.+) \| (.+) \|$/.exec(line))
    .flatMap((row) => {
      const [term = '', definition = '', source = ''] = (row ?? []).slice(1).map((cell) => cell.trim());
      return term === '' || term === 'term' || /^-+$/.test(term) ? [] : [{ term, definition, source }];
    })
    .sort((a, b) => a.term.localeCompare(b.term, 'en'));
}

export const GLOSSARY: readonly Entry[] = readGlossary(markdown);
