// The agency's clients: made, found, changed, given new addresses, deleted.

import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, log, nextPoll, open, openDesk, row, said, test, withAndWithoutJavaScript } from './support.ts';

const search = async (page: Page, words: string) => {
  await page.getByRole('searchbox').fill(words);
  await page.getByRole('search').getByRole('button').click();
};

withAndWithoutJavaScript((live) => {
  test('a client is made, told what is wrong, found, and has a portal', async ({ desk, office }) => {
    const family = `Ròssi${randomBytes(4).toString('hex')}`;
    await openDesk(desk, '/admin/clients', live);
    await desk.getByRole('link', { name: 'Nuovo cliente' }).click();
    await desk.getByRole('textbox', { name: 'Nome' }).fill('   ');
    await desk.getByRole('textbox', { name: 'Azienda' }).fill(`Bar ${family}`);
    await desk.getByRole('button', { name: 'Crea' }).click();
    const name = desk.getByRole('textbox', { name: 'Nome' });
    await expect(name).toHaveAttribute('aria-invalid', 'true');
    await expect(name).toHaveAccessibleDescription(/Qui serve qualcosa/);
    await expect(desk.getByRole('textbox', { name: 'Azienda' })).toHaveValue(`Bar ${family}`);

    await name.fill(`Zoë ${family}`);
    await desk.getByRole('button', { name: 'Crea' }).click();
    await expect(desk.getByRole('heading', { level: 1, name: `Zoë ${family}` })).toBeVisible();
    const address = await desk.getByRole('textbox', { name: 'Indirizzo da dire e da scrivere' }).inputValue();
    expect(address).toMatch(/\/c\/zoe-rossi[0-9a-f]{8}-[a-z0-9]{4}$/);
    await office.goto(address);
    await expect(office.getByText(/comparirà qui/)).toBeVisible();

    // Found without its accents, by the company too, and not by something else.
    await openDesk(desk, '/admin/clients', live);
    await search(desk, `BAR ${family.replace('ò', 'o').toLowerCase()}`);
    await expect(row(desk, `Zoë ${family}`)).toHaveCount(1);
    await search(desk, `${family} chiuso`);
    await expect(desk.getByText(/Niente che corrisponda/)).toBeVisible();
    await desk.getByRole('link', { name: 'Togli i filtri' }).click();
    await expect(desk.getByRole('listitem').nth(5)).toBeAttached();
  });

  test('of two who edit the same client the second is told, loses nothing, and may insist', async ({ desk, colleague, workspace }) => {
    const edit = `/admin/clients/${workspace.clients.bianchi.id}?edit=client`;
    await openDesk(desk, edit, live);
    await openDesk(colleague, edit, live);
    await colleague.getByRole('textbox', { name: 'Telefono' }).fill('+39 011 555 0101');
    await colleague.getByRole('button', { name: 'Salva' }).click();
    await expect(said(colleague, 'Salvato.')).toBeVisible();

    await desk.getByRole('textbox', { name: 'Telefono' }).fill('+39 011 555 0202');
    await desk.getByRole('textbox', { name: 'Azienda' }).fill('Bianchi & Figlie');
    await desk.getByRole('button', { name: 'Salva' }).click();
    await expect(desk.getByRole('alert').filter({ hasText: 'Nel frattempo qualcun altro' })).toBeVisible();
    const phone = desk.getByRole('textbox', { name: 'Telefono' });
    await expect(phone).toHaveValue('+39 011 555 0202');
    await expect(phone).toHaveAccessibleDescription(/Adesso c’è: \+39 011 555 0101/);
    await colleague.reload();
    await expect(colleague.getByText('+39 011 555 0101')).toBeVisible();

    await desk.getByRole('button', { name: 'Salva' }).click();
    await expect(said(desk, 'Salvato.')).toBeVisible();
    await expect(desk.getByText('+39 011 555 0202')).toBeVisible();
    await expect(desk.getByText('Bianchi & Figlie')).toBeVisible();
  });

  test('a client is deleted with all that goes along, and their portal with them', async ({ desk, request, workspace }) => {
    const { id, name } = workspace.clients.bianchi;
    await openDesk(desk, `/admin/clients/${id}`, live);
    await desk.getByRole('link', { name: 'Elimina cliente' }).click();
    const question = desk.getByRole('region', { name: `Eliminare ${name}?` });
    for (const counted of [/\d+ progetti/, /\d+ fasi/, /\d+ attività/, /\d+ messaggi/, /\d+ pagament/]) {
      await expect(question.getByRole('listitem').filter({ hasText: counted })).toHaveCount(1);
    }
    await question.getByRole('link', { name: 'Annulla' }).click();
    await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible();

    await desk.getByRole('link', { name: 'Elimina cliente' }).click();
    await desk.getByRole('button', { name: 'Elimina' }).click();
    await expect(said(desk, 'Eliminato.')).toBeVisible();
    await search(desk, name);
    await expect(desk.getByText(/Niente che corrisponda/)).toBeVisible();
    expect((await request.get(workspace.portal('bianchi'))).status()).toBe(404);
    expect((await desk.request.get(`/admin/clients/${id}`)).status()).toBe(404);
  });
});

test.describe('while the client has the portal open', () => {
  test.use({ expectedConsole: /status of (403|404)/ });

  test('a new secret code closes it at once, and the new one opens it', async ({ page, colleague, workspace }) => {
    const { id, token } = workspace.clients.bianchi;
    await page.clock.install();
    await open(page, workspace.portal('bianchi', { key: token }));
    await colleague.goto(`/admin/clients/${id}`);
    const address = colleague.getByRole('textbox', { name: 'Indirizzo con codice segreto' });
    await expect(address).toHaveValue(new RegExp(`/c/${token}$`));
    await colleague.getByRole('link', { name: 'Cambia codice segreto' }).click();
    await colleague.getByRole('button', { name: 'Sì, nuovo codice' }).click();
    await expect(address).not.toHaveValue(new RegExp(`/c/${token}$`));

    await page.clock.runFor(21_000);
    await expect(page.getByRole('status').filter({ hasText: 'Questa pagina non è più aggiornata' })).toBeVisible();
    expect((await page.request.get(workspace.portal('bianchi', { key: token }))).status()).toBe(404);
    await open(page, await address.inputValue());
    await expect(log(page)).toBeVisible();
  });

  test('a new address ends the old one, and the code goes on', async ({ page, colleague, workspace }) => {
    const { id, slug, token } = workspace.clients.bianchi;
    await page.clock.install();
    await colleague.goto(`/admin/clients/${id}`);
    await colleague.getByRole('link', { name: 'Cambia indirizzo' }).click();
    await colleague.getByRole('button', { name: 'Sì, nuovo indirizzo' }).click();
    const address = colleague.getByRole('textbox', { name: 'Indirizzo da dire e da scrivere' });
    await expect(address).not.toHaveValue(new RegExp(`/c/${slug}$`));
    expect((await page.request.get(`/c/${slug}`)).status()).toBe(404);
    await open(page, workspace.portal('bianchi', { key: token }));
    await nextPoll(page);
    await open(page, await address.inputValue());
  });
});

test('the address is copied by a button', async ({ desk, context, workspace }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id, slug } = workspace.clients.bianchi;
  await openDesk(desk, `/admin/clients/${id}`);
  await desk.getByRole('button', { name: 'Copia: Indirizzo da dire e da scrivere' }).click();
  await expect(desk.getByRole('status').filter({ hasText: 'Copiato' })).toBeVisible();
  expect(await desk.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/c/${slug}$`));
});
