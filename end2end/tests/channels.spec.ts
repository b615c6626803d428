// Projects and channels of a portal.

import { log, openPortal, tab } from './chat.ts';
import { expect, test, withAndWithoutJavaScript } from './fixtures.ts';

withAndWithoutJavaScript((javaScript) => {
  test('unread messages are counted per channel until they are read', async ({ page, workspace }) => {
    await openPortal(page, `${workspace.portal('bianchi')}#conversation`, javaScript);
    await expect(tab(page, /^Generale$/)).toHaveAttribute('aria-selected', 'true');
    await expect(tab(page, /^Progettazione\b.*\b2\b/)).toBeVisible();

    await tab(page, /^Progettazione\b/).click();
    await expect(log(page)).toContainText('La bozza del logo è pronta.');
    if (!javaScript) await page.getByRole('button', { name: 'Segna come letto' }).click();
    await expect(tab(page, /^Progettazione$/)).toBeVisible();
    await tab(page, /^Generale$/).click();
    await expect(log(page)).toContainText('Buongiorno! Quando cominciamo?');
    await expect(tab(page, /^Progettazione$/)).toBeVisible();

    await page.reload();
    await expect(tab(page, /^Progettazione$/)).toBeVisible();
  });
});

test('comments of tasks and deliverables show in the phase with a badge', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi', { channel: 'bianchi-progettazione' }));
  await expect(tab(page, /^Progettazione\b/)).toHaveAttribute('aria-selected', 'true');
  const onTask = log(page).getByRole('listitem').filter({ hasText: 'Il logo lo vorrei più tondo.' });
  await expect(onTask.getByText(/\bLogo\b/)).toBeVisible();
  const onDeliverable = log(page).getByRole('listitem').filter({ hasText: 'Il rosa è quello' });
  await expect(onDeliverable.getByText('Tavola dei colori')).toBeVisible();
});

test('several projects have tabs and addresses, one project has none', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  await expect(tab(page, 'Sito nuovo')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Menù di stagione').click();
  await expect(page).toHaveURL(workspace.portal('bianchi', { project: 'bianchi-menu', channel: '' }));
  await expect(tab(page, 'Menù di stagione')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Fotografie' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Realizzazione' })).toHaveCount(0);
  await expect(tab(page, /^Fotografie\b/), 'with the unread message').toHaveAttribute('aria-selected', 'true');

  await openPortal(page, workspace.portal('conti'));
  await expect(page.locator('.portal__project')).toHaveText('Marchio Conti');
  await expect(page.getByRole('tab')).toHaveText([/^Generale/, /^Segno/]);
});
