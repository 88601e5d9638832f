/**
 * Puts the style of a page's outline into the page itself, so that the outline is on the screen
 * before any other file arrives. The files remain for the pages and scripts that share them.
 */
import type { Plugin } from 'vite';

/** `page`: gets its style sheets inline. They must be small: each visit loads them again. */
export function outline(page: string): Plugin {
  return {
    name: 'ackscope-outline',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (path !== page) return html;
        return html.replace(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/g, (_, name: string) => {
          const file = bundle[name];
          if (file?.type !== 'asset') throw new Error(`no part of the page is called ${name}`);
          // A disabled link loads nothing. It tells scripts that this style sheet is present.
          const here = `<link rel="stylesheet" disabled href="./${name}">`;
          return `<style>${inPage(String(file.source), name)}</style>\n    ${here}`;
        });
      },
    },
  };
}

/** Makes a style sheet's addresses, which are relative to the sheet, relative to the page. */
function inPage(style: string, name: string): string {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  return style.trim().replace(/url\((["']?)\.\//g, `url($1./${folder}`);
}
