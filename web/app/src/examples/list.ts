/** The examples in order, each a page and a script of its name. The code shown is the code run. */
const PAGES = import.meta.glob<string>('./*.html', { query: '?raw', import: 'default', eager: true });
const SCRIPTS = import.meta.glob<string>('./*.js', { query: '?raw', import: 'default', eager: true });
const STARTS = import.meta.glob<unknown>('./*.js');

export interface Example {
  id: string;
  title: string;
  about: string;
  /** The HTML that an author puts into the page. */
  page: string;
  /** The code that an author puts into a module script. */
  script: string;
  start: () => Promise<unknown>;
}

function example(id: string, title: string, about: string): Example {
  const [page, script, start] = [PAGES[`./${id}.html`], SCRIPTS[`./${id}.js`], STARTS[`./${id}.js`]];
  if (page === undefined || script === undefined || start === undefined)
    throw new Error(`an example is ${id}.html and ${id}.js`);
  return { id, title, about, page, script, start };
}

export const EXAMPLES: readonly Example[] = [
  example(
    'worksheet',
    'A worksheet that sets a value',
    'Buttons on the page change the scenario. The page reads the result.',
  ),
  example(
    'quiz',
    'A quiz that reads a value',
    'Students answer before they see the run. The run decides who is right.',
  ),
  example('slides', 'Slides', 'The run starts when its slide appears and stops when the slide leaves.'),
];
