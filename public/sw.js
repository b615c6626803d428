// Shows a page in words when there is no connection. It keeps that page, and the style sheet and the
// font the page names; of a client it keeps nothing, and what is asked for while there is a connection
// comes from the network as if no worker were here.

const CACHE = 'atrio-offline';
const PAGE = '/offline';
const A_DAY = 24 * 60 * 60 * 1000;

/** Fetches the page with what it names, and forgets what an earlier one named. */
async function keep() {
  const page = await fetch(PAGE, { cache: 'no-store', credentials: 'omit', redirect: 'error' });
  if (!page.ok) throw new Error(`${PAGE} answered ${page.status}`);
  const html = await page.clone().text();
  const named = [...html.matchAll(/ href="(\/(?:pkg|fonts)\/[^"]+\.(?:css|woff2))"/g)].map(([, path]) => path);
  const cache = await caches.open(CACHE);
  await cache.addAll(named);
  await cache.put(PAGE, page);
  const wanted = [PAGE, ...named];
  for (const { url } of await cache.keys()) {
    if (!wanted.includes(new URL(url).pathname)) await cache.delete(url);
  }
}

/** Keeps the page anew when it is a day old: language, colour and style may have changed. */
async function refresh() {
  const kept = await find(PAGE);
  if (Date.now() - Date.parse(kept?.headers.get('date')) < A_DAY) return;
  await keep().catch(() => {});
}

function find(path) {
  return caches.match(path, { cacheName: CACHE, ignoreVary: true });
}

async function open(event) {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(refresh());
    return page;
  } catch {
    return (await find(PAGE)) ?? Response.error();
  }
}

async function look(request) {
  return (await find(request.url)) ?? fetch(request);
}

addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(registration.navigationPreload?.enable());
});

addEventListener('fetch', (event) => {
  const { method, mode, destination, url } = event.request;
  if (method !== 'GET' || new URL(url).origin !== location.origin) return;
  if (mode === 'navigate') event.respondWith(open(event));
  else if (destination === 'style' || destination === 'font') event.respondWith(look(event.request));
});
