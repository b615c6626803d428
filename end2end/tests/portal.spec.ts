// A client opens the portal and reads.

import { expect, log, open, tab, test, withAndWithoutJavaScript } from './support.ts';

withAndWithoutJavaScript((live) => {
  test('opens by slug and by token on the oldest project', async ({ page, workspace }) => {
    for (const key of [workspace.clients.bianchi.slug, workspace.clients.bianchi.token]) {
      await open(page, workspace.portal('bianchi', { key }), live);
      await expect(tab(page, 'Sito nuovo')).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByText('Il sito della pasticceria, con le ordinazioni.')).toBeVisible();
      await expect(log(page)).toContainText('Buongiorno! Quando cominciamo?');
      await expect(log(page)).toContainText('Cominciamo oggi.');
    }
  });

  test('shows phases with their tasks, documents and payments', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    for (const heading of ['Progettazione', 'Realizzazione']) {
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    }
    await expect(page.getByText('Vetrina', { exact: true })).toBeAttached();
    await expect(page.getByRole('link', { name: 'Contratto firmato' })).toBeVisible();
    const payments = page.getByRole('region', { name: 'Pagamenti' });
    await expect(payments.getByText('Acconto')).toBeVisible();
    await expect(payments.getByText('Saldo')).toBeVisible();
    await expect(page.getByText('Tavola dei colori').first()).toBeAttached();
  });

  test('counts what is unread per channel, until the channel is read', async ({ page, workspace }) => {
    await open(page, `${workspace.portal('bianchi')}#conversation`, live);
    await expect(tab(page, /^Generale\b/)).toHaveAttribute('aria-selected', 'true');
    await expect(tab(page, /^Generale$/)).toBeVisible();
    await expect(tab(page, /^Progettazione\b.*\b2\b/)).toBeVisible();

    await tab(page, /^Progettazione\b/).click();
    await expect(log(page)).toContainText('La bozza del logo è pronta.');
    if (!live) await page.getByRole('button', { name: 'Segna come letto' }).click();
    await expect(tab(page, /^Progettazione$/)).toBeVisible();
    await tab(page, /^Generale$/).click();
    await expect(log(page)).toContainText('Buongiorno! Quando cominciamo?');
    await expect(tab(page, /^Progettazione$/)).toBeVisible();

    await page.reload();
    await expect(tab(page, /^Progettazione$/)).toBeVisible();
  });

  test('shows old comments of a task and a deliverable in the phase, with a badge', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi', { channel: 'bianchi-progettazione' }), live);
    await expect(tab(page, /^Progettazione\b/)).toHaveAttribute('aria-selected', 'true');
    const onTheTask = log(page).getByRole('listitem').filter({ hasText: 'Il logo lo vorrei più tondo.' });
    await expect(onTheTask.getByText(/\bLogo\b/)).toBeVisible();
    const onTheDeliverable = log(page).getByRole('listitem').filter({ hasText: 'Il rosa è quello' });
    await expect(onTheDeliverable.getByText('Tavola dei colori')).toBeVisible();
  });

  test('has one tab for each of several projects, and an address for each', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await tab(page, 'Menù di stagione').click();
    await expect(page).toHaveURL(workspace.portal('bianchi', { project: 'bianchi-menu' }));
    await expect(tab(page, 'Menù di stagione')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('heading', { name: 'Fotografie' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Realizzazione' })).toHaveCount(0);

    await open(page, workspace.portal('bianchi', { project: 'bianchi-menu' }), live);
    await expect(tab(page, 'Menù di stagione')).toHaveAttribute('aria-selected', 'true');
    await expect(tab(page, /^Fotografie\b.*\b1\b/)).toBeVisible();
  });

  test('has no project tabs for one project', async ({ page, workspace }) => {
    await open(page, workspace.portal('conti'), live);
    await expect(page.getByRole('heading', { name: 'Marchio Conti' })).toBeVisible();
    await expect(tab(page, 'Marchio Conti')).toHaveCount(0);
    await expect(page.getByRole('tab')).toHaveText([/^Generale/, /^Segno/]);
  });
});
