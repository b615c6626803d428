// E-mails: what their recipients do with them.

import { randomBytes } from 'node:crypto';
import { overflow, submitCredentials } from './admin.ts';
import { addAxe, AXE_CONSOLE, expectAccessible } from './axe.ts';
import { message, submitReply } from './chat.ts';
import { expect, setting } from './fixtures.ts';
import { test } from './mailbox.ts';

// The e-mail is at the mail server, and its button leads to a server of its own.
test.use({ expectedConsole: new RegExp(`^request to another origin: http://127\\.0\\.0\\.1:|favicon\\.ico|${AXE_CONSOLE}`) });

test('both sides are told by e-mail, open the thread by its button and stop the e-mails', async ({ page, request, mailbox }) => {
  const { client } = mailbox;
  const question = `Quando arriva? ${randomBytes(4).toString('hex')}`;
  const data = { token: client.token, entity_type: 'general', entity_id: client.id, text: question };
  expect((await request.post(`${mailbox.origin}/api/client/comment`, { data })).ok()).toBe(true);

  const toAgency = await mailbox.newest(setting('ADMIN_EMAIL'), 1);
  expect(toAgency.subject).toBe(`Nuovo messaggio da ${client.name}`);
  expect(toAgency.text).toContain(question);
  await page.goto(toAgency.address);
  await expect(page.getByRole('paragraph').filter({ hasText: question })).toBeVisible();
  await page.getByRole('link', { name: 'Apri la conversazione' }).click();
  await submitCredentials(page);
  await expect(page.getByRole('heading', { level: 1, name: client.name })).toBeVisible();
  await expect(message(page, question)).toBeVisible();
  await submitReply(page, 'Domani.');

  const toClient = await mailbox.newest(client.email, 1);
  expect(toClient.subject).toBe('Nuovo messaggio da Studio Calanco');
  await page.goto(toClient.address);
  await page.getByRole('link', { name: 'Apri la conversazione' }).click();
  await expect(page).toHaveURL(new RegExp(`^${mailbox.origin}/c/${client.slug}\\?`));
  await expect(message(page, 'Domani.')).toBeInViewport();

  expect(toClient.source).toContain(`Reply-To: ${setting('ADMIN_EMAIL')}`);
  await page.goto(toClient.address);
  await page.getByRole('link', { name: 'Quando ricevere le e-mail' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'E-mail e notifiche' })).toBeVisible();

  const [, unsubscribe] = /^List-Unsubscribe: <(.+)>/m.exec(toClient.source)!;
  await addAxe(page.context());
  await page.goto(unsubscribe);
  await page.getByRole('button', { name: 'Ferma le e-mail' }).click();
  await expect(page.getByRole('heading', { name: 'niente più e-mail' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Riattiva' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Preferisco una al giorno' }).click();
  await expect(page.getByText('Una al giorno, alle 8')).toBeVisible();
});

test('agency sends itself a test, and a client chooses how many e-mails they get', async ({ page, context, request, mailbox }) => {
  const { client } = mailbox;
  const data = { token: client.token, entity_type: 'general', entity_id: client.id, text: 'Ciao' };
  expect((await request.post(`${mailbox.origin}/api/client/comment`, { data })).ok()).toBe(true);
  await addAxe(context);
  await page.goto(`${mailbox.origin}/admin/settings/notifications`);
  await submitCredentials(page);
  await page.getByRole('button', { name: 'Invia una prova' }).click();
  await expect(page.getByText(`la prova per ${setting('ADMIN_EMAIL')}`)).toBeVisible();
  await page.getByRole('link', { name: 'Inviate', exact: true }).click();
  await expect(page).toHaveURL(/state=sent#latest$/);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('link', { name: `Nuovo messaggio da ${client.name}` }).first()).toBeVisible();
  }).toPass();

  await page.goto(`${mailbox.origin}/c/${client.slug}`);
  await page.getByRole('link', { name: 'E-mail e notifiche' }).click();
  await page.getByRole('radio', { name: 'Una al giorno, alle 8' }).check();
  await page.getByRole('button', { name: 'Salva' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Salvato.' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Una al giorno, alle 8' })).toBeChecked();

  await page.setViewportSize({ width: 360, height: 740 });
  for (const path of [`/c/${client.slug}/notifications`, '/admin/settings/notifications', `/admin/clients/${client.id}`]) {
    await page.goto(`${mailbox.origin}${path}`);
    await expectAccessible(page);
    expect(await overflow(page.locator('html')), path).toBe(0);
  }
});
