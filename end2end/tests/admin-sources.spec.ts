// Lead sources: from the first delivery to a client.

import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { mainText, openAdmin, row } from './admin.ts';
import { expect, test } from './fixtures.ts';
import { nextRefresh } from './polling.ts';

const unique = (name: string) => `${name} ${randomBytes(4).toString('hex')}`;

async function createSource(page: Page, name: string, kind?: string): Promise<void> {
  await openAdmin(page, '/admin/leads/sources/new');
  await page.getByLabel('Nome', { exact: true }).fill(name);
  if (kind) {
    await page.getByRole('combobox', { name: 'Servizio' }).selectOption({ label: kind });
    // The form grows, and the button moves away from a click.
    await expect(page.getByText(`${kind} firma`)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Crea la fonte' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

const address = (page: Page) => page.getByRole('textbox', { name: 'Indirizzo da incollare' }).inputValue();
const post = (request: APIRequestContext, to: string, data: Record<string, string>) => request.post(new URL(to).pathname, { data });

const deliveries = (page: Page) => page.getByRole('region', { name: 'Ultimi invii' });

test('a field mapping turns a quarantined delivery into a client', { tag: '@smoke' }, async ({ adminPage, request }) => {
  const person = unique('Ada');
  const email = `${person.replace(' ', '.').toLowerCase()}@lead.example`;

  await createSource(adminPage, unique('Modulo'));
  await expect(adminPage.getByText('Ancora nessun invio. Il primo')).toBeVisible();
  await adminPage.getByRole('button', { name: 'Prova', exact: true }).click();
  await expect(mainText(adminPage, /Prova ricevuta: (nuovo lead|aggiunto a un lead)/)).toBeVisible();
  await expect(deliveries(adminPage).getByRole('listitem')).toContainText(['Anna Prova']);

  const fields = { q1: person, q2: 'negozio@lead.example', q3: email, q4: 'Un sito' };
  expect(await (await post(request, await address(adminPage), fields)).json()).toMatchObject({ outcome: 'quarantined' });
  await adminPage.reload();
  const quarantined = deliveries(adminPage).getByRole('listitem').filter({ hasText: 'Da rivedere' });
  await quarantined.getByRole('link').click();
  await expect(adminPage.getByText('Contatto mancante').first()).toBeVisible();
  await expect(adminPage.getByRole('region', { name: 'Testo ricevuto' })).toContainText(`"q1": "${person}"`);

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
  const preview = adminPage.getByRole('region', { name: 'Il lead risultante' });
  for (const text of [person, email, 'Un sito']) await expect(preview).toContainText(text);
  await adminPage.getByRole('button', { name: 'Salva' }).click();
  await expect(mainText(adminPage, /Salvat/)).toBeVisible();
  await adminPage.getByRole('button', { name: 'Elabora di nuovo' }).click();
  await expect(mainText(adminPage, 'Elaborato: ora è tra i lead.')).toBeVisible();
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
  expect((await post(request, await address(adminPage), { nome: person })).status()).toBe(200);
  await nextRefresh(adminPage);
  await expect(deliveries(adminPage).getByRole('link', { name: person })).toBeVisible();
  await expect(adminPage.getByText('Ancora nessun invio. Il primo')).toHaveCount(0);
});

test('hints follow the chosen sender and typed text is kept', async ({ adminPage }) => {
  await openAdmin(adminPage, '/admin/leads/sources/new');
  const kind = adminPage.getByRole('combobox', { name: 'Servizio' });
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

test('a replaced, inactive or deleted address takes no deliveries', async ({ adminPage, request }) => {
  const name = unique('Vecchia');
  await createSource(adminPage, name);
  const status = async (to: string) => (await post(request, to, { nome: unique('Bea') })).status();
  const old = await address(adminPage);
  expect(await status(old)).toBe(200);
  await adminPage.getByRole('link', { name: 'Nuovo indirizzo' }).click();
  await adminPage.getByRole('button', { name: 'Sì, cambia' }).click();
  await expect(mainText(adminPage, /Indirizzo cambiato/)).toBeVisible();
  const replaced = await address(adminPage);
  expect([await status(old), await status(replaced)]).toEqual([403, 200]);

  await adminPage.getByRole('button', { name: 'Spegni' }).click();
  await expect(adminPage.getByText('Questa fonte è spenta')).toBeVisible();
  expect(await status(replaced)).toBe(403);
  await adminPage.getByRole('button', { name: 'Prova', exact: true }).click();
  await expect(adminPage.getByText('La fonte è spenta: riaccendila')).toBeVisible();
  await adminPage.getByRole('button', { name: 'Riaccendi' }).click();
  await expect(adminPage.getByRole('button', { name: 'Spegni' })).toBeVisible();
  expect(await status(replaced)).toBe(200);

  await adminPage.getByRole('link', { name: 'Elimina' }).click();
  await expect(adminPage.getByRole('heading', { name: `Eliminare la fonte ${name}? Gli invii al suo indirizzo verranno respinti.` })).toBeVisible();
  await expect(adminPage.getByText('3 invii conservati')).toBeVisible();
  await adminPage.getByRole('button', { name: 'Elimina' }).click();
  await expect(mainText(adminPage, 'Eliminato.')).toBeVisible();
  expect(await status(replaced)).toBe(403);
});

test('a Calendly source shows its commands and asks for a secret', async ({ adminPage }) => {
  await createSource(adminPage, unique('Calendario'), 'Calendly');
  await expect(adminPage.getByRole('region', { name: 'Secondo comando: crea il webhook' })).toContainText(await address(adminPage));
  await expect(adminPage.getByText('Poi prenota un appuntamento di prova')).toBeVisible();
  await adminPage.getByRole('link', { name: 'Imposta il segreto' }).click();
  await expect(adminPage.getByText('«signing_key»').first()).toBeVisible();
  await adminPage.getByRole('textbox', { name: 'Segreto della firma' }).fill('una-parola-lunga');
  await adminPage.getByRole('button', { name: 'Salva' }).click();
  await expect(adminPage.getByText('Il segreto è impostato')).toBeVisible();
});

test('a source without deliveries for weeks is listed as silent', async ({ adminPage, workspace }) => {
  const name = unique('Silenziosa');
  const old = new Date(Date.now() - 20 * 86_400_000).toISOString();
  await workspace.add({
    lead_sources: [{ id: 'silent', name, kind: 'tally', created_at: old }],
    leads: [{ id: 'lead', name: 'Dina', source: name }],
    lead_deliveries: [{ id: 'old', source_id: 'silent', received_at: old, body: '{"nome":"Dina"}', outcome: 'created', lead_id: 'lead' }],
  });
  // The list of leads names only some of the sources in need of a check.
  await openAdmin(adminPage, '/admin/leads');
  await expect(adminPage.getByRole('heading', { name: 'Fonti da controllare' })).toBeVisible();
  await openAdmin(adminPage, '/admin/leads/sources');
  await expect(row(adminPage, name)).toContainText('nessun invio da 20 giorni.');
  await row(adminPage, name).getByRole('link', { name }).click();
  await expect(adminPage).toHaveURL(`/admin/leads/sources/${workspace.id('silent')}`);
  await expect(adminPage.getByText('se qui non compare, incolla di nuovo l’indirizzo')).toBeVisible();
});
