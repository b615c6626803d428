// Without a connection a friendly page comes up, and what the browser keeps for that tells nothing of anybody.

import { expect, open, test } from './support.ts';

test.use({ serviceWorkers: 'allow', expectedConsole: /net::ERR_|status of 503/ });

test('without a connection there is a page that says so, and with one the portal again', async ({ page, context, workspace }) => {
  await open(page, workspace.portal('bianchi'));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sito nuovo');

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nessuna connessione');
  expect(await page.evaluate(() => document.styleSheets.length), 'it wears the styles').toBeGreaterThan(0);
  await expect(page.getByText('Pasticceria')).toHaveCount(0);

  await context.setOffline(false);
  await page.getByRole('link', { name: 'Riprova' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sito nuovo');
});

test('the browser keeps the offline page, its style and its font, and nothing of the client', async ({ page, workspace }) => {
  await open(page, workspace.portal('bianchi'));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await open(page, workspace.portal('bianchi', { project: 'bianchi-menu' }));
  const kept = await page.evaluate(async () => {
    const all: { url: string; body: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const body = await (await cache.match(request))!.text();
        all.push({ url: new URL(request.url).pathname, body });
      }
    }
    return all;
  });
  expect(kept.map(({ url }) => url)).toContain('/offline');
  for (const { url, body } of kept) {
    expect(url).toMatch(/^\/(offline$|pkg\/.+\.css$|fonts\/.+\.woff2$)/);
    const { id, name, slug, token } = workspace.clients.bianchi;
    for (const secret of [id, name, slug, token, 'Sito nuovo', 'Cominciamo', 'Bozza del logo']) {
      expect(body.includes(secret), `${url} keeps ${secret}`).toBe(false);
    }
  }
});
