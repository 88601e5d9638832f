import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addresses, listen, staticServer } from '../serve.mjs';

const home = mkdtempSync(join(tmpdir(), 'ackscope-serve-'));
const page = join(home, 'page');
const server = staticServer({ '/': page, '/more/': join(home, 'more') });
let port = 0;

beforeAll(async () => {
  mkdirSync(join(page, 'assets'), { recursive: true });
  mkdirSync(join(home, 'more'));
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>page</title>');
  for (const name of ['embed.html', 'ackscope-single.html']) writeFileSync(join(page, name), name);
  writeFileSync(join(page, 'assets', 'engine-a1B2c3D4.wasm'), Buffer.alloc(4_000, 7));
  writeFileSync(join(home, 'more', 'note.txt'), 'more');
  writeFileSync(join(home, 'secret.txt'), 'secret');
  port = await listen(server, { port: 0, host: '127.0.0.1' });
});
afterAll(() => {
  server.close();
  rmSync(home, { recursive: true });
});

/**
 * `fetch` would normalise the path before sending it; an attacker does not.
 * @param {string} path @param {Record<string, string>} [headers] @param {string} [method]
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body:
 *   string }>}
 */
function get(path, headers = {}, method = 'GET') {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      let body = '';
      response.setEncoding('latin1');
      response.on('data', (/** @type {string} */ text) => (body += text));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
      });
    })
      .on('error', reject)
      .end();
  });
}

describe('the static server', () => {
  it('gives the page, with a policy that lets nothing from elsewhere in', async () => {
    const { status, headers, body } = await get('/?x#y');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('<title>page</title>');
    // Other sites load the widget's script as a module.
    expect(headers['access-control-allow-origin']).toBe('*');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("'wasm-unsafe-eval'");
    // Data may come from other sites, for a scenario file in a link; code may not.
    const foreign = policy.split('; ').filter((directive) => /https?:|\*/.test(directive));
    expect(foreign).toEqual(["connect-src 'self' https: http://localhost:* http://127.0.0.1:*"]);
  });

  it('lets the widget write the one line that starts a worker, and the page that is one file keep its own policy', async () => {
    const policyOf = async (/** @type {string} */ path) =>
      (await get(path)).headers['content-security-policy'];
    expect(await policyOf('/embed.html')).toContain("worker-src 'self' blob:;");
    expect(await policyOf('/index.html')).toContain("worker-src 'self';");
    expect(await policyOf('/ackscope-single.html')).toBeUndefined();
  });

  it('gives WebAssembly its type, zipped to whom takes it, for ever where the name has a hash', async () => {
    const zipped = await get('/assets/engine-a1B2c3D4.wasm', { 'Accept-Encoding': 'gzip' });
    expect(zipped.headers).toMatchObject({ 'content-type': 'application/wasm', 'content-encoding': 'gzip' });
    for (const refused of ['gzip;q=0', 'br, GZIP; q=0.0, identity', 'x-gzip-like', ''])
      expect((await get('/', { 'Accept-Encoding': refused })).headers).not.toHaveProperty('content-encoding');
    for (const accepted of ['br, gzip;q=0.5', 'GZIP', 'deflate,gzip ; q=1'])
      expect((await get('/', { 'Accept-Encoding': accepted })).headers['content-encoding']).toBe('gzip');
    expect(zipped.headers['cache-control']).toContain('immutable');
    expect(zipped.body.length).toBeLessThan(100);
    const plain = await get('/assets/engine-a1B2c3D4.wasm');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.length).toBe(4_000);
  });

  it('gives whom takes Brotli that, once it is done, and whom refuses it gzip', async () => {
    const path = '/assets/engine-a1B2c3D4.wasm';
    const packed = await vi.waitFor(async () => {
      const answer = await get(path, { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
      expect(answer.headers['content-encoding']).toBe('br');
      return answer;
    });
    expect(brotliDecompressSync(Buffer.from(packed.body, 'latin1'))).toEqual(Buffer.alloc(4_000, 7));
    const refused = await get(path, { 'Accept-Encoding': 'br;q=0, gzip' });
    expect(refused.headers['content-encoding']).toBe('gzip');
  });

  it('says so where nothing has changed, and gives the new one where it has', async () => {
    const { headers } = await get('/index.html');
    expect(headers['cache-control']).toBe('no-cache');
    const tag = { 'If-None-Match': String(headers.etag) };
    expect((await get('/index.html', tag)).status).toBe(304);
    writeFileSync(join(page, 'index.html'), '<!doctype html><title>page</title><p>new');
    expect((await get('/index.html', tag)).status).toBe(200);
  });

  it('gives a second folder under its path', async () => {
    expect((await get('/more/note.txt')).body).toBe('more');
    expect((await get('/note.txt')).status).toBe(404);
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/more/../../secret.txt',
    '/%00',
    '/%',
  ])('does not leave its folders for %s', async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).not.toContain('secret');
  });

  it('takes no other methods', async () => {
    expect((await get('/', {}, 'POST')).status).toBe(405);
    const head = await get('/', {}, 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
  });

  it('takes a port nearby where the wanted one is taken', async () => {
    const other = staticServer({ '/': page });
    try {
      const found = await listen(other, { port, host: '127.0.0.1' });
      expect(found).not.toBe(port);
      expect(found).toBeGreaterThan(0);
    } finally {
      other.close();
    }
  });
});

describe('the addresses that are printed', () => {
  /** @param {string} address @param {boolean} [internal] */
  const card = (address, internal = false) => ({
    address,
    internal,
    family: /** @type {const} */ ('IPv4'),
    netmask: '255.255.255.0',
    mac: '00:00:00:00:00:00',
    cidr: null,
  });
  const cards = { lo: [card('127.0.0.1', true)], eth0: [card('192.0.2.7')], wlan0: [card('198.51.100.3')] };

  it('are those of every interface where it listens on all of them', () => {
    expect(addresses('0.0.0.0', 5180, cards)).toEqual([
      'http://localhost:5180/',
      'http://192.0.2.7:5180/',
      'http://198.51.100.3:5180/',
    ]);
  });

  it('are the name that was asked for elsewhere', () => {
    expect(addresses('127.0.0.1', 80, cards)).toEqual(['http://localhost:80/']);
    expect(addresses('lab.example', 80, cards)).toEqual(['http://lab.example:80/']);
    expect(addresses('::1', 80, cards)).toEqual(['http://[::1]:80/']);
  });
});
