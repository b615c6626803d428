// What belongs to another client looks like what does not exist.

import { expect, setting, test } from './fixtures.ts';

test.use({ expectedConsole: /status of 404/ });

test('a project of another client is not found', async ({ page, workspace }) => {
  const projects = ['conti-marchio', 'nessuno'].map((project) => workspace.portal('bianchi', { project }));
  for (const path of [...projects, `${workspace.portal('conti', { channel: '' })}/`]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Pagina non trovata' })).toBeVisible();
    await expect(page.getByText('Marchio Conti')).toHaveCount(0);
  }
});

test('a dead link says in both languages whom to ask', { tag: '@phone' }, async ({ page }) => {
  const response = await page.goto(`/c/${'X'.repeat(43)}`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Pagina non trovata' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Questo link non funziona più' })).toBeVisible();
  await expect(page.locator('[lang=en]').getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(page.getByRole('link', { name: setting('ADMIN_EMAIL') })).toHaveAttribute('href', `mailto:${setting('ADMIN_EMAIL')}`);
});

test('an unknown page of the agency is not found', async ({ adminPage }) => {
  for (const path of ['/admin/non-esiste', '/admin/inbox/nessuno', '/admin/leads/', '/admin/login/']) {
    const response = await adminPage.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(adminPage.getByRole('heading', { name: 'Pagina non trovata' }), path).toBeVisible();
  }
});
