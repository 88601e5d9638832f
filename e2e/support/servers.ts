import { existsSync } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { listen, staticServer } from '../../web/tools/serve.mjs';
import { buildHosts, buildPackageHost, revealFolder } from './hosts.ts';

const below = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Environment variables with the servers' addresses; set before the first test starts. */
export const PAGE_URL = 'ACKSCOPE_E2E_PAGE';
/** Another site: course pages with widgets, and a page with only the engine. */
export const HOST_URL = 'ACKSCOPE_E2E_HOST';
/** The built page on a server without our headers. */
export const BARE_URL = 'ACKSCOPE_E2E_BARE';

/** What a browser asks for when it loads a page, also into a frame (Fetch Metadata). */
const PAGES = new Set(['document', 'iframe']);

/** Two host names are two sites to a browser, although both are this machine; two ports are not. */
async function serve(name: string, server: Server, site = '127.0.0.1'): Promise<void> {
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  process.env[name] = `http://${site}:${port}/`;
}

/** Playwright calls this once, and the returned function at the end; it needs a default export. */
// eslint-disable-next-line no-restricted-syntax
export default async function startServers(): Promise<() => void> {
  const dist = below('web/app/dist');
  const pkg = below('web/engine/pkg');
  for (const folder of [dist, pkg]) {
    if (!existsSync(folder))
      throw new Error(`${folder} is not there. Run \`npm test -- e2e\`, which builds first.`);
  }
  // To pack all by Brotli takes 15 s of processor; the offline tests' server does it.
  const isDense = false;
  const page = staticServer({ '/': dist }, { isDense });
  const bare = staticServer({ '/': dist }, { headers: {}, isDense });
  const pages = below('e2e/test-hosts');
  const host = staticServer(
    { '/': pages, '/pkg/': pkg, '/reveal/': revealFolder() },
    { headers: {}, isDense },
  );
  let loads = 0;
  for (const server of [page, host, bare])
    server.on('request', ({ headers }: IncomingMessage) => {
      if (PAGES.has(String(headers['sec-fetch-dest']))) loads += 1;
    });
  await serve(PAGE_URL, page);
  await buildHosts(below('e2e/hosts'), pages, process.env[PAGE_URL] ?? '');
  await buildPackageHost(pages, process.env[PAGE_URL] ?? '');
  await serve(HOST_URL, host, 'localhost');
  await serve(BARE_URL, bare);
  return () => {
    process.stdout.write(`\n${String(loads)} page loads\n`);
    page.close();
    host.close();
    bare.close();
  };
}
