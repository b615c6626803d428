// Shows notifications, and a page in words when there is no connection. It keeps that page, and the style sheet and the
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

/** What a push message says. A browser demands a notification for each, so a malformed one gets a general one. */
function read(data) {
  try {
    const { title, url, tag } = data.json();
    const address = new URL(url, location.origin);
    if (title && address.origin === location.origin) return { title: String(title), url: address.href, tag: String(tag) };
  } catch {
    // Not ours.
  }
  return { title: 'Atrio', url: location.origin, tag: 'atrio' };
}

/** Brings the window with the page to the front, or opens one. */
async function bring(url) {
  const page = (address) => {
    const { origin, pathname, searchParams } = new URL(address);
    // What lets in is no part of the page.
    searchParams.delete('link');
    return `${origin}${pathname}?${searchParams}`;
  };
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const found = windows.find((each) => page(each.url) === page(url));
  return found ? found.focus() : clients.openWindow(url);
}

addEventListener('push', (event) => {
  const { title, url, tag } = read(event.data);
  const look = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' };
  event.waitUntil(registration.showNotification(title, { tag, data: url, ...look }));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(bring(event.notification.data));
});
