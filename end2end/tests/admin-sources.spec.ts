// Lead sources: from the first delivery to a client.

import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { mainText, openAdmin } from './admin.ts';
import { expect, test } from './fixtures.ts';
import { nextRefresh } from './polling.ts';

const unique = (name: string) => `${name} ${randomBytes(4).toString('hex')}`;

async function createSource(page: Page, name: string): Promise<void> {
  await openAdmin(page, '/admin/leads/sources/new');
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Crea la fonte' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Posts to the address that the page of a source shows; returns the outcome. */
async function deliver(page: Page, request: APIRequestContext, data: Record<string, string>): Promise<string> {
  const address = await page.getByRole('textbox', { name: 'Indirizzo da incollare' }).inputValue();
  const response = await request.post(new URL(address).pathname, { data });
  expect(response.status()).toBe(200);
  return (await response.json()).outcome;
}

const deliveries = (page: Page) => page.getByRole('region', { name: 'Ultimi arrivi' });

test('a field mapping turns a quarantined delivery into a client', { tag: '@smoke' }, async ({ adminPage, request }) => {
  const person = unique('Ada');
  const email = `${person.replace(' ', '.').toLowerCase()}@lead.example`;

  await createSource(adminPage, unique('Modulo'));
  await expect(adminPage.getByText('Ancora niente. Appena arriva qualcosa')).toBeVisible();
  await adminPage.getByRole('button', { name: 'Prova', exact: true }).click();
  await expect(mainText(adminPage, /La prova è arrivata: (nuovo lead|aggiunto a un lead)/)).toBeVisible();
  await expect(deliveries(adminPage).getByRole('listitem')).toContainText(['Anna Prova']);

  const fields = { q1: person, q2: 'negozio@lead.example', q3: email, q4: 'Un sito' };
  expect(await deliver(adminPage, request, fields)).toBe('quarantined');
  await adminPage.reload();
  const quarantined = deliveries(adminPage).getByRole('listitem').filter({ hasText: 'Da rivedere' });
  await quarantined.getByRole('link').click();
  await expect(adminPage.getByText('Non dice chi è').first()).toBeVisible();
  await expect(adminPage.getByRole('region', { name: 'Il testo ricevuto' })).toContainText(`"q1": "${person}"`);

  // Choices made before hydration count.
  let load = () => {};
  const loading = new Promise<void>((resolve) => (load = resolve));
  await adminPage.route('**/*.wasm', async (route) => {
    await loading;
    await route.continue();
  });
  await adminPage.getByRole('link', { name: 'Scegli i campi' }).click();
  await adminPage.getByRole('combobox', { name: 'Nome e cognome' }).selectOption({ label: `Q1: ${person}` });
  await adminPage.getByRole('combobox', { name: 'E-mail' }).selectOption({ label: `Q3: ${email}` });
  load();
  const preview = adminPage.getByRole('region', { name: 'Il lead che ne esce' });
  for (const text of [person, email, 'Un sito']) await expect(preview).toContainText(text);
  await adminPage.getByRole('button', { name: 'Salva' }).click();
  await expect(mainText(adminPage, /Salvat/)).toBeVisible();
  await adminPage.getByRole('button', { name: 'Rileggi' }).click();
  await expect(mainText(adminPage, 'Riletto: adesso è tra i lead.')).toBeVisible();
  await expect(quarantined).toHaveCount(0);

  await deliveries(adminPage).getByRole('link', { name: person }).click();
  await expect(adminPage.getByRole('heading', { level: 1, name: person })).toBeVisible();
  await adminPage.getByRole('link', { name: 'Converti in cliente' }).click();
  await adminPage.getByRole('button', { name: 'Crea il cliente' }).click();
  await expect(adminPage).toHaveURL(/\/admin\/clients\//);
});

test('new deliveries appear without a reload', async ({ adminPage, request }) => {
  await adminPage.clock.install();
  await createSource(adminPage, unique('Diretta'));
  const person = unique('Clelia');
  await deliver(adminPage, request, { nome: person });
  await nextRefresh(adminPage);
  await expect(deliveries(adminPage).getByRole('link', { name: person })).toBeVisible();
  await expect(adminPage.getByText('Ancora niente. Appena arriva qualcosa')).toHaveCount(0);
});

test('hints follow the chosen sender and typed text is kept', async ({ adminPage }) => {
  await openAdmin(adminPage, '/admin/leads/sources/new');
  const kind = adminPage.getByRole('combobox', { name: 'Chi spedisce' });
  const secret = adminPage.getByRole('textbox', { name: 'Segreto della firma' });
  await kind.selectOption({ label: 'Elementor' });
  await expect(secret).toHaveCount(0);
  await kind.selectOption({ label: 'Framer' });
  await expect(adminPage.getByText('almeno 32 caratteri')).toBeVisible();
  await secret.fill('scritto e non perso');
  await kind.selectOption({ label: 'Gravity Forms' });
  const refreshed = adminPage.waitForResponse((response) => response.url().includes('gravity_forms'));
  await kind.selectOption({ label: 'Elementor' });
  await kind.selectOption({ label: 'Gravity Forms' });
  await refreshed;
  await expect(secret).toHaveValue('scritto e non perso');
});
