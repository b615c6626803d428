// Settings of the whole server: runs after all other tests and restores them.

import type { Page } from '@playwright/test';
import { adminHydrated, mainText, openAdmin } from './admin.ts';
import { expect, setting, test } from './fixtures.ts';

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0b5a5e"/></svg>';

async function saveStudio(page: Page, name: string, language: string): Promise<void> {
  await openAdmin(page, '/admin/settings');
  await page.locator('[name="form[agency_name]"]').fill(name);
  await page.locator('[name="form[language]"]').selectOption(language);
  await page.locator('form#settings').getByRole('button').click();
  await page.waitForURL(/done=saved/);
  // There a draft ends.
  await adminHydrated(page);
}

async function saveAccent(page: Page, accent: string): Promise<void> {
  await page.locator('[name="form[accent]"]').fill(accent);
  await page.locator('form#look').getByRole('button').click();
}

test.afterAll(async ({ browser, adminCookies }) => {
  const context = await browser.newContext({ baseURL: setting('ATRIO_BASE_URL') });
  await context.addCookies(adminCookies);
  const page = await context.newPage();
  await page.goto('/admin/settings/look?remove=light');
  const remove = page.locator('form[action$="/remove_logo"] button');
  if (await remove.count()) await remove.click();
  await page.goto('/admin/settings/look');
  await saveAccent(page, '');
  await page.waitForURL(/done=saved/);
  await saveStudio(page, '', 'it');
  await context.close();
});

test('name, accent, logo and language apply to all pages', async ({ adminPage, clientPage, workspace }) => {
  await saveStudio(adminPage, 'Studio Girasole', 'it');
  // The name, or the logo that bears it.
  const brand = adminPage.getByRole('banner');
  await expect(brand.getByText('Studio Girasole').or(brand.getByRole('img', { name: 'Studio Girasole' }))).toBeVisible();
  await openAdmin(adminPage, '/admin/settings/look');
  await saveAccent(adminPage, 'giallo');
  await expect(adminPage.getByLabel(/^Colore/)).toHaveAccessibleDescription(/non è scritto come #0b5a5e/);
  await saveAccent(adminPage, '#ffd400');
  await expect(mainText(adminPage, 'Salvato.')).toBeVisible();
  await adminPage.getByLabel('File del logo').setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) });
  await adminPage.getByRole('button', { name: 'Carica' }).first().click();
  // On a light and on a dark background.
  await expect(adminPage.getByRole('img', { name: 'Logo attuale' })).toHaveCount(2);

  await clientPage.goto(workspace.portal('bianchi'));
  await expect(clientPage.getByText('Studio Girasole').first()).toBeAttached();
  const accent = await clientPage.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-accent'));
  expect(accent).toContain('light-dark');
  const logo = clientPage.locator('img[src^="/logo"]').first();
  await expect(logo).toBeVisible();
  await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);

  await saveStudio(adminPage, 'Studio Girasole', 'en');
  await expect(adminPage.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(adminPage.getByRole('navigation').getByRole('link', { name: /^Inbox/ })).toBeVisible();
  await clientPage.reload();
  await expect(clientPage.getByRole('tab', { name: /^Generale/ }), 'a client has a language of their own').toBeVisible();
});
