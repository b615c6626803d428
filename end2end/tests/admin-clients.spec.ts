// The agency's clients.

import { randomBytes } from 'node:crypto';
import { adminHydrated, openAdmin } from './admin.ts';
import { log, openPortal } from './chat.ts';
import { expect, test } from './fixtures.ts';
import { setVisibility } from './polling.ts';

test('a new client is found by name and has a portal', { tag: '@smoke' }, async ({ adminPage, clientPage }) => {
  const family = `Ròssi${randomBytes(4).toString('hex')}`;
  await openAdmin(adminPage, '/admin/clients');
  await adminPage.getByRole('link', { name: 'Nuovo cliente' }).click();
  const name = adminPage.getByRole('textbox', { name: 'Nome' });
  await name.fill('   ');
  await adminPage.getByRole('textbox', { name: 'Azienda' }).fill(`Bar ${family}`);
  await adminPage.getByRole('button', { name: 'Crea' }).click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(name).toHaveAccessibleDescription(/Compila questo campo/);
  await expect(adminPage.getByRole('textbox', { name: 'Azienda' })).toHaveValue(`Bar ${family}`);

  await name.fill(`Zoë ${family}`);
  await adminPage.getByRole('button', { name: 'Crea' }).click();
  await expect(adminPage.getByRole('heading', { level: 1, name: `Zoë ${family}` })).toBeVisible();
  const address = await adminPage.getByRole('textbox', { name: 'Link breve' }).inputValue();
  expect(address).toMatch(/\/c\/zoe-rossi[0-9a-f]{8}-[a-z0-9]{4}$/);
  await clientPage.goto(address);
  await expect(clientPage.getByText(/comparirà qui/)).toBeVisible();

  await openAdmin(adminPage, '/admin/clients');
  await adminPage.getByRole('main').getByRole('searchbox').fill(`BAR ${family.replace('ò', 'o').toLowerCase()}`);
  await adminPage.getByRole('search').getByRole('button').click();
  await expect(adminPage.getByRole('row').filter({ hasText: `Zoë ${family}` })).toHaveCount(1);
});

test('a form keeps what was typed until it is saved or discarded', async ({ adminPage }) => {
  const name = adminPage.getByRole('textbox', { name: 'Nome' });
  const draft = adminPage.getByText('Bozza: quello che avevi scritto');
  const openForm = () => openAdmin(adminPage, '/admin/clients/new');
  await openForm();
  await name.fill('Ada Neri');
  await openAdmin(adminPage, '/admin/leads');
  await openForm();
  await expect(name).toHaveValue('Ada Neri');
  await expect(draft).toBeVisible();
  await adminPage.getByRole('button', { name: 'Scarta la bozza' }).click();
  await expect(name).toHaveValue('');
  await expect(draft).toBeHidden();

  await name.fill(`Ada Neri ${randomBytes(4).toString('hex')}`);
  await adminPage.getByRole('button', { name: 'Crea' }).click();
  await expect(adminPage.getByRole('heading', { level: 1, name: 'Ada Neri' })).toBeVisible();
  const created = new URL(adminPage.url());
  // The page that confirms it ends the draft.
  await adminHydrated(adminPage);
  await openForm();
  await expect(name).toHaveValue('');
  await expect(draft).toBeHidden();

  await name.fill('Ivo Sala');
  await openAdmin(adminPage, `${created.pathname}${created.search}`);
  await openForm();
  await expect(name).toHaveValue('Ivo Sala');
});

test.describe('while the client has the portal open', () => {
  test.use({ expectedConsole: /status of (403|404)/ });

  test('a new token closes the portal at once and opens a new one', async ({ page, secondAdminPage, workspace }) => {
    const { id, token } = workspace.clients.bianchi;
    await page.clock.install();
    await openPortal(page, workspace.portal('bianchi', { key: token }));
    await secondAdminPage.goto(`/admin/clients/${id}`);
    const address = secondAdminPage.getByRole('textbox', { name: 'Link riservato' });
    await expect(address).toHaveValue(new RegExp(`/c/${token}$`));
    await secondAdminPage.getByRole('link', { name: 'Cambia link riservato' }).click();
    await secondAdminPage.getByRole('button', { name: 'Sì, cambia' }).click();
    await expect(address).not.toHaveValue(new RegExp(`/c/${token}$`));

    await page.clock.runFor(21_000);
    await expect(page.getByRole('status').filter({ hasText: 'ha cambiato questa pagina' })).toBeVisible();
    expect((await page.request.get(workspace.portal('bianchi', { key: token }))).status()).toBe(404);
    await openPortal(page, await address.inputValue());
    await expect(log(page)).toBeVisible();
  });
});

test('a button copies the address', async ({ adminPage, context, workspace }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id, slug } = workspace.clients.bianchi;
  await adminPage.clock.install();
  await openAdmin(adminPage, `/admin/clients/${id}`);
  await adminPage.clock.pauseAt(Date.now() + 60_000);
  await adminPage.getByRole('button', { name: 'Copia: Link breve' }).click();
  await expect(adminPage.getByRole('status').filter({ hasText: 'Copiato' })).toBeVisible();
  // A refresh of the page leaves the confirmation.
  const refreshed = adminPage.waitForResponse((response) => response.request().resourceType() === 'fetch' && response.url().endsWith(id));
  await setVisibility(adminPage, 'visible');
  await adminPage.clock.runFor(100);
  await (await refreshed).finished();
  await expect(adminPage.getByRole('status').filter({ hasText: 'Copiato' })).toBeVisible();
  expect(await adminPage.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/c/${slug}$`));
});
