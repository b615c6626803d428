// axe finds nothing on public pages and in any state of a portal, in light and dark mode. Pages of the agency:
// admin-layout.spec.ts.

import { randomBytes } from 'node:crypto';
import { busy, empty } from '../busy.ts';
import { submitCredentials } from './admin.ts';
import { addAxe, AXE_CONSOLE, expectAccessible } from './axe.ts';
import { composer, log, manyMessages, openPortal, submitMessage } from './chat.ts';
import { approve, approveButton, changesButton, requestChanges } from './deliverables.ts';
import { expect, test } from './fixtures.ts';
import { nextPoll } from './polling.ts';
import { openThread } from './requests.ts';

const FAILURE = { status: 503, json: { error: 'Errore interno' } };

test.use({ expectedConsole: new RegExp(`status of (403|404|422|503)|${AXE_CONSOLE}`) });

test.beforeEach(({ context }) => addAxe(context));

test('portal in both languages', { tag: '@phone' }, async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  await expectAccessible(page);
  await openPortal(page, workspace.portal('bianchi', { channel: 'bianchi-progettazione' }));
  await expectAccessible(page);
  await openPortal(page, workspace.portal('miller'));
  await expectAccessible(page);
  await page.getByRole('link', { name: 'E-mails and notifications' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'E-mails and notifications' })).toBeVisible();
  await expectAccessible(page);
});

test('portal with a checklist of material', { tag: '@phone' }, async ({ page, workspace }) => {
  const request = { project_id: 'bianchi-sito', list: 'Chi siamo', description: 'Va bene anche dal telefono.', due_on: '2030-01-08' };
  await workspace.add({
    material_requests: [
      { ...request, id: 'foto', title: 'Foto', kind: 'file', reason: 'Sono sfocate.' },
      { ...request, id: 'logo', title: 'Logo', kind: 'file', status: 'received', answered_at: '2026-01-08T10:00:00Z' },
      { ...request, id: 'testi', title: 'Testi', kind: 'text' },
    ],
  });
  await openPortal(page, workspace.portal('bianchi', { project: 'bianchi-sito' }));
  await page.getByRole('link', { name: /^Chi siamo/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Chi siamo' })).toBeVisible();
  await expectAccessible(page);
});

test('crowded portal and older messages', async ({ page, workspace }) => {
  await workspace.add(busy('it'), manyMessages(120, 'conti'));
  await openPortal(page, workspace.portal('busy'));
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Mostra i messaggi precedenti' }).click();
  await expect(log(page).getByRole('listitem').nth(60)).toBeAttached();
  await expectAccessible(page);
  await page.goto(`${workspace.portal('conti', { project: 'conti-marchio', channel: 'conti' })}&before=2025-03-01T09:00:00.000Z`);
  await expect(page.getByRole('link', { name: 'Torna ai messaggi più recenti' })).toBeVisible();
  await expectAccessible(page);
});

test('portal without records and without a project', async ({ page, workspace }) => {
  await workspace.add(empty('en'));
  for (const name of ['empty', 'none']) {
    await page.goto(workspace.portal(name));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
});

test('dialogs, their results and refused forms', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  await composer(page).fill('a'.repeat(2001));
  await page.getByRole('button', { name: 'Invia' }).click();
  await expect(page.getByRole('alert').filter({ hasText: '2000' })).toBeVisible();
  await expectAccessible(page);
  await approveButton(page, 'Insegna').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await changesButton(page, 'Bozza del logo').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await composer(page).fill('');
  await approve(page, 'Insegna');
  await expect(approveButton(page, 'Insegna')).toHaveCount(0);
  await expectAccessible(page);
  await requestChanges(page, 'Bozza del logo', ' ');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await expectAccessible(page);
});

test('messages that are failed, sending and read', async ({ page, adminApi, workspace }) => {
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await page.route('**/api/client/comment', (route) => route.fulfill(FAILURE));
  await submitMessage(page, 'Non parte');
  await expect(log(page).getByText('Non inviato')).toBeVisible();
  await expectAccessible(page);
  await page.route('**/api/client/comment', () => {});
  await log(page).getByRole('button', { name: 'Riprova' }).click();
  await expect(log(page).getByText('Invio in corso…')).toBeVisible();
  await openThread(adminApi, workspace.clients.bianchi);
  await page.clock.runFor(21_000);
  await expect(log(page).getByText('Letto')).toBeAttached();
  await expectAccessible(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('portal while disconnected and after its access ended', async ({ page, workspace }) => {
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await nextPoll(page);
  await page.route('**/api/client/chat?*', (route) => route.fulfill(FAILURE), { times: 1 });
  await page.clock.runFor(21_000);
  await expect(page.getByText('Connessione momentaneamente assente')).toBeVisible();
  await expectAccessible(page);
  await page.route('**/api/client/chat?*', (route) => route.fulfill({ status: 403, json: {} }));
  await page.clock.runFor(41_000);
  await expect(page.getByRole('button', { name: 'Invia' })).toBeDisabled();
  await expectAccessible(page);
});

test('contact form, refused and sent', { tag: '@phone' }, async ({ page, workspace }) => {
  const key = randomBytes(16).toString('hex');
  const form = { intro: 'Rispondiamo entro un giorno.', consent: 'Acconsento al trattamento dei dati.', privacy_url: 'https://example.it/privacy' };
  await workspace.add({ lead_sources: [{ id: 'form', name: 'Modulo', kind: 'atrio_form', key, form }] });
  await page.goto(`/f/${key}`);
  await expectAccessible(page);
  await page.locator('form').evaluate((element: HTMLFormElement) => (element.noValidate = true));
  await page.getByLabel('Nome e cognome').fill('Anna Verdi');
  await page.getByRole('button', { name: 'Invia il messaggio' }).click();
  await expect(page.getByRole('alert')).toContainText('Non è ancora partito');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page.getByLabel('Nome e cognome')).toHaveValue('Anna Verdi');
  await expectAccessible(page);
  // No post is in the history.
  const refused = page.url();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/f/${key}$`));
  await page.goto(refused);
  await expect(page.getByLabel('Nome e cognome')).toHaveValue('Anna Verdi');
  await page.locator('form').evaluate((element: HTMLFormElement) => (element.noValidate = true));
  await page.getByLabel('E-mail').fill(`${key}@lead.example`);
  await page.getByRole('checkbox', { name: form.consent }).check();
  await page.getByRole('button', { name: 'Invia il messaggio' }).click();
  await expect(page.getByRole('heading', { name: 'Grazie, messaggio inviato' })).toBeVisible();
  await expectAccessible(page);
});

test('public pages and a failed sign-in', async ({ page }) => {
  for (const path of ['/', '/non-esiste', '/offline', '/admin/login']) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await submitCredentials(page, 'sbagliata');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
  await expectAccessible(page);
});
