// The agency's session, its navigation, and messages in both directions.

import { adminHydrated, row, signIn, submitCredentials } from './admin.ts';
import { log, openPortal, replyBox, sendMessage, submitReply, tab } from './chat.ts';
import { expect, test, withAndWithoutJavaScript } from './fixtures.ts';

test('an admin signs in on the page they asked for and signs out', { tag: '@smoke' }, async ({ page, workspace }) => {
  await page.goto('/admin/login');
  await submitCredentials(page, 'non è questa');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/login\b/);

  const thread = `/admin/inbox/${workspace.clients.bianchi.id}`;
  await page.goto(thread);
  await expect(page).toHaveURL(/\/admin\/login\?callbackUrl=/);
  await submitCredentials(page);
  await expect(page).toHaveURL(thread);
  await expect(tab(page, /^Generale\b/)).toBeVisible();

  await page.getByRole('button', { name: 'Esci' }).click();
  await expect(page).toHaveURL(/\/admin\/login\b/);
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/admin\/login\b/);
});

test('signing out removes drafts, a session that expires does not', async ({ page, context, workspace }) => {
  const { id } = workspace.clients.bianchi;
  const thread = `/admin/inbox/${id}?channel=${id}`;
  const keys = () => page.evaluate(() => Object.keys(sessionStorage).sort());
  await page.goto(thread);
  await submitCredentials(page);
  await expect(page).toHaveURL(thread);
  await adminHydrated(page);
  await replyBox(page).fill('Da riprendere');
  await page.evaluate(() => sessionStorage.setItem('atrio:draft:portale', 'Di un cliente'));

  await context.clearCookies({ name: /session$/ });
  await page.goto(thread);
  await submitCredentials(page);
  await expect(page).toHaveURL(thread);
  await adminHydrated(page);
  await expect(replyBox(page)).toHaveValue('Da riprendere');

  await page.getByRole('button', { name: 'Esci' }).click();
  await expect(page).toHaveURL(/\/admin\/login\b/);
  expect(await keys()).toEqual(['atrio:draft:portale']);
  await page.goto(thread);
  await submitCredentials(page);
  await expect(page).toHaveURL(thread);
  await adminHydrated(page);
  await expect(replyBox(page)).toHaveValue('');
});

test('the navigation opens every part', async ({ adminPage }) => {
  await adminPage.goto('/admin');
  for (const [name, path] of [
    ['Oggi', '/admin/today'],
    ['Clienti', '/admin/clients'],
    ['Lead', '/admin/leads'],
    ['Impostazioni', '/admin/settings'],
    ['Posta', '/admin'],
  ] as const) {
    await adminPage.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}\\b`) }).click();
    await expect(adminPage).toHaveURL(path);
    await expect(adminPage.getByRole('heading', { level: 1, name })).toBeVisible();
  }
});

withAndWithoutJavaScript((javaScript) => {
  test('client and agency exchange messages in a channel', { tag: '@smoke' }, async ({ page, clientPage, workspace }) => {
    const { name, id } = workspace.clients.bianchi;
    await openPortal(clientPage, workspace.portal('bianchi', { channel: 'bianchi-progettazione' }), javaScript);
    await sendMessage(clientPage, 'Preferisco la variante in bianco e nero.');

    await signIn(page);
    await page.getByRole('navigation').getByRole('link', { name: /^Posta\b/ }).click();
    await expect(page.getByRole('heading', { name: 'Posta' })).toBeVisible();
    // Who has waited the least stands last, after the clients of the other tests.
    await page.getByRole('main').getByRole('searchbox').fill(name);
    await page.keyboard.press('Enter');
    await expect(row(page, name)).toContainText('Preferisco la variante in bianco e nero.');
    await row(page, name).getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/admin/inbox/${id}\\b`));
    await tab(page, /Progettazione\b/).click();
    await expect(log(page).getByText('Preferisco la variante in bianco e nero.')).toBeVisible();
    await expect(log(page).getByText('Tavola dei colori').first()).toBeVisible();
    await submitReply(page, 'Allora procediamo con quella.');
    await expect(log(page).getByText('Allora procediamo con quella.')).toBeVisible();

    await clientPage.reload();
    await expect(log(clientPage).getByText('Allora procediamo con quella.')).toHaveCount(1);
    await tab(clientPage, /^Generale\b/).click();
    await expect(log(clientPage).getByText('Allora procediamo con quella.')).toHaveCount(0);
  });
});
