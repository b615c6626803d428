// Projects and channels of a portal.

import { composer, log, manyMessages, openPortal, tab } from './chat.ts';
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

test('Back leads to the channel before, and a reload to the same', { tag: '@phone' }, async ({ page, isMobile, workspace }) => {
  await openPortal(page, workspace.portal('bianchi') + (isMobile ? '#conversation' : ''));
  await composer(page).fill('Per tutti');
  const selected = (name: RegExp) => expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
  await tab(page, /^Progettazione\b/).click();
  await tab(page, /^Realizzazione\b/).click();
  expect(new URL(page.url()).hash, 'kept where it was').toBe(isMobile ? '#conversation' : '');
  await page.goBack();
  await selected(/^Progettazione/);
  await expect(log(page)).toContainText('La bozza del logo è pronta.');
  await page.goBack();
  await selected(/^Generale/);
  await expect(composer(page)).toHaveValue('Per tutti');
  await page.goForward();
  await selected(/^Progettazione/);
  await expect(log(page), 'on a phone, too').toBeVisible();
  await page.reload();
  await selected(/^Progettazione/);
});

test('a link to a message shows and marks it', { tag: '@phone' }, async ({ page, workspace }) => {
  await workspace.add(manyMessages(40));
  await page.clock.install();
  await openPortal(page, `${workspace.portal('bianchi')}#message-${workspace.id('many-9')}`);
  const linked = log(page).getByText('Messaggio 9', { exact: true });
  await page.clock.runFor(2_000);
  await expect(linked).toBeInViewport();
  await expect(linked).toHaveCSS('outline-style', 'solid');

  // The same from a card of the page.
  await page.evaluate((id) => (location.hash = `message-${id}`), workspace.id('many-30'));
  await expect(log(page).getByText('Messaggio 30', { exact: true })).toHaveCSS('outline-style', 'solid');
  await page.clock.runFor(2_000);
  await expect(log(page).getByText('Messaggio 30', { exact: true })).toBeInViewport();
  await expect(tab(page, /^Generale\b/), 'though others have unread messages').toHaveAttribute('aria-selected', 'true');
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
