// A static server for the built page, like any static host, with our recommended headers.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, extname, join, normalize, sep } from 'node:path';
import { brotliCompress, gzipSync } from 'node:zlib';
import { POLICY, WIDGET_POLICY } from './policy.mjs';

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const COMPRESSED_ALREADY = new Set(['.png', '.woff2', '.ico']);

const SECURITY = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  // Other sites may load the widget's script as a module: browsers require this header for that.
  'Access-Control-Allow-Origin': '*',
};

/** The connection ends with the answer, so that a body of any length is not read. */
const NOT_ALLOWED = { Allow: 'GET, HEAD', Connection: 'close' };

/** @param {string | null} path @returns {Record<string, string>} */
function recommended(path) {
  const name = path === null ? '' : basename(path);
  // The single-file page contains its own policy; a second one would forbid its script.
  if (name === 'ackscope-single.html') return SECURITY;
  return { 'Content-Security-Policy': name === 'embed.html' ? WIDGET_POLICY : POLICY, ...SECURITY };
}

/** Vite puts a content hash into the names of assets, so an asset never changes. */
const HASHED = /[\\/]assets[\\/][^\\/]+-[\w-]{8}\.\w+$/;

/** A client that sends or reads nothing for so long is not waited for. */
const PATIENCE_MS = 20_000;
/** Below the number of files that a process may usually open, which is 1024. */
const MAX_CONNECTIONS = 1000;

/**
 * `denser`: packed by Brotli, once that is done.
 *
 * @typedef {{ body: Buffer, zipped: Buffer | null, denser: Buffer | null, isAskedAgain: boolean, tag: string, modifiedMs: number }} Entry
 */

/**
 * Answers whatever comes, and holds nothing for a client that does not go on.
 *
 * @param {Record<string, string>} folders by the path they are served under; '/' for the whole
 *   address space
 * @param {{ headers?: Record<string, string>, patienceMs?: number, isDense?: boolean }} [options] headers in place of
 *   the recommended ones; how long a silent client keeps its connection; whether what is asked again is packed by Brotli
 */
export function staticServer(folders, { headers, patienceMs = PATIENCE_MS, isDense = true } = {}) {
  const mounts = Object.entries(folders).sort(([a], [b]) => b.length - a.length);
  /** @type {Map<string, Entry>} */
  const cache = new Map();

  /** @param {string} path @returns {Entry | null} */
  const load = (path) => {
    const stat = statSync(path);
    if (!stat.isFile()) return null;
    const known = cache.get(path);
    if (known?.modifiedMs === stat.mtimeMs) {
      if (isDense) pack(path, known);
      return known;
    }
    const body = readFileSync(path);
    const zipped = COMPRESSED_ALREADY.has(extname(path)) ? null : gzipSync(body, { level: 9 });
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    /** @type {Entry} */
    const entry = { body, zipped, denser: null, isAskedAgain: false, tag, modifiedMs: stat.mtimeMs };
    cache.set(path, entry);
    return entry;
  };

  /**
   * The file of an address, or null. Any file-system error is a 404: a part of the path is no folder
   * (`/index.html/x`), a name is too long, a file is closed to us.
   *
   * @param {string} url
   */
  const find = (url) => {
    const path = localPath(mounts, url);
    if (path === null) return null;
    try {
      const entry = load(path);
      return entry === null ? null : { path, entry };
    } catch {
      cache.delete(path);
      return null;
    }
  };

  /** @type {import('node:http').RequestListener} */
  const answer = (request, response) => {
    const end = (/** @type {number} */ status, /** @type {string} */ text) => {
      response
        .writeHead(status, {
          ...(headers ?? recommended(null)),
          'Content-Type': 'text/plain; charset=utf-8',
          ...(status === 405 ? NOT_ALLOWED : {}),
        })
        .end(request.method === 'HEAD' ? undefined : `${text}\n`);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      end(405, 'Only GET and HEAD.');
      return;
    }
    const found = find(request.url ?? '/');
    if (found === null) {
      end(404, 'There is no such file here.');
      return;
    }
    const { path, entry } = found;
    const head = {
      ...(headers ?? recommended(path)),
      'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream',
      'Cache-Control': HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      // A part of a file is never sent: the whole is a valid answer to a range.
      'Accept-Ranges': 'none',
      ETag: entry.tag,
      Vary: 'Accept-Encoding',
    };
    if (request.headers['if-none-match'] === entry.tag) {
      response.writeHead(304, head).end();
      return;
    }
    const accepted = request.headers['accept-encoding'];
    const way = ways(entry).find(({ name }) => takes(name, accepted));
    const body = way?.body ?? entry.body;
    response.writeHead(200, {
      ...head,
      'Content-Length': body.length,
      ...(way === undefined ? {} : { 'Content-Encoding': way.name }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };

  const server = createServer(
    {
      headersTimeout: patienceMs,
      requestTimeout: patienceMs,
      connectionsCheckingInterval: patienceMs / 2,
    },
    answer,
  );
  // Also for a client that asks and then does not read. Later than the limits above, which answer.
  server.setTimeout(2 * patienceMs);
  server.maxConnections = MAX_CONNECTIONS;
  // Node passes this method on separately, and closes the connection if nobody listens.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nConnection: close\r\n\r\n');
  });
  return server;
}

/**
 * Packs a file that stays as it is by Brotli: a sixth less than gzip, but seconds of work for the engine. That goes on
 * beside the server, which answers with gzip until then. It begins when somebody asks again: who starts the server
 * and looks at the page has the processor for the page.
 *
 * @param {string} path
 * @param {Entry} entry
 */
function pack(path, entry) {
  if (entry.isAskedAgain || entry.zipped === null || !HASHED.test(path)) return;
  entry.isAskedAgain = true;
  brotliCompress(entry.body, (error, packed) => {
    if (error === null) entry.denser = packed;
  });
}

/** How a file may be packed, the shortest first. @param {Entry} entry */
const ways = ({ denser, zipped }) =>
  [
    { name: 'br', body: denser },
    { name: 'gzip', body: zipped },
  ].flatMap(({ name, body }) => (body === null ? [] : [{ name, body }]));

/**
 * A client may name a way to refuse it: `gzip;q=0` (RFC 9110 §12.5.3).
 *
 * @param {string} name
 * @param {string | string[] | undefined} accepted
 */
const takes = (name, accepted) =>
  String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim()))
    .some(([way, quality = '']) => way === name && !/^q=0(\.0*)?$/.test(quality));

/**
 * The file of an address, or null if there can be none.
 *
 * @param {[string, string][]} mounts
 * @param {string} url
 */
function localPath(mounts, url) {
  let path;
  try {
    // A proxy's client sends the whole address.
    path = decodeURIComponent(url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*/s, '')) || '/';
  } catch {
    return null;
  }
  const mount = mounts.find(([prefix]) => path.startsWith(prefix));
  if (mount === undefined || path.includes('\0')) return null;
  const [prefix, folder] = mount;
  const rest = path.slice(prefix.length);
  const full = normalize(join(folder, rest === '' || rest.endsWith('/') ? `${rest}index.html` : rest));
  return full.startsWith(normalize(folder + sep)) ? full : null;
}

/** Number of ports tried after a used one; after that any free port is taken. */
const NEIGHBOURS = 20;

/**
 * Listens on the port, or on one near it if that is in use. Port 0 means any port.
 *
 * @param {import('node:http').Server} server
 * @param {{ port: number, host: string }} where
 * @returns {Promise<number>} the port
 */
export function listen(server, { port, host }) {
  return new Promise((resolve, reject) => {
    let next = port;
    const tryNext = (/** @type {NodeJS.ErrnoException} */ error) => {
      if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') {
        reject(error);
        return;
      }
      next = next < port + NEIGHBOURS ? next + 1 : 0;
      server.listen(next, host);
    };
    server.on('error', tryNext);
    server.once('listening', () => {
      server.off('error', tryNext);
      // From now on an error is a connection that could not be accepted; the next one may be.
      server.on('error', () => undefined);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : next);
    });
    server.listen(next, host);
  });
}

const EVERY_INTERFACE = new Set(['0.0.0.0', '::', '']);

/**
 * The addresses of a server that listens on this host. If it listens on all interfaces, they
 * include those for other machines.
 *
 * @param {string} host
 * @param {number} port
 * @param {NodeJS.Dict<import('node:os').NetworkInterfaceInfo[]>} interfaces as
 *   `os.networkInterfaces` gives them
 * @returns {string[]} the first one is for this machine
 */
export function addresses(host, port, interfaces) {
  const names = EVERY_INTERFACE.has(host)
    ? ['localhost'].concat(
        Object.values(interfaces)
          .flatMap((all) => all ?? [])
          .filter(({ family, internal }) => family === 'IPv4' && !internal)
          .map(({ address }) => address),
      )
    : [host === '127.0.0.1' ? 'localhost' : host];
  return names.map((name) => `http://${name.includes(':') ? `[${name}]` : name}:${String(port)}/`);
}
