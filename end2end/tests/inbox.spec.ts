// The agency signs in, reads what a client wrote, answers, and signs out.

import type { Page } from '@playwright/test';
import { expect, log, open, replyBox, send, setting, signIn, tab, test, withAndWithoutJavaScript } from './support.ts';

async function reply(page: Page, text: string): Promise<void> {
  await replyBox(page).fill(text);
  await page.getByRole('button', { name: 'Rispondi' }).click();
}

withAndWithoutJavaScript((live) => {
  test('a wrong password is told, the right one lands in the inbox', async ({ page }) => {
    await page.goto('/admin/login');
    await page.getByLabel('E-mail').fill(setting('ADMIN_EMAIL'));
    await page.getByLabel('Password').fill('non è questa');
    await page.getByRole('button', { name: 'Accedi' }).click();
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/login\b/);

    await signIn(page);
    await expect(page.getByRole('heading', { name: 'Posta' })).toBeVisible();
  });

  test('sees the message, answers in its channel, and the client finds the answer', async ({ page, office, workspace }) => {
    await open(page, workspace.portal('bianchi', { channel: 'bianchi-progettazione' }), live);
    await send(page, 'Preferisco la variante in bianco e nero.');

    await signIn(office);
    const { name, id } = workspace.clients.bianchi;
    const line = office.getByRole('listitem').filter({ hasText: name });
    await expect(line).toContainText('Preferisco la variante in bianco e nero.');
    await line.getByRole('link').first().click();
    await expect(office).toHaveURL(new RegExp(`/admin/inbox/${id}\\b`));

    await tab(office, /Progettazione\b/).click();
    await expect(log(office).getByText('Preferisco la variante in bianco e nero.')).toBeVisible();
    await expect(log(office).getByText('Tavola dei colori')).toBeVisible();
    await reply(office, 'Allora procediamo con quella.');
    await expect(log(office).getByText('Allora procediamo con quella.')).toBeVisible();

    await page.reload();
    await expect(log(page).getByText('Allora procediamo con quella.')).toHaveCount(1);
    await tab(page, /^Generale\b/).click();
    await expect(log(page).getByText('Allora procediamo con quella.')).toHaveCount(0);
  });

  test('an admin page without a session asks to sign in, then goes where it was meant to', async ({ page, workspace }) => {
    const thread = `/admin/inbox/${workspace.clients.bianchi.id}`;
    await page.goto(thread);
    await expect(page).toHaveURL(/\/admin\/login\?callbackUrl=/);
    await page.getByLabel('E-mail').fill(setting('ADMIN_EMAIL'));
    await page.getByLabel('Password').fill(setting('ADMIN_PASSWORD'));
    await page.getByRole('button', { name: 'Accedi' }).click();
    await expect(page).toHaveURL(thread);
    await expect(tab(page, /^Generale\b/)).toBeVisible();
  });

  test('stays signed in for a week, in every tab of that browser', async ({ page, context }) => {
    await signIn(page);
    const session = (await context.cookies()).find((cookie) => cookie.name === 'atrio.session');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    const days = (session!.expires - Date.now() / 1000) / 86_400;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7.1);
    await page.close();
    const another = await context.newPage();
    await another.goto('/admin');
    await expect(another.getByRole('heading', { name: 'Posta' })).toBeVisible();
  });

  test('signs out, and the inbox asks to sign in again', async ({ page }) => {
    await signIn(page);
    await page.getByRole('button', { name: 'Esci' }).click();
    await expect(page).toHaveURL(/\/admin\/login\b/);
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin\/login\b/);
    await expect(page.getByRole('button', { name: 'Accedi' })).toBeVisible();
  });

  test('every place of the navigation opens', async ({ page }) => {
    await signIn(page);
    for (const [name, path] of [
      ['Clienti', '/admin/clients'],
      ['Lead', '/admin/leads'],
      ['Impostazioni', '/admin/settings'],
      ['Posta', '/admin'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}\\b`) }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
  });
});
