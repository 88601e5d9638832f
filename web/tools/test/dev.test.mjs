import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { expect, it } from 'vitest';
import { fromRoot } from '../paths.mjs';

// Takes seconds: it loads all modules of the page and typesets all equations.
it('the development server sends no module that asks for JSON by its type: JSON is a script there', async () => {
  const cacheDir = mkdtempSync(join(tmpdir(), 'ackscope-dev-'));
  const server = await createServer({
    configFile: fromRoot('web/app/vite.config.ts'),
    root: fromRoot('web/app'),
    cacheDir,
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  try {
    const { client } = server.environments;
    const waiting = ['/src/main.tsx', '/src/page.tsx', '/src/embed.tsx'];
    const seen = new Set(waiting);
    /** @type {string[]} */
    const wrong = [];
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      const sent = await client.transformRequest(url);
      if (sent !== null && /\bwith\s*:\s*\{\s*type\s*:|\bwith\s*\{\s*type\s*:/.test(sent.code))
        wrong.push(url);
      const module = await client.moduleGraph.getModuleByUrl(url);
      for (const { url: next } of module?.importedModules ?? []) {
        // Only our own modules, without files that a page imports as text or URL.
        if (seen.has(next) || next.includes('/node_modules/') || !/\.(tsx?|json)$/.test(next)) continue;
        seen.add(next);
        waiting.push(next);
      }
    }
    expect(wrong).toEqual([]);
    // It has reached the page's last modules, and those that load later.
    expect([...seen].filter((url) => url.includes('/generated/catalogue.json'))).toHaveLength(1);
    expect([...seen].some((url) => url.includes('/theory/FormulaView'))).toBe(true);
  } finally {
    await server.close();
    rmSync(cacheDir, { recursive: true });
  }
}, 90_000);
