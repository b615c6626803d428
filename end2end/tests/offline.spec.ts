// The service worker: an offline page, and a cache without client data.

import { openPortal } from './chat.ts';
import { expect, test } from './fixtures.ts';
import { italian } from './languages.ts';

test.use({ serviceWorkers: 'allow', expectedConsole: /net::ERR_|status of 503/ });

test('offline shows the offline page, online the portal again', async ({ page, context, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(italian.greeting);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nessuna connessione');
  expect(await page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
  await expect(page.getByText('Pasticceria')).toHaveCount(0);

  await context.setOffline(false);
  await page.getByRole('link', { name: 'Riprova' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(italian.greeting);
});

test('the cache has the offline page, its style and font, no client data', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await openPortal(page, workspace.portal('bianchi', { project: 'bianchi-menu' }));
  const cached = await page.evaluate(async () => {
    const all: { path: string; body: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const body = await (await cache.match(request))!.text();
        all.push({ path: new URL(request.url).pathname, body });
      }
    }
    return all;
  });
  expect(cached.map(({ path }) => path)).toContain('/offline');
  for (const { path, body } of cached) {
    expect(path).toMatch(/^\/(offline$|pkg\/.+\.css$|fonts\/.+\.woff2$)/);
    const { id, name, slug, token } = workspace.clients.bianchi;
    for (const text of [id, name, slug, token, 'Sito nuovo', 'Cominciamo', 'Bozza del logo']) {
      expect(body.includes(text), `${path} has ${text}`).toBe(false);
    }
  }
});
