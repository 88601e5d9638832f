/**
 * Tells the browser in the page's head of the parts that the first script asks for: they are then on their way while that
 * script starts the engine. Vite does so for static imports only.
 */
import type { Plugin } from 'vite';

/** `page`: the page they are for; `part`: the module that its first script imports later. */
export function preload(page: string, part: string): Plugin {
  return {
    name: 'ackscope-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (path !== page) return [];
        const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
        const first = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(part) === true);
        if (first === undefined) throw new Error(`no part of the page is made of ${part}`);
        const wanted = new Set([first]);
        for (const chunk of wanted)
          for (const name of chunk.imports) {
            const found = chunks.find((other) => other.fileName === name);
            if (found !== undefined && !found.isEntry) wanted.add(found);
          }
        const styles = new Set([...wanted].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
        const link = (rel: string, name: string) =>
          html.includes(`./${name}`)
            ? []
            : [
                {
                  tag: 'link',
                  attrs: { rel, crossorigin: true, href: `./${name}` },
                  injectTo: 'head' as const,
                },
              ];
        return [
          ...[...styles].flatMap((name) => link('stylesheet', name)),
          ...[...wanted].flatMap((chunk) => link('modulepreload', chunk.fileName)),
        ];
      },
    },
  };
}
