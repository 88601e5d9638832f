/** What a release's ZIP holds, on a plain server below a path: no header of ours, no type for WebAssembly. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { siteZip } from '../../web/tools/release-files.mjs';
import { listen } from '../../web/tools/serve.mjs';
import { expect, Lab } from '../support/app.ts';
import { listenForNoise } from '../support/noise.ts';

/** What a small server knows. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

// As a visitor's browser: the site asks for its offline copy.
test.use({ serviceWorkers: 'allow' });

test('a release’s ZIP, unpacked below a path of a plain server, draws its first curve, as its single file does', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ackscope-release-'));
  const files = unzipSync(await siteZip('ackscope-test'));
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining(
      ['READ-ME.txt', 'LICENSE-MIT', 'index.html', 'sw.js'].map((name) => `ackscope-test/${name}`),
    ),
  );
  for (const [name, bytes] of Object.entries(files)) {
    const file = join(folder, 'courses', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
  const server = createServer(({ url = '/' }, response) => {
    const path = decodeURIComponent(url.replace(/\?.*/, '')).replace(/\/$/, '/index.html');
    try {
      const body = readFileSync(join(folder, path));
      response
        .writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  try {
    const port = await listen(server, { port: 0, host: '127.0.0.1' });
    const url = `http://127.0.0.1:${String(port)}/courses/ackscope-test/`;
    const noise: string[] = [];
    listenForNoise(page, noise, url);
    for (const name of ['ackscope-single.html', '']) {
      const lab = new Lab(page, `${url}${name}`);
      await lab.open('#v1/sawtooth?compare=newreno');
      await lab.finished();
      expect(noise, name).toEqual([]);
    }
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  }
});
