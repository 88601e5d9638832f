/**
 * Announces in the page's head the files that the first scripts request. The browser then fetches
 * them while the first script starts the engine. Vite does this only for static imports.
 */
import type { Plugin, Rolldown } from 'vite';

export interface Wanted {
  /** Modules that the page imports later. */
  modules: readonly string[];
  /** The name of a worker's script: several workers start with one fetch of it. */
  worker: string;
  /** The original name and the type of a file that the page fetches. */
  fetched: { name: string; type: string };
}

/** About half a megabyte: low priority, so that it does not delay what starts the engine. */
const AFTER_THE_FIRST = { fetchpriority: 'low' };

/** `page`: the page whose first scripts request these files. */
export function preload(page: string, { modules, worker, fetched }: Wanted): Plugin {
  return {
    name: 'ackscope-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, path }) {
        if (path !== page) return [];
        const files = Object.values(bundle);
        const chunks = files.filter((item) => item.type === 'chunk');
        const scripts = new Set(modules.map((module) => chunkOf(chunks, module)));
        for (const chunk of scripts)
          for (const name of chunk.imports) {
            const imported = chunks.find((other) => other.fileName === name);
            if (imported !== undefined && !imported.isEntry) scripts.add(imported);
          }
        const styles = new Set([...scripts].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
        const file = files.find((item) => item.type === 'asset' && item.names.includes(fetched.name));
        if (file === undefined) throw new Error(`no part of the page is called ${fetched.name}`);
        const workers = files.filter(({ fileName }) => fileName.startsWith(`assets/${worker}-`));
        if (workers.length !== 1) throw new Error(`${String(workers.length)} scripts are called ${worker}`);
        const link = (rel: string, name: string, attrs: Record<string, string> = {}) =>
          html.includes(`./${name}`)
            ? []
            : [
                {
                  tag: 'link',
                  attrs: { rel, ...attrs, crossorigin: true, href: `./${name}` },
                  injectTo: 'head' as const,
                },
              ];
        return [
          // Only preloaded: the import that needs a style sheet applies it and waits for it.
          ...[...styles].flatMap((name) => link('preload', name, { as: 'style' })),
          ...workers.flatMap(({ fileName }) => link('modulepreload', fileName)),
          ...link('preload', file.fileName, { as: 'fetch', type: fetched.type, ...AFTER_THE_FIRST }),
          ...[...scripts].flatMap((chunk) => link('modulepreload', chunk.fileName, AFTER_THE_FIRST)),
        ];
      },
    },
  };
}

/** Announces the font of all texts in every page: its style sheet alone would ask for it after the first text is laid out. */
export function preloadFont(): Plugin {
  return {
    name: 'ackscope-preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => /\/inter-[^/]+\.woff2$/.test(name))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${name}` },
            injectTo: 'head-prepend' as const,
          })),
    },
  };
}

function chunkOf(chunks: readonly Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const found = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith(module)));
  if (found === undefined) throw new Error(`no part of the page is made of ${module}`);
  return found;
}
