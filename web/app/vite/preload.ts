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
      handler(_, { bundle = {}, path }) {
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
        return [
          ...[...wanted].map((chunk) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${chunk.fileName}` },
            injectTo: 'head' as const,
          })),
          ...[...styles].map((name) => ({
            tag: 'link',
            attrs: { rel: 'stylesheet', crossorigin: true, href: `./${name}` },
            injectTo: 'head' as const,
          })),
        ];
      },
    },
  };
}
