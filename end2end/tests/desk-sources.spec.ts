// Sources of leads: made, tried out, watched; what nobody understands is kept, explained and read again.

import { randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, nextLook, openDesk, row, said, test, withAndWithoutJavaScript } from './support.ts';
import { Workspace } from './workspace.ts';

/** A name that nobody else has. */
const unique = (name: string) => `${name} ${randomBytes(4).toString('hex')}`;

async function makeSource(desk: Page, live: boolean, name: string, kind?: string): Promise<void> {
  await openDesk(desk, '/admin/leads/sources/new', live);
  await desk.getByLabel('Nome', { exact: true }).fill(name);
  if (kind) await desk.getByRole('combobox', { name: 'Chi spedisce' }).selectOption({ label: kind });
  await desk.getByRole('button', { name: 'Crea la fonte' }).click();
  await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible();
}

const address = (desk: Page) => desk.getByRole('textbox', { name: 'Indirizzo da incollare' }).inputValue();
const tryOut = (desk: Page) => desk.getByRole('button', { name: 'Prova', exact: true });
const steps = (desk: Page) => desk.getByText('Poi fai un invio di prova');
const inspector = (desk: Page) => desk.getByRole('region', { name: 'Ultimi arrivi' });
const preview = (desk: Page) => desk.getByRole('region', { name: 'Il lead che ne esce' });

/** A form whose fields are called nothing that anybody could know, with two addresses in it. */
async function postStrangeForm(request: APIRequestContext, to: string, name: string, email: string): Promise<void> {
  const answer = await request.post(new URL(to).pathname, { data: { q1: name, q2: 'negozio@lead.example', q3: email, q4: 'Un sito' } });
  expect(answer.status()).toBe(200);
  expect((await answer.json()).outcome).toBe('quarantined');
}

withAndWithoutJavaScript((live) => {
  test('a source is made, tried out, mapped, and its quarantine becomes a client', async ({ desk, request }) => {
    const source = unique('Modulo');
    const person = unique('Ada');
    const email = `${person.replace(' ', '.').toLowerCase()}@lead.example`;

    await makeSource(desk, live, source);
    await expect(desk.getByText('Ancora niente. Appena arriva qualcosa')).toBeVisible();
    await tryOut(desk).click();
    await expect(said(desk, /La prova è arrivata: (nuovo lead|aggiunto a un lead)/)).toBeVisible();
    await expect(inspector(desk).getByRole('listitem')).toHaveCount(1);
    await expect(inspector(desk).getByRole('listitem')).toContainText('Anna Prova');
    await expect(inspector(desk).getByRole('listitem').getByText('Prova', { exact: true })).toBeVisible();
    await expect(steps(desk)).toBeVisible();

    await postStrangeForm(request, await address(desk), person, email);
    await desk.reload();
    await expect(inspector(desk).getByRole('listitem').filter({ hasText: 'Da rivedere' })).toHaveCount(1);
    await inspector(desk).getByRole('listitem').filter({ hasText: 'Da rivedere' }).getByRole('link').click();
    await expect(desk.getByText('Non dice chi è').first()).toBeVisible();
    await expect(desk.getByRole('region', { name: 'Il testo ricevuto' })).toContainText(`"q1": "${person}"`);

    // What is chosen before the page is alive counts, too.
    let wake = () => {};
    const alive = new Promise<void>((resolve) => (wake = resolve));
    await desk.route('**/*.wasm', async (route) => {
      await alive;
      await route.continue();
    });
    await desk.getByRole('link', { name: 'Scegli i campi' }).click();
    await desk.getByRole('combobox', { name: 'Nome e cognome' }).selectOption({ label: `Q1: ${person}` });
    await desk.getByRole('combobox', { name: 'E-mail' }).selectOption({ label: `Q3: ${email}` });
    wake();
    if (!live) await desk.getByRole('button', { name: 'Anteprima' }).click();
    await expect(preview(desk)).toContainText(person);
    await expect(preview(desk)).toContainText(email);
    await expect(preview(desk)).toContainText('Un sito');
    await desk.getByRole('button', { name: 'Salva' }).click();
    await expect(said(desk, /Salvat/)).toBeVisible();
    await desk.getByRole('button', { name: 'Rileggi' }).click();
    await expect(said(desk, 'Riletto: adesso è tra i lead.')).toBeVisible();
    await expect(inspector(desk).getByRole('listitem').filter({ hasText: 'Da rivedere' })).toHaveCount(0);

    await inspector(desk).getByRole('link', { name: person }).click();
    await expect(desk.getByRole('heading', { level: 1, name: person })).toBeVisible();
    await expect(desk.getByText('Un sito').first()).toBeVisible();
    await desk.getByRole('link', { name: 'Converti in cliente' }).click();
    await desk.getByRole('button', { name: 'Crea il cliente' }).click();
    await expect(desk).toHaveURL(/\/admin\/clients\//);
  });

  test('a source says how to connect its sender, and what its secret is for', async ({ desk }) => {
    await makeSource(desk, live, unique('Calendario'), 'Calendly');
    await expect(desk.getByRole('region', { name: 'Secondo comando: crea il webhook' })).toContainText(await address(desk));
    await expect(desk.getByText('Poi prenota un appuntamento di prova')).toBeVisible();
    await desk.getByRole('link', { name: 'Imposta il segreto' }).click();
    await expect(desk.getByText('«signing_key»').first()).toBeVisible();
    await desk.getByRole('textbox', { name: 'Segreto della firma' }).fill('una-parola-lunga');
    await desk.getByRole('button', { name: 'Salva' }).click();
    await expect(desk.getByText('Il segreto è impostato')).toBeVisible();
    await tryOut(desk).click();
    await expect(said(desk, /La prova è arrivata: (nuovo lead|aggiunto a un lead)/)).toBeVisible();
  });

  test('an address that is changed or switched off takes nothing any more', async ({ desk, request }) => {
    const source = unique('Vecchia');
    await makeSource(desk, live, source);
    const post = async (to: string) => (await request.post(new URL(to).pathname, { data: { nome: unique('Bea') } })).status();
    const old = await address(desk);
    expect(await post(old)).toBe(200);
    await desk.getByRole('link', { name: 'Nuovo indirizzo' }).click();
    await desk.getByRole('button', { name: 'Sì, nuovo indirizzo' }).click();
    await expect(said(desk, /Indirizzo cambiato/)).toBeVisible();
    await expect(steps(desk)).toBeVisible();
    const fresh = await address(desk);
    expect([await post(old), await post(fresh)]).toEqual([403, 200]);

    await desk.getByRole('button', { name: 'Spegni' }).click();
    await expect(desk.getByText('Questa fonte è spenta')).toBeVisible();
    expect(await post(fresh)).toBe(403);
    await tryOut(desk).click();
    await expect(desk.getByText('La fonte è spenta: riaccendila')).toBeVisible();
    await desk.getByRole('button', { name: 'Riaccendi' }).click();
    await expect(desk.getByRole('button', { name: 'Spegni' })).toBeVisible();
    expect(await post(fresh)).toBe(200);

    await desk.getByRole('link', { name: 'Elimina' }).click();
    await expect(desk.getByRole('heading', { name: `Eliminare la fonte ${source}? Chi spedisce al suo indirizzo verrà respinto.` })).toBeVisible();
    await expect(desk.getByText('3 arrivi conservati')).toBeVisible();
    await desk.getByRole('button', { name: 'Elimina' }).click();
    await expect(said(desk, 'Eliminato.')).toBeVisible();
    expect(await post(fresh)).toBe(403);
  });

  test('several arrivals are chosen and read again together', async ({ desk, request }) => {
    const source = unique('Più volte');
    await makeSource(desk, live, source);
    const to = await address(desk);
    for (const name of ['Uno', 'Due']) await postStrangeForm(request, to, unique(name), `${randomBytes(4).toString('hex')}@lead.example`);
    await desk.getByRole('link', { name: 'Scegli i campi' }).click();
    await desk.getByRole('combobox', { name: 'E-mail' }).selectOption('/q3');
    await desk.getByRole('button', { name: 'Salva' }).click();
    await expect(said(desk, /Salvat/)).toBeVisible();

    await openDesk(desk, '/admin/leads/deliveries', live);
    await desk.getByRole('combobox', { name: 'Fonte' }).selectOption({ label: source });
    await desk.getByRole('combobox', { name: 'Esito' }).selectOption({ label: 'Da rivedere' });
    await desk.getByRole('button', { name: 'Filtra' }).click();
    await expect(row(desk, 'Non dice chi è')).toHaveCount(2);
    for (const box of await desk.getByRole('checkbox', { name: /^Scegli l’arrivo/ }).all()) await box.check();
    await desk.getByRole('button', { name: 'Rileggi', exact: true }).click();
    await expect(said(desk, 'Riletti 2 arrivi: sono tutti tra i lead.')).toBeVisible();
    await expect(desk.getByText(/Niente che corrisponda/)).toBeVisible();
  });
});

test('the inspector shows what arrives without a reload', async ({ desk, request }) => {
  await desk.clock.install();
  await makeSource(desk, true, unique('Diretta'));
  const person = unique('Clelia');
  const answer = await request.post(new URL(await address(desk)).pathname, { data: { nome: person } });
  expect(answer.status()).toBe(200);
  await nextLook(desk);
  await expect(inspector(desk).getByRole('link', { name: person })).toBeVisible();
  await expect(desk.getByText('Ancora niente. Appena arriva qualcosa')).toHaveCount(0);
});

test('the hints follow the sender that is chosen, and forget nothing that is typed', async ({ desk }) => {
  await openDesk(desk, '/admin/leads/sources/new');
  const kind = desk.getByRole('combobox', { name: 'Chi spedisce' });
  const secret = desk.getByRole('textbox', { name: 'Segreto della firma' });
  await kind.selectOption({ label: 'Elementor' });
  await expect(secret).toHaveCount(0);
  await kind.selectOption({ label: 'Framer' });
  await expect(desk.getByText('almeno 32 caratteri')).toBeVisible();
  await secret.fill('scritto e non perso');
  await kind.selectOption({ label: 'Gravity Forms' });
  const asked = desk.waitForResponse((response) => response.url().includes('gravity_forms'));
  await kind.selectOption({ label: 'Elementor' });
  await kind.selectOption({ label: 'Gravity Forms' });
  await asked;
  await expect(secret).toHaveValue('scritto e non perso');
});

test('a source that fell silent is told on the list of leads', async ({ desk }) => {
  const name = unique('Silenziosa');
  const old = new Date(Date.now() - 20 * 86_400_000).toISOString();
  const workspace = await Workspace.open({
    lead_sources: [{ id: 'silent', name, kind: 'tally', created_at: old }],
    leads: [{ id: 'lead', name: 'Dina', source: name }],
    lead_deliveries: [
      { id: 'old', source_id: 'silent', received_at: old, body: '{"nome":"Dina"}', outcome: 'created', lead_id: 'lead' },
    ],
  });
  // The list of leads names a few of them and leads to all.
  await openDesk(desk, '/admin/leads');
  await expect(desk.getByRole('heading', { name: 'Fonti da controllare' })).toBeVisible();
  await openDesk(desk, '/admin/leads/sources');
  await expect(row(desk, name)).toContainText('non arriva niente da 20 giorni.');
  await row(desk, name).getByRole('link', { name }).click();
  await expect(desk).toHaveURL(`/admin/leads/sources/${workspace.id('silent')}`);
  await expect(desk.getByText('se qui non compare, incolla di nuovo l’indirizzo')).toBeVisible();
});
