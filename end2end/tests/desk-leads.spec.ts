// Leads: found, moved, talked with, turned into clients.

import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, openDesk, row, said, test, withAndWithoutJavaScript } from './support.ts';
import { Workspace } from './workspace.ts';

/** Three leads of one family that nobody else has. */
async function someLeads(): Promise<{ family: string; id: (name: string) => string; workspace: Workspace }> {
  const family = `Leadini${randomBytes(4).toString('hex')}`;
  const lead = (name: string, status: string, source: string) => ({
    id: name.toLowerCase(),
    name: `${name} ${family}`,
    email: `${name.toLowerCase()}@lead.example`,
    company: `Ditta ${name}`,
    source,
    status,
  });
  const workspace = await Workspace.open({
    leads: [lead('Ada', 'new', `sito-${family}`), lead('Bea', 'contacted', 'fiera'), lead('Caio', 'lost', 'fiera')],
    activities: [
      { id: 'activity', lead_id: 'ada', kind: 'message', text: 'Vorrei un sito', payload: { messaggio: 'Vorrei un sito', budget: '5000' } },
    ],
  });
  return { family, workspace, id: (name) => workspace.id(name.toLowerCase()) };
}

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });

withAndWithoutJavaScript((live) => {
  test('leads are found by words, status and source', async ({ desk }) => {
    const { family } = await someLeads();
    await openDesk(desk, '/admin/leads', live);
    const filter = async (words: string, source?: string) => {
      await desk.getByRole('searchbox').fill(words);
      if (source) await desk.getByRole('combobox', { name: 'Provenienza' }).selectOption(source);
      await desk.getByRole('button', { name: 'Filtra' }).click();
    };
    await filter(`ditta ${family}`);
    await expect(row(desk, family)).toHaveCount(3);
    await desk.getByRole('navigation', { name: 'Stato dei lead' }).getByRole('link', { name: 'Contattato' }).click();
    await expect(row(desk, family)).toHaveCount(1);
    await expect(row(desk, family)).toContainText('Bea');
    await openDesk(desk, `/admin/leads?source=sito-${family}`, live);
    await expect(row(desk, family)).toHaveCount(1);
    await expect(row(desk, family)).toContainText('Ada');
    await filter(`${family} inesistente`);
    await expect(desk.getByText(/Niente che corrisponda/)).toBeVisible();
  });

  test('a lead tells what it sent, and its history grows', async ({ desk }) => {
    const { family, id } = await someLeads();
    await openDesk(desk, `/admin/leads/${id('Ada')}`, live);
    const history = desk.getByRole('region', { name: 'Che cosa è successo' });
    await expect(history).toContainText('Vorrei un sito');
    await expect(history.getByText('5000')).toBeVisible();
    await desk.getByRole('combobox', { name: 'Che cosa' }).selectOption({ label: 'Una telefonata' });
    await desk.getByRole('textbox', { name: 'Che cosa è successo' }).fill('Richiama giovedì.');
    await desk.getByRole('button', { name: 'Aggiungi' }).click();
    await expect(history.getByRole('listitem').last()).toContainText(/Telefonata.*Richiama giovedì\./s);

    await desk.getByRole('link', { name: 'Modifica' }).click();
    await desk.getByRole('textbox', { name: 'Nome e cognome' }).fill('Ada Rinominata');
    await desk.getByRole('textbox', { name: 'E-mail' }).fill(`nuova-${family}@lead.example`);
    await desk.getByLabel('Appuntamento').fill('2027-03-28T10:30');
    await desk.getByRole('button', { name: 'Salva' }).click();
    await expect(desk.getByRole('heading', { level: 1, name: 'Ada Rinominata' })).toBeVisible();
    await expect(desk.getByText(/28 marzo 2027.*10:30/).first()).toBeVisible();
  });

  test('a lead moves along the pipeline by buttons', async ({ desk }) => {
    const { family } = await someLeads();
    await openDesk(desk, '/admin/leads/board', live);
    const move = column(desk, 'Nuovo').locator('details').filter({ has: desk.getByLabel(`Sposta Ada ${family}`) });
    await move.locator('summary').press('Enter');
    await move.getByRole('button', { name: 'Qualificato' }).click();
    await expect(column(desk, 'Qualificato').getByRole('link', { name: `Ada ${family}` })).toBeVisible();
    await expect(column(desk, 'Nuovo').getByRole('link', { name: `Ada ${family}` })).toHaveCount(0);
    await expect(column(desk, 'Qualificato').getByLabel(`Sposta Ada ${family}`)).toBeFocused();
  });

  test('a lead becomes a client with a project, once, and keeps its history', async ({ desk }) => {
    const { family, id } = await someLeads();
    await openDesk(desk, `/admin/leads/${id('Ada')}`, live);
    await desk.getByRole('link', { name: 'Converti in cliente' }).click();
    await expect(desk.getByRole('textbox', { name: 'Nome e cognome' })).toHaveValue(`Ada ${family}`);
    await desk.getByRole('textbox', { name: 'Primo progetto' }).fill('Sito di Ada');
    await desk.getByRole('button', { name: 'Crea il cliente' }).click();
    await expect(desk).toHaveURL(/\/admin\/(clients|projects|leads)\//);

    await openDesk(desk, `/admin/leads/${id('Ada')}`, live);
    await expect(desk.getByText('Acquisito').first()).toBeVisible();
    await expect(desk.getByRole('link', { name: 'Converti in cliente' })).toHaveCount(0);
    await expect(desk.getByText('Vorrei un sito').first()).toBeVisible();
    await desk.getByRole('main').getByRole('link', { name: `Ada ${family}` }).click();
    await expect(desk.getByRole('link', { name: 'Sito di Ada' })).toBeVisible();
  });

  test('a lead is typed in by hand, and deleted', async ({ desk }) => {
    const name = `Dora ${randomBytes(4).toString('hex')}`;
    await openDesk(desk, '/admin/leads/new', live);
    await desk.getByRole('textbox', { name: 'Nome e cognome' }).fill(name);
    await desk.getByRole('button', { name: 'Crea il lead' }).click();
    await expect(desk.getByRole('heading', { level: 1, name })).toBeVisible();
    await desk.getByRole('link', { name: 'Elimina' }).first().click();
    await expect(desk.getByRole('heading', { name: `Eliminare il lead ${name}?` })).toBeVisible();
    await desk.getByRole('button', { name: 'Elimina' }).click();
    await expect(said(desk, 'Eliminato.')).toBeVisible();
  });
});

test('a lead is dragged from one column to another', async ({ desk }) => {
  const { family } = await someLeads();
  await openDesk(desk, '/admin/leads/board');
  const from = (await column(desk, 'Nuovo').getByRole('listitem').filter({ hasText: family }).boundingBox())!;
  await desk.mouse.move(from.x + from.width - 12, from.y + 12);
  await desk.mouse.down();
  const to = (await column(desk, 'Contattato').locator('[data-drop]').boundingBox())!;
  await desk.mouse.move(to.x + 30, to.y + 20, { steps: 6 });
  await desk.mouse.move(to.x + 30, to.y + 24, { steps: 2 });
  await desk.mouse.up();
  await expect(column(desk, 'Contattato').getByRole('link', { name: `Ada ${family}` })).toBeVisible();
  await desk.reload();
  await expect(column(desk, 'Contattato').getByRole('link', { name: `Ada ${family}` })).toBeVisible();
});
