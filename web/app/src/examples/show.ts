import type { Example } from './list.ts';

function element(tag: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** One example: its description, the example itself, and its code as an author would write it. */
export function show({ id, title, about, page, script }: Example): HTMLElement {
  const section = element('section');
  section.id = id;
  const heading = element('h2', title);
  heading.id = `${id}-title`;
  section.setAttribute('aria-labelledby', heading.id);
  const living = element('div');
  living.className = 'living';
  // Our own file, built into the page: no foreign content.
  living.innerHTML = page;
  const code = element('details');
  const source = element('pre', `${page.trim()}\n\n<script type="module">\n${scriptOf(script)}\n</script>`);
  source.tabIndex = 0;
  source.setAttribute('aria-label', `The code: ${title}`);
  code.append(element('summary', 'The code'), source);
  section.append(heading, element('p', about), living, code);
  return section;
}

function scriptOf(script: string): string {
  const home = new URL('.', location.href).href;
  const lines = script.trim().split('\n');
  return [`import '${home}ackscope-embed.js';`, '', ...lines]
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
