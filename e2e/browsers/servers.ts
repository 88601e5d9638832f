import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { listen, staticServer } from '../../web/tools/serve.mjs';

const below = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The built page, which records console output and errors, and a page with only the engine. */
export const OVERHEARD_URL = 'ACKSCOPE_BROWSERS_PAGE';
export const ENGINE_URL = 'ACKSCOPE_BROWSERS_ENGINE';

/** Playwright calls this once, and at the end the function it returns; only as default export. */
// eslint-disable-next-line no-restricted-syntax
export default async function startServers(): Promise<() => void> {
  const dist = below('web/app/dist');
  const pkg = below('web/engine/pkg');
  for (const folder of [dist, pkg])
    if (!existsSync(folder))
      throw new Error(`${folder} is not there. Run \`npm run test:browsers\`, which builds.`);
  // The page as shipped, headers included, with one extra script before all others.
  const overheard = below('e2e/test-hosts/overheard');
  rmSync(overheard, { recursive: true, force: true });
  cpSync(dist, overheard, { recursive: true });
  copyFileSync(below('e2e/browsers/overhear.js'), `${overheard}/overhear.js`);
  const html = readFileSync(`${dist}/index.html`, 'utf8');
  if (!html.includes('<head>')) throw new Error('the page has no <head> to put a script into');
  writeFileSync(
    `${overheard}/index.html`,
    html.replace('<head>', '<head><script src="overhear.js"></script>'),
  );
  const page = staticServer({ '/': overheard });
  const engine = staticServer({ '/': below('e2e/hosts'), '/pkg/': pkg }, { headers: {} });
  process.env[OVERHEARD_URL] = await address(page);
  process.env[ENGINE_URL] = await address(engine);
  return () => {
    page.close();
    engine.close();
  };
}

async function address(server: ReturnType<typeof staticServer>): Promise<string> {
  return `http://127.0.0.1:${String(await listen(server, { port: 0, host: '127.0.0.1' }))}/`;
}
