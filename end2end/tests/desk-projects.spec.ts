// Projects and their boards: made, filled, put in order, sent to the client, deleted.

import type { Locator, Page } from '@playwright/test';
import { approve, approveButton, requestChanges } from './deliverables.ts';
import { awake, expect, open, openDesk, said, test, withAndWithoutJavaScript } from './support.ts';

/** A phase of the board, by its name; open. */
const phase = (page: Page, name: string): Locator =>
  page.locator('[data-kind="phase"][data-drag]').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });

const task = (page: Page, title: string): Locator =>
  page.locator('[data-kind="task"][data-drag]').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

/** The names of the phases, or of the tasks of one, from top to bottom. */
const phases = (page: Page) => page.getByRole('main').getByRole('heading', { level: 2 }).filter({ visible: true });
const tasksOf = (page: Page, name: string) => phase(page, name).getByRole('heading', { level: 3 });

async function addPhase(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Nuova fase' }).fill(name);
  await page.getByRole('button', { name: 'Aggiungi Nuova fase' }).click();
  await expect(phase(page, name)).toBeVisible();
}

async function addTask(page: Page, where: string, title: string): Promise<void> {
  const form = page.getByRole('form', { name: `Nuova attività in ${where}` });
  await form.getByRole('textbox').fill(title);
  await form.getByRole('button').click();
  await expect(task(page, title)).toBeVisible();
}

withAndWithoutJavaScript((live) => {
  test('a project begins with the plan of another one', async ({ desk, workspace }) => {
    const { name } = workspace.clients.bianchi;
    await openDesk(desk, `/admin/projects/${workspace.id('bianchi-sito')}`, live);
    await desk.getByRole('link', { name: 'Usa come modello' }).click();
    await desk.goto(`${desk.url()}&q=${name.split(' ').at(-1)}`);
    await desk.getByRole('link', { name }).click();
    await expect(desk.getByText(name, { exact: true })).toBeVisible();
    await desk.getByRole('textbox', { name: 'Nome' }).fill('Sito in inglese');
    await expect(desk.getByRole('combobox', { name: 'Parti da' })).toHaveValue(workspace.id('bianchi-sito'));
    await desk.getByRole('button', { name: 'Crea progetto' }).click();
    await expect(desk.getByRole('heading', { level: 1, name: 'Sito in inglese' })).toBeVisible();
    await expect(phase(desk, 'Progettazione')).toContainText('Da iniziare');
    await expect(tasksOf(desk, 'Progettazione')).toHaveText(['Logo', 'Colori']);
    await expect(task(desk, 'Colori')).toContainText('Tavola dei colori');
    await expect(task(desk, 'Colori')).toContainText('In preparazione');

    // The list knows it, by its client's name too.
    await openDesk(desk, '/admin/projects', live);
    await desk.getByRole('searchbox').fill(`inglese ${name.split(' ').at(-1)}`);
    await desk.getByRole('search').getByRole('button').click();
    await expect(desk.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await desk.getByRole('combobox', { name: 'Stato' }).selectOption({ label: 'Archiviato' });
    await desk.getByRole('search').getByRole('button').click();
    await expect(desk.getByText(/Niente che corrisponda/)).toBeVisible();
  });

  test('a plan grows by phases and tasks, and the state of a phase follows its tasks', async ({ desk, workspace }) => {
    await openDesk(desk, `/admin/projects/${workspace.id('bianchi-menu')}`, live);
    await addPhase(desk, 'Stampa');
    await expect(phase(desk, 'Stampa')).toContainText('Da iniziare');
    await addTask(desk, 'Stampa', 'Prove di carta');
    await addTask(desk, 'Stampa', 'Tiratura');
    await expect(tasksOf(desk, 'Stampa')).toHaveText(['Prove di carta', 'Tiratura']);

    const status = (title: string, to: string) =>
      task(desk, title).getByRole('group', { name: `Stato di ${title}` }).getByRole('button', { name: to });
    await status('Prove di carta', 'Fatta').click();
    await expect(status('Prove di carta', 'Fatta')).toHaveAttribute('aria-pressed', 'true');
    await expect(phase(desk, 'Stampa').locator('summary').first()).toContainText('In corso');
    await status('Tiratura', 'Fatta').click();
    await expect(phase(desk, 'Stampa').locator('summary').first()).toContainText('Completata');

    // Renamed in its place; nothing is saved without a title, and nothing typed is lost.
    await task(desk, 'Tiratura').getByRole('link', { name: 'Modifica Tiratura' }).click();
    const title = desk.getByRole('textbox', { name: 'Titolo' });
    await title.fill('  ');
    await desk.getByRole('textbox', { name: 'Descrizione' }).fill('Cinquecento copie.');
    await desk.getByRole('button', { name: 'Salva' }).click();
    await expect(title).toHaveAccessibleDescription(/Qui serve qualcosa/);
    await title.fill('Tiratura di 500');
    await desk.getByRole('button', { name: 'Salva' }).click();
    await expect(task(desk, 'Tiratura di 500')).toContainText('Cinquecento copie.');
  });

  test('phases and tasks are put in order by buttons, which keep the focus', async ({ desk, workspace }) => {
    await openDesk(desk, `/admin/projects/${workspace.id('bianchi-sito')}`, live);
    await addTask(desk, 'Progettazione', 'Caratteri');
    const up = desk.getByRole('button', { name: 'Sposta su Caratteri' });
    await up.focus();
    await desk.keyboard.press('Enter');
    await expect(tasksOf(desk, 'Progettazione')).toHaveText(['Logo', 'Caratteri', 'Colori']);
    await expect(up).toBeFocused();
    await desk.keyboard.press('Enter');
    await expect(tasksOf(desk, 'Progettazione')).toHaveText(['Caratteri', 'Logo', 'Colori']);

    await desk.getByRole('button', { name: 'Sposta giù Progettazione' }).click();
    await expect(phases(desk)).toHaveText([/Realizzazione/, /Progettazione/]);

    await task(desk, 'Caratteri').getByRole('link', { name: 'Modifica Caratteri' }).click();
    await desk.getByRole('combobox', { name: 'Sposta in' }).selectOption({ label: 'Realizzazione' });
    await desk.getByRole('button', { name: 'Sposta', exact: true }).click();
    await expect(tasksOf(desk, 'Realizzazione')).toHaveText(['Vetrina', 'Caratteri']);
  });

  test('a deliverable goes to the client, comes back with a wish, goes again, and is approved for good', async ({ desk, office, workspace }) => {
    const board = `/admin/projects/${workspace.id('bianchi-sito')}`;
    const portal = workspace.portal('bianchi', { project: 'bianchi-sito' });
    await openDesk(desk, board, live);
    await task(desk, 'Vetrina').getByRole('link', { name: 'Aggiungi consegna Vetrina' }).click();
    await desk.getByRole('textbox', { name: 'Titolo' }).fill('Schizzo della vetrina');
    await desk.getByRole('textbox', { name: 'Indirizzo' }).fill('https://files.example/vetrina.pdf');
    await desk.getByRole('button', { name: 'Aggiungi', exact: true }).click();
    await office.goto(portal);
    await expect(office.getByText('Schizzo della vetrina', { exact: true }).first()).toBeVisible();

    await desk.getByRole('button', { name: 'Invia per approvazione Schizzo della vetrina' }).click();
    await expect(task(desk, 'Vetrina')).toContainText('Da approvare');
    await office.reload();
    await requestChanges(office, 'Schizzo della vetrina', 'Più luce, per favore.');
    await expect(office.getByText('Richiesta inviata').first()).toBeVisible();

    await openDesk(desk, board, live);
    await expect(task(desk, 'Vetrina')).toContainText('Modifiche richieste');
    await expect(task(desk, 'Vetrina')).toContainText('Più luce, per favore.');
    await desk.getByRole('button', { name: 'Invia di nuovo Schizzo della vetrina' }).click();
    await expect(task(desk, 'Vetrina')).toContainText('Da approvare');
    await office.goto(portal);
    await approve(office, 'Schizzo della vetrina');
    await expect(approveButton(office, 'Schizzo della vetrina')).toHaveCount(0);

    await openDesk(desk, board, live);
    await expect(task(desk, 'Vetrina')).toContainText('Approvata il');
    await expect(task(desk, 'Vetrina').getByRole('button', { name: /Ritira|Invia/ })).toHaveCount(0);
    await expect(task(desk, 'Vetrina').getByRole('link', { name: /Modifica Schizzo/ })).toHaveCount(0);
  });

  test('a phase and a project are deleted, after it is said what goes along', async ({ desk, request, workspace }) => {
    const board = `/admin/projects/${workspace.id('bianchi-sito')}`;
    await openDesk(desk, `${board}?delete=phase-${workspace.id('bianchi-progettazione')}`, live);
    const question = desk.getByRole('region', { name: 'Eliminare «Progettazione»?' });
    for (const counted of ['2 attività', '3 consegne', '1 approvazione del cliente', '4 messaggi']) {
      await expect(question.getByRole('listitem').filter({ hasText: counted })).toHaveCount(1);
    }
    await question.getByRole('button', { name: 'Elimina' }).click();
    await expect(said(desk, 'Eliminato.')).toBeVisible();
    await expect(phases(desk)).toHaveText([/Realizzazione/]);

    await openDesk(desk, `${board}?delete=project`, live);
    await desk.getByRole('button', { name: 'Elimina' }).click();
    await expect(said(desk, 'Eliminato.')).toBeVisible();
    expect((await desk.request.get(board)).status()).toBe(404);
    expect((await request.get(workspace.portal('bianchi', { project: 'bianchi-sito' }))).status()).toBe(404);
  });
});

test('of two who edit the same phase the second is told', async ({ desk, colleague, workspace }) => {
  const edit = `/admin/projects/${workspace.id('bianchi-sito')}?edit=phase-${workspace.id('bianchi-realizzazione')}`;
  await openDesk(desk, edit);
  await openDesk(colleague, edit);
  for (const [page, name] of [[colleague, 'Cantiere'], [desk, 'Costruzione']] as const) {
    await page.getByRole('textbox', { name: 'Nome' }).fill(name);
    await page.getByRole('button', { name: 'Salva' }).click();
  }
  await expect(phase(colleague, 'Cantiere')).toBeVisible();
  await expect(desk.getByRole('alert').filter({ hasText: 'Nel frattempo qualcun altro' })).toBeVisible();
  await expect(desk.getByRole('textbox', { name: 'Nome' })).toHaveValue('Costruzione');
});

test('tasks are dragged within a phase and to another, and Escape gives up', async ({ desk, workspace }) => {
  await desk.setViewportSize({ width: 1280, height: 1600 });
  await openDesk(desk, `/admin/projects/${workspace.id('bianchi-sito')}`);
  const drag = async (what: string, where: Locator, at: 'top' | 'bottom', end: () => Promise<void>) => {
    const from = (await task(desk, what).getByRole('heading').boundingBox())!;
    await desk.mouse.move(from.x + 5, from.y + 5);
    await desk.mouse.down();
    const to = (await where.boundingBox())!;
    const y = at === 'top' ? to.y + 3 : to.y + to.height - 3;
    await desk.mouse.move(to.x + 40, y - 10, { steps: 4 });
    await desk.mouse.move(to.x + 40, y, { steps: 4 });
    await end();
  };
  const drop = () => desk.mouse.up();
  await drag('Colori', task(desk, 'Logo'), 'top', async () => {
    await expect(desk.locator('.drop-mark')).toBeVisible();
    await desk.keyboard.press('Escape');
    await drop();
  });
  await expect(tasksOf(desk, 'Progettazione')).toHaveText(['Logo', 'Colori']);
  await drag('Colori', task(desk, 'Logo'), 'top', drop);
  await expect(tasksOf(desk, 'Progettazione')).toHaveText(['Colori', 'Logo']);
  await awake(desk);
  await drag('Colori', task(desk, 'Vetrina'), 'bottom', drop);
  await expect(tasksOf(desk, 'Realizzazione')).toHaveText(['Vetrina', 'Colori']);
  await expect(phase(desk, 'Realizzazione').locator('summary').first()).toContainText('In corso');
  await desk.reload();
  await expect(tasksOf(desk, 'Realizzazione')).toHaveText(['Vetrina', 'Colori']);
});
