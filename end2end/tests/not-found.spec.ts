// What is not there, and what is somebody else's, look the same.

import { randomBytes } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { expect, signIn, test, withAndWithoutJavaScript } from './support.ts';

// Of a name of its own: wrong guesses of a name are budgeted.
const AN_UNKNOWN_SLUG = `nessuno-${randomBytes(4).toString('hex')}-zzzz`;
const AN_UNKNOWN_TOKEN = 'x'.repeat(43);
const PATHS_TO_NOTHING = [
  ...[`/c/${AN_UNKNOWN_SLUG}`, `/c/${AN_UNKNOWN_TOKEN}`, '/c/%00', '/c/%FF', '/c/', '/c/a/b'],
  ...['/non-esiste', '/pkg/non-esiste.js', '/rpc'],
];

test.use({ expectedConsole: /status of 404/ });

withAndWithoutJavaScript(() => {
  test('what does not exist is the not-found page', async ({ page }) => {
    for (const path of PATHS_TO_NOTHING) {
      const response = await page.goto(path);
      expect(response?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { name: 'Pagina non trovata' }), path).toBeVisible();
    }
  });

  test('a project of somebody else, and a portal with a slash too many, is the not-found page', async ({ page, workspace }) => {
    const somebodyElses = ['conti-marchio', 'nessuno'].map((project) => workspace.portal('bianchi', { project }));
    for (const path of [...somebodyElses, `${workspace.portal('conti')}/`]) {
      const response = await page.goto(path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Pagina non trovata' })).toBeVisible();
      await expect(page.getByText('Marchio Conti')).toHaveCount(0);
    }
  });
});

test('what does not exist for the agency is the not-found page', async ({ page }) => {
  await signIn(page);
  for (const path of ['/admin/non-esiste', '/admin/inbox/nessuno', '/admin/leads/', '/admin/login/']) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { name: 'Pagina non trovata' }), path).toBeVisible();
  }
});

test('an unknown slug and an unknown token get the same bytes', async ({ request }) => {
  const bytes = async (path: string) => withoutNonce(request, path);
  expect(await bytes(`/c/${AN_UNKNOWN_SLUG}`)).toBe(await bytes(`/c/${AN_UNKNOWN_TOKEN}`));
});

async function withoutNonce(request: APIRequestContext, path: string): Promise<string> {
  const response = await request.get(path);
  expect(response.status()).toBe(404);
  const nonce = /'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1];
  const body = await response.text();
  return nonce ? body.replaceAll(nonce, '') : body;
}
