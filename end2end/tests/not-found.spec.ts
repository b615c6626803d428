// What belongs to another client looks like what does not exist.

import { expect, test } from './fixtures.ts';

test.use({ expectedConsole: /status of 404/ });

test('a project of another client is not found', async ({ page, workspace }) => {
  const projects = ['conti-marchio', 'nessuno'].map((project) => workspace.portal('bianchi', { project }));
  for (const path of [...projects, `${workspace.portal('conti')}/`]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Pagina non trovata' })).toBeVisible();
    await expect(page.getByText('Marchio Conti')).toHaveCount(0);
  }
});

test('an unknown page of the agency is not found', async ({ adminPage }) => {
  for (const path of ['/admin/non-esiste', '/admin/inbox/nessuno', '/admin/leads/', '/admin/login/']) {
    const response = await adminPage.goto(path);
    expect(response?.status(), path).toBe(404);
    await expect(adminPage.getByRole('heading', { name: 'Pagina non trovata' }), path).toBeVisible();
  }
});
