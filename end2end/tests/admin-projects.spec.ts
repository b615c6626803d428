// The board of a project.

import type { Locator, Page } from '@playwright/test';
import { adminHydrated, openAdmin } from './admin.ts';
import { approve, approveButton, requestChanges } from './deliverables.ts';
import { expect, test } from './fixtures.ts';

const phase = (page: Page, name: string): Locator =>
  page.locator('[data-kind="phase"][data-drag]').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });

const task = (page: Page, title: string): Locator =>
  page.locator('[data-kind="task"][data-drag]').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

/** The titles of a phase's tasks, from top to bottom. */
const tasksOf = (page: Page, name: string): Locator => phase(page, name).getByRole('heading', { level: 3 });

test('buttons reorder tasks and phases and keep the focus', { tag: '@smoke' }, async ({ adminPage, workspace }) => {
  await openAdmin(adminPage, `/admin/projects/${workspace.id('bianchi-sito')}`);
  const form = adminPage.getByRole('form', { name: 'Nuova attività in Progettazione' });
  await form.getByRole('textbox').fill('Caratteri');
  await form.getByRole('button').click();
  const up = adminPage.getByRole('button', { name: 'Sposta su Caratteri' });
  await up.focus();
  await adminPage.keyboard.press('Enter');
  await expect(tasksOf(adminPage, 'Progettazione')).toHaveText(['Logo', 'Caratteri', 'Colori']);
  await expect(up).toBeFocused();
  await adminPage.keyboard.press('Enter');
  await expect(tasksOf(adminPage, 'Progettazione')).toHaveText(['Caratteri', 'Logo', 'Colori']);

  await adminPage.getByRole('button', { name: 'Sposta giù Progettazione' }).click();
  const phases = adminPage.getByRole('main').getByRole('heading', { level: 2 }).filter({ visible: true });
  await expect(phases).toHaveText([/Realizzazione/, /Progettazione/]);

  await task(adminPage, 'Caratteri').getByRole('link', { name: 'Modifica Caratteri' }).click();
  await adminPage.getByRole('combobox', { name: 'Sposta in' }).selectOption({ label: 'Realizzazione' });
  await adminPage.getByRole('button', { name: 'Sposta', exact: true }).click();
  await expect(tasksOf(adminPage, 'Realizzazione')).toHaveText(['Vetrina', 'Caratteri']);
});

test('a deliverable goes through changes to approval', { tag: '@smoke' }, async ({ adminPage, clientPage, workspace }) => {
  const board = `/admin/projects/${workspace.id('bianchi-sito')}`;
  const portal = workspace.portal('bianchi', { project: 'bianchi-sito' });
  await openAdmin(adminPage, board);
  await task(adminPage, 'Vetrina').getByRole('link', { name: 'Aggiungi una consegna… Vetrina' }).click();
  await adminPage.getByRole('link', { name: 'Aggiungi link e descrizione' }).click();
  await adminPage.getByRole('textbox', { name: 'Titolo' }).fill('Schizzo della vetrina');
  await adminPage.getByRole('textbox', { name: 'Link' }).fill('files.example/vetrina.pdf');
  await adminPage.getByRole('button', { name: 'Aggiungi', exact: true }).click();
  await adminPage.getByRole('button', { name: 'Invia per approvazione Schizzo della vetrina' }).click();
  // No e-mail is sent here, so the client would not hear of it.
  await adminPage.getByRole('button', { name: 'Manda comunque Schizzo della vetrina' }).click();
  await expect(task(adminPage, 'Vetrina')).toContainText('In attesa del cliente');
  await clientPage.goto(portal);
  await requestChanges(clientPage, 'Schizzo della vetrina', 'Più luce, per favore.');
  await expect(clientPage.getByText('Richiesta inviata').first()).toBeVisible();

  await openAdmin(adminPage, board);
  await expect(task(adminPage, 'Vetrina')).toContainText('Modifiche richieste');
  await expect(task(adminPage, 'Vetrina')).toContainText('Più luce, per favore.');
  await adminPage.getByRole('button', { name: 'Invia di nuovo Schizzo della vetrina' }).click();
  // No e-mail is sent here, so the client would not hear of it.
  await adminPage.getByRole('button', { name: 'Manda comunque Schizzo della vetrina' }).click();
  await expect(task(adminPage, 'Vetrina')).toContainText('In attesa del cliente');
  await clientPage.goto(portal);
  await approve(clientPage, 'Schizzo della vetrina');
  await expect(approveButton(clientPage, 'Schizzo della vetrina')).toHaveCount(0);

  await openAdmin(adminPage, board);
  await expect(task(adminPage, 'Vetrina')).toContainText('Approvata il');
  await expect(task(adminPage, 'Vetrina').getByRole('button', { name: /Ritira|Invia/ })).toHaveCount(0);
  await expect(task(adminPage, 'Vetrina').getByRole('link', { name: /Modifica Schizzo/ })).toHaveCount(0);
});

test('tasks can be dragged within and between phases, Escape cancels', async ({ adminPage, workspace }) => {
  await adminPage.setViewportSize({ width: 1280, height: 1600 });
  await openAdmin(adminPage, `/admin/projects/${workspace.id('bianchi-sito')}`);
  const drag = async (title: string, target: Locator, edge: 'top' | 'bottom') => {
    const from = (await task(adminPage, title).getByRole('heading').boundingBox())!;
    await adminPage.mouse.move(from.x + 5, from.y + 5);
    await adminPage.mouse.down();
    const to = (await target.boundingBox())!;
    const y = edge === 'top' ? to.y + 3 : to.y + to.height - 3;
    await adminPage.mouse.move(to.x + 40, y - 10, { steps: 4 });
    await adminPage.mouse.move(to.x + 40, y, { steps: 4 });
  };
  await drag('Colori', task(adminPage, 'Logo'), 'top');
  await expect(adminPage.locator('.drop-mark')).toBeVisible();
  await adminPage.keyboard.press('Escape');
  await adminPage.mouse.up();
  await expect(tasksOf(adminPage, 'Progettazione')).toHaveText(['Logo', 'Colori']);
  await drag('Colori', task(adminPage, 'Logo'), 'top');
  await adminPage.mouse.up();
  await expect(tasksOf(adminPage, 'Progettazione')).toHaveText(['Colori', 'Logo']);
  await adminHydrated(adminPage);
  await drag('Colori', task(adminPage, 'Vetrina'), 'bottom');
  await adminPage.mouse.up();
  await expect(tasksOf(adminPage, 'Realizzazione')).toHaveText(['Vetrina', 'Colori']);
  await expect(phase(adminPage, 'Realizzazione').locator('summary').first()).toContainText('In corso');
  await adminPage.reload();
  await expect(tasksOf(adminPage, 'Realizzazione')).toHaveText(['Vetrina', 'Colori']);
});

test('lines add one item after the other, and the focus stays in them', async ({ adminPage, workspace }) => {
  await openAdmin(adminPage, `/admin/projects/${workspace.id('bianchi-sito')}`);
  const line = (name: string) => adminPage.getByRole('form', { name }).getByRole('textbox');
  await line('Nuova attività in Progettazione').focus();
  for (const title of ['Caratteri', 'Icone']) {
    await adminPage.keyboard.type(title);
    await adminPage.keyboard.press('Enter');
    await expect(tasksOf(adminPage, 'Progettazione').last()).toHaveText(title);
    await expect(line('Nuova attività in Progettazione')).toBeFocused();
  }
  await task(adminPage, 'Icone').getByRole('link', { name: 'Aggiungi una consegna… Icone' }).press('Enter');
  for (const title of ['Prima icona', 'Seconda icona']) {
    await expect(line('Nuova consegna per Icone')).toBeFocused();
    await adminPage.keyboard.type(title);
    await adminPage.keyboard.press('Enter');
    await expect(task(adminPage, 'Icone').getByRole('listitem').filter({ hasText: title })).toBeVisible();
  }
  // What was added or saved does not come back as a draft.
  await task(adminPage, 'Icone').getByRole('link', { name: 'Modifica Icone' }).press('Enter');
  await adminPage.getByRole('textbox', { name: 'Titolo' }).fill('Simboli');
  await adminPage.getByRole('button', { name: 'Salva', exact: true }).click();
  await expect(task(adminPage, 'Simboli')).toBeVisible();
  await adminHydrated(adminPage);
  await task(adminPage, 'Simboli').getByRole('link', { name: 'Modifica Simboli' }).press('Enter');
  await adminHydrated(adminPage);
  await expect(adminPage.locator('[data-draft]:visible')).toHaveCount(0);
});

test.describe('by touch, without JavaScript', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, javaScriptEnabled: false });

  test('a button opens the actions of a card, Escape closes them', async ({ adminPage, workspace }) => {
    await adminPage.goto(`/admin/projects/${workspace.id('bianchi-sito')}`);
    const open = task(adminPage, 'Colori').getByRole('button', { name: 'Azioni Colori' });
    expect((await open.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    const edit = adminPage.getByRole('link', { name: 'Modifica Colori' });
    await expect(edit).toBeHidden();
    await open.tap();
    await expect(edit).toBeVisible();
    await adminPage.keyboard.press('Escape');
    await expect(edit).toBeHidden();
    await open.tap();
    await adminPage.getByRole('button', { name: 'Sposta su Colori' }).tap();
    await expect(tasksOf(adminPage, 'Progettazione')).toHaveText(['Colori', 'Logo']);
    await expect(open).toBeFocused();
  });
});
