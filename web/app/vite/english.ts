import type { Plugin } from 'vite';

/** Where react-aria lists the words it says in some thirty languages. */
const LIST = /\/react-(?:aria|stately)[^?]*\/intlStrings\.m?js$/;
/** A line of it about another language than English. */
const OTHER = /^(?:import .*\/|\s*")(?!en-US)[a-z]{2}-[A-Z]{2}\b/;

/** The page is in English and says so in its `lang`: what react-aria speaks is, too, and the other languages stay away. */
export function english(): Plugin {
  return {
    name: 'ackscope-english',
    enforce: 'pre',
    transform(code, id) {
      if (!LIST.test(id)) return null;
      const lines = code.split('\n').filter((line) => !OTHER.test(line));
      if (lines.length > 100 || !code.includes('"en-US"')) this.error(`not a list of languages: ${id}`);
      return { code: lines.join('\n'), map: null };
    },
  };
}
