// Leads: the board, and conversion into a client.

import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openAdmin } from './admin.ts';
import { expect, test, Workspace } from './fixtures.ts';

/** Imports a lead with a unique name. */
async function importLead(): Promise<{ name: string; path: string }> {
  const name = `Ada Leadini${randomBytes(4).toString('hex')}`;
  const workspace = await Workspace.open({
    leads: [{ id: 'ada', name, email: 'ada@lead.example', company: 'Ditta Ada', source: 'sito', status: 'new' }],
    activities: [{ id: 'activity', lead_id: 'ada', kind: 'message', text: 'Vorrei un sito', payload: { budget: '5000' } }],
  });
  return { name, path: `/admin/leads/${workspace.id('ada')}` };
}

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a button moves a lead and keeps the focus', { tag: '@smoke' }, async ({ adminPage }) => {
    const { name } = await importLead();
    await adminPage.goto('/admin/leads/board');
    const move = column(adminPage, 'Nuovo').locator('details').filter({ has: adminPage.getByLabel(`Sposta ${name}`) });
    await move.locator('summary').press('Enter');
    await move.getByRole('button', { name: 'Qualificato' }).click();
    await expect(column(adminPage, 'Qualificato').getByRole('link', { name })).toBeVisible();
    await expect(column(adminPage, 'Nuovo').getByRole('link', { name })).toHaveCount(0);
    await expect(column(adminPage, 'Qualificato').getByLabel(`Sposta ${name}`)).toBeFocused();
  });
});

test('a converted lead is a client with a project', { tag: '@smoke' }, async ({ adminPage }) => {
  const { name, path } = await importLead();
  await openAdmin(adminPage, path);
  await adminPage.getByRole('link', { name: 'Converti in cliente' }).click();
  await expect(adminPage.getByRole('textbox', { name: 'Nome e cognome' })).toHaveValue(name);
  await adminPage.getByRole('textbox', { name: 'Primo progetto' }).fill('Sito di Ada');
  await adminPage.getByRole('button', { name: 'Crea il cliente' }).click();
  await expect(adminPage).toHaveURL(/\/admin\/(clients|projects|leads)\//);

  await openAdmin(adminPage, path);
  await expect(adminPage.getByText('Acquisito').first()).toBeVisible();
  await expect(adminPage.getByRole('link', { name: 'Converti in cliente' })).toHaveCount(0);
  await expect(adminPage.getByText('Vorrei un sito').first()).toBeVisible();
  await adminPage.getByRole('main').getByRole('link', { name }).click();
  await expect(adminPage.getByRole('link', { name: 'Sito di Ada' })).toBeVisible();
});

/** Drags a lead from one column to the head of another. */
async function drag(page: Page, name: string, from: string, to: string): Promise<void> {
  const card = (await column(page, from).getByRole('listitem').filter({ hasText: name }).boundingBox())!;
  await page.mouse.move(card.x + card.width - 12, card.y + 12);
  await page.mouse.down();
  const list = (await column(page, to).boundingBox())!;
  await page.mouse.move(list.x + 30, list.y + 20, { steps: 6 });
  await page.mouse.move(list.x + 30, list.y + 24, { steps: 2 });
  await page.mouse.up();
}

/** Opens the board, and keeps the leads of other tests from moving its cards. */
async function openBoard(page: Page): Promise<void> {
  await page.route('**/admin/changes*', (route) => route.fulfill({ status: 204 }));
  await openAdmin(page, '/admin/leads/board');
}

test('a lead can be dragged to another column', async ({ adminPage }) => {
  const { name } = await importLead();
  await openBoard(adminPage);
  await drag(adminPage, name, 'Nuovo', 'Contattato');
  await expect(column(adminPage, 'Contattato').getByLabel(`Sposta ${name}`)).toBeFocused();
  await expect(column(adminPage, 'Contattato').getByRole('link', { name })).toBeVisible();
  await adminPage.reload();
  await expect(column(adminPage, 'Contattato').getByRole('link', { name })).toBeVisible();
});

test('a lead that has moved meanwhile is not dragged, and the page says so', async ({ adminPage }) => {
  const { name } = await importLead();
  await openBoard(adminPage);
  const other = await adminPage.context().newPage();
  await openBoard(other);
  await drag(other, name, 'Nuovo', 'Perso');
  await expect(column(other, 'Perso').getByRole('link', { name })).toBeVisible();
  await drag(adminPage, name, 'Nuovo', 'Qualificato');
  await expect(adminPage.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await expect(column(adminPage, 'Perso').getByRole('link', { name })).toBeVisible();
  await expect(column(adminPage, 'Perso').getByLabel(`Sposta ${name}`)).toBeFocused();
});
