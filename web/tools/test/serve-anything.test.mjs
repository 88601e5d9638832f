/** The server as anybody in a lecture hall can reach it: whatever they send, it goes on. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, staticServer } from '../serve.mjs';

const page = mkdtempSync(join(tmpdir(), 'ackscope-anything-'));
const PATIENCE_MS = 400;
const server = staticServer({ '/': page }, { patienceMs: PATIENCE_MS });
let port = 0;

beforeAll(async () => {
  mkdirSync(join(page, 'assets'));
  writeFileSync(join(page, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(page, 'assets', 'engine-a1B2c3D4.wasm'), Buffer.alloc(4_000, 7));
  // Larger than what a socket holds for a client that does not read.
  writeFileSync(join(page, 'large.png'), Buffer.alloc(16_000_000, 7));
  port = await listen(server, { port: 0, host: '127.0.0.1' });
});
afterAll(() => {
  server.close();
  rmSync(page, { recursive: true });
});

/** @typedef {'all' | 'stops' | 'leaves'} Manner */

/**
 * Sends bytes, and resolves with what came back when the connection is over. One who `stops` sends
 * only a part and waits; one who `leaves` closes in the middle.
 *
 * @param {string} bytes @param {Manner} manner
 * @returns {Promise<string>}
 */
function send(bytes, manner = 'all') {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      answer += String(text);
      // The status line is enough; a kept connection would stay open.
      if (manner === 'all' && answer.includes('\r\n')) socket.destroy();
    });
    // The server may close before everything is sent.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    const part = manner === 'stops' || manner === 'leaves' ? bytes.slice(0, bytes.length / 2) : bytes;
    socket.write(part, 'latin1', () => {
      if (manner === 'leaves') socket.destroy();
    });
  });
}

const GET = (/** @type {string} */ path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const status = (/** @type {string} */ answer) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

describe('the static server', () => {
  it.each([
    ['below a file', '/index.html/x'],
    ['below a file, deep', `/index.html${'/x'.repeat(500)}`],
    ['with a name of 256 characters', `/${'a'.repeat(256)}`],
    ['with a name of 10,000 characters', `/${'a'.repeat(10_000)}`],
    ['of 1,000 folders', '/a'.repeat(1000)],
    ['that is a folder', '/assets'],
    ['with a NUL', '/index.html%00'],
    ['with half an escape', '/%e'],
    ['with bytes that are no text', '/%ff%fe'],
    ['out of its folder', '/../../../../etc/passwd'],
    ['of everything', '*'],
  ])('answers 404 for a path %s', async (_, path) => {
    expect(status(await send(GET(path)))).toBe(404);
    expect(status(await send(GET('/')))).toBe(200);
  });

  it('takes the whole address, as a proxy’s client sends it', async () => {
    expect(status(await send(GET('http://x/index.html?y')))).toBe(200);
    expect(status(await send(GET('http://x')))).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'PROPFIND', 'CONNECT'])(
    'answers 405 for %s, and says what it takes',
    async (method) => {
      const answer = await send(
        `${method} /index.html HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\nx`,
      );
      expect(status(answer)).toBe(405);
      expect(answer).toContain('Allow: GET, HEAD');
      expect(answer).toContain('Connection: close');
    },
  );

  it('sends the whole file for a range, which a client must accept', async () => {
    for (const range of ['bytes=0-1', 'bytes=-1', 'bytes=9999999-', 'x', `bytes=${'0-1,'.repeat(1000)}`])
      expect(status(await send(`GET / HTTP/1.1\r\nHost: x\r\nRange: ${range}\r\n\r\n`))).toBe(200);
  });

  it('tells a client that stops in the middle of its headers that it took too long', async () => {
    expect(status(await send(GET('/'), 'stops'))).toBe(408);
  });

  it('lets a client go that asks for much and does not read it', async () => {
    const connected = once(server, 'connection');
    const client = connect(port, '127.0.0.1');
    client.pause().write(GET('/large.png').repeat(4));
    const [socket] = await connected;
    // Only the server's patience ends this connection.
    await once(socket, 'close');
    expect(client.destroyed).toBe(false);
    client.destroy();
  });

  it('survives 10,000 requests of any form, and holds nothing afterwards', async () => {
    const seen = new Map();
    const run = async (/** @type {{ bytes: string, manner: Manner }[]} */ requests) => {
      const waiting = requests.values();
      const visitor = async () => {
        for (const { bytes, manner } of waiting) {
          const answer = await send(bytes, manner);
          const found = status(answer);
          if (manner === 'all' && !ANSWERS.has(found))
            throw new Error(`${found} for ${JSON.stringify(bytes.slice(0, 300))}`);
          seen.set(found, (seen.get(found) ?? 0) + 1);
        }
      };
      await Promise.all(Array.from({ length: 40 }, visitor));
      server.closeIdleConnections();
      while ((await connections()) > 0) await Promise.race([once(server, 'request'), nextTurn()]);
    };
    const tag = /ETag: (\S+)/.exec(await send(GET('/')))?.[1] ?? '';
    const requests = fc
      .sample(REQUEST, { numRuns: 10_000, seed: 105 })
      .map(({ bytes, manner }) => ({ bytes: bytes.replace('TAG', tag), manner }));
    // Caches and compiled code have their size after the first ones.
    await run(requests.slice(0, 3000));
    const before = heapBytes();
    await run(requests.slice(3000));
    expect(heapBytes() - before).toBeLessThan(4_000_000);
    expect(await connections()).toBe(0);
    expect(status(await send(GET('/')))).toBe(200);
    // The requests were of many kinds.
    for (const kind of [200, 304, 400, 404, 405, 408, 431]) expect([...seen.keys()]).toContain(kind);
  }, 120_000);
});

/** 100: the body is awaited. Node itself answers 400, 408, 417 and 431. */
const ANSWERS = new Set([100, 200, 304, 400, 404, 405, 408, 417, 431]);

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** @returns {Promise<number>} */
function connections() {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
function heapBytes() {
  collect();
  return process.memoryUsage().heapUsed;
}

const anyText = fc
  .string({ unit: 'binary', maxLength: 40 })
  .map((text) => Buffer.from(text).toString('latin1'));
const segment = fc.oneof(
  fc.constantFrom('index.html', 'assets', 'engine-a1B2c3D4.wasm', '..', '.', '', '%2e%2e', '%00', '%', '%zz'),
  fc.constantFrom('..%2f..%2f', '\\..\\', 'con', 'x'.repeat(256), 'é', '%c3%a9', '%F0%9F', '~', '__proto__'),
  fc.nat(6000).map((count) => 'y'.repeat(count)),
  fc.webPath(),
  anyText,
);
const path = fc.oneof(
  { weight: 8, arbitrary: fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join('/')}`) },
  fc.constantFrom(
    '/',
    '/index.html',
    '*',
    '',
    'http://x/',
    'http://',
    '//',
    '/?%',
    '/#',
    '/assets/engine-a1B2c3D4.wasm',
  ),
  anyText,
);
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'HEAD') },
  fc.constantFrom('POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'get', 'FOO', '', '\0'),
);
const header = fc.oneof(
  fc.constantFrom('Host: y', 'Host:', 'Connection: close', 'Connection: upgrade\r\nUpgrade: h2c'),
  fc.constantFrom(
    'Content-Length: 9',
    'Content-Length: -1',
    'Content-Length: x',
    'Transfer-Encoding: chunked',
  ),
  fc.constantFrom(
    'Expect: 100-continue',
    'Expect: more',
    'Accept-Encoding: gzip',
    'Accept-Encoding: gzip;q=x,,',
  ),
  fc.constantFrom(
    'Range: bytes=0-1',
    'Range: bytes=5-1',
    'Range: bytes=-',
    'If-Range: "x"',
    ': x',
    'no colon',
  ),
  fc.constantFrom('If-None-Match: TAG', 'If-None-Match: W/"x"', 'If-None-Match: *'),
  fc.nat(20_000).map((count) => `X-Long: ${'z'.repeat(count)}`),
  fc.nat(3000).map((count) => 'A: b\r\n'.repeat(count).concat('A: b')),
  anyText.map((text) => `X-Any: ${text}`),
);
const REQUEST = fc.record({
  bytes: fc
    .tuple(
      method,
      path,
      fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', ''),
      fc.array(header, { maxLength: 3 }),
      anyText,
    )
    .map(([verb, where, version, headers, body]) =>
      [`${verb} ${where} ${version}`, 'Host: x', ...headers, '', body].join('\r\n'),
    ),
  manner: fc.oneof(
    { weight: 90, arbitrary: fc.constant(/** @type {Manner} */ ('all')) },
    { weight: 9, arbitrary: fc.constant(/** @type {Manner} */ ('leaves')) },
    fc.constant(/** @type {Manner} */ ('stops')),
  ),
});
