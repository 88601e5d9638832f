/**
 * Puts the style of a page's outline into the page itself: the outline is on the screen before any other file has come.
 * The files stay, for the pages and scripts that share them.
 */
import type { Plugin } from 'vite';

/** `page`: the page whose style sheets are written into it. They are small: each visit loads them anew. */
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
          // A disabled link loads nothing, and tells scripts that come with this style sheet that it is here.
          const here = `<link rel="stylesheet" disabled href="./${name}">`;
          return `<style>${inPage(String(file.source), name)}</style>\n    ${here}`;
        });
      },
    },
  };
}

/** Addresses of a style sheet are relative to it; in the page, to the page. */
function inPage(style: string, name: string): string {
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  return style.trim().replace(/url\((["']?)\.\//g, `url($1./${folder}`);
}
