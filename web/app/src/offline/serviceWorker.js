/* global self, caches, fetch, URL, Response -- a service worker, not a page */
/* global FILES, VERSION -- set by the build: the site's files, and a digest of them */

/**
 * Keeps the whole site for offline use after the first visit. A new version is fetched beside the
 * old one and waits until a reader takes it, so that a page never changes during a lecture. The old
 * version's files stay for pages that are still open.
 */
const PREFIX = `ackscope ${self.registration.scope} `;
const NAME = PREFIX + VERSION;
const KEPT_VERSIONS = 2;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })))),
  );
});

async function forgetOldVersions() {
  // In order of creation; the newest is the last.
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(
    names.slice(0, Math.max(0, names.length - KEPT_VERSIONS + 1)).map((name) => caches.delete(name)),
  );
}

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldVersions().then(() => self.clients.claim()));
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting());
});

async function answer(request) {
  // `Vary` concerns the server's compression, and the page itself handles the query.
  const ways = { ignoreSearch: true, ignoreVary: true };
  const url = new URL(request.url);
  const wanted = url.pathname.endsWith('/') ? new URL('index.html', url).href : request;
  const own = await caches.open(NAME);
  const found = (await own.match(wanted, ways)) ?? (await caches.match(wanted, ways));
  return found ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  // Scenario files of a reader's link, from here or elsewhere, are fetched each time.
  const isOurs = request.method === 'GET' && request.url.startsWith(self.registration.scope);
  if (isOurs) event.respondWith(answer(request));
});
