// The inbox and its threads: live refresh and keyboard shortcuts.

import { adminHydrated, openAdmin } from './admin.ts';
import { countNavigations, log, message, openPortal, replyBox, submitReply } from './chat.ts';
import { expect, test } from './fixtures.ts';
import { nextRefresh } from './polling.ts';
import { postMessage } from './requests.ts';

test.use({ expectedConsole: /net::ERR_INTERNET_DISCONNECTED/ });

test('an open thread shows new messages below the unread line', async ({ adminPage, request, workspace }) => {
  const { bianchi } = workspace.clients;
  await postMessage(request, bianchi, 'Prima di aprire');

  await adminPage.clock.install();
  await openAdmin(adminPage, `/admin/inbox/${bianchi.id}?channel=${bianchi.id}`);
  const unreadLine = log(adminPage).getByText(/^Nuovi messaggi|^Nuovo|^Da leggere/i).first();
  await expect(unreadLine).toBeVisible();
  const url = adminPage.url();
  await replyBox(adminPage).fill('Sto scriv');
  const navigations = countNavigations(adminPage);

  await postMessage(request, bianchi, 'Dopo aver aperto');
  await nextRefresh(adminPage);
  await expect(log(adminPage).getByText('Dopo aver aperto')).toBeVisible();
  await expect(unreadLine).toBeVisible();
  const text = await log(adminPage).innerText();
  expect(text.indexOf(await unreadLine.innerText())).toBeLessThan(text.indexOf('Prima di aprire'));
  await expect(replyBox(adminPage)).toHaveValue('Sto scriv');
  await expect(replyBox(adminPage)).toBeFocused();
  expect(navigations()).toBe(0);
  expect(adminPage.url()).toBe(url);
});

test('a reply shows when the client has read it', async ({ adminPage, clientPage, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await adminPage.clock.install();
  await openAdmin(adminPage, `/admin/inbox/${id}?channel=${id}`);
  await submitReply(adminPage, 'Letto?');
  await expect(log(adminPage).getByText('Letto?')).toBeVisible();
  const last = log(adminPage).getByRole('listitem').last();
  await expect(last).not.toHaveText(/^Letto\b(?!\?)/);

  // The receipt may be sent as soon as the page is there.
  const receipt = clientPage.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/api/client/chat'));
  await openPortal(clientPage, workspace.portal('bianchi', { channel: 'bianchi' }));
  await clientPage.locator('#conversation').scrollIntoViewIfNeeded();
  await receipt;
  await nextRefresh(adminPage);
  await expect(last).toHaveText(/^Letto/);
});

test('drafts and unsent replies are kept', async ({ adminPage, context, workspace }) => {
  const { id } = workspace.clients.bianchi;
  const thread = `/admin/inbox/${id}?channel=${id}`;
  await openAdmin(adminPage, thread);
  await replyBox(adminPage).fill('Senza rete');
  await openAdmin(adminPage, '/admin/clients');
  await openAdmin(adminPage, thread);
  await expect(replyBox(adminPage)).toHaveValue('Senza rete');

  await context.setOffline(true);
  await adminPage.getByRole('button', { name: 'Rispondi' }).click();
  const waiting = adminPage.locator('[data-unsent]');
  await expect(waiting).toContainText(/Senza rete/);
  await expect(replyBox(adminPage)).toHaveValue('');
  await context.setOffline(false);
  await expect(waiting).toBeEmpty();
  await expect(log(adminPage).getByText('Senza rete')).toHaveCount(1);
  await openAdmin(adminPage, thread);
  await expect(log(adminPage).getByText('Senza rete')).toHaveCount(1);
  await expect(replyBox(adminPage)).toHaveValue('');
});

test('unsent replies are sent from any page', async ({ adminPage, workspace }) => {
  const { id } = workspace.clients.bianchi;
  const thread = `/admin/inbox/${id}?channel=${id}`;
  await openAdmin(adminPage, thread);
  await adminPage.route('**/rpc/admin/reply', (route) => route.abort('internetdisconnected'));
  for (const text of ['La prima', 'La seconda']) {
    await replyBox(adminPage).fill(text);
    await adminPage.getByRole('button', { name: 'Rispondi' }).click();
    await expect(message(adminPage, text)).toContainText('In attesa');
  }
  await adminPage.unroute('**/rpc/admin/reply');
  const sent = adminPage.waitForResponse((response) => /reply$/.test(response.url()) && /seconda/.test(response.request().postData() ?? ''));
  await openAdmin(adminPage, '/admin/clients');
  await sent;
  await openAdmin(adminPage, thread);
  await expect(log(adminPage).getByText(/^La (prima|seconda)$/)).toHaveText(['La prima', 'La seconda']);
});

test.describe('refused replies', () => {
  test.use({ expectedConsole: /status of 403/ });

  test('are sent again or discarded', async ({ adminPage, workspace }) => {
    const { id } = workspace.clients.bianchi;
    await openAdmin(adminPage, `/admin/inbox/${id}?channel=${id}`);
    await adminPage.route('**/rpc/admin/reply', (route) => route.fulfill({ status: 403 }));
    for (const text of ['Da riprovare', 'Da eliminare']) {
      await replyBox(adminPage).fill(text);
      await adminPage.getByRole('button', { name: 'Rispondi' }).click();
      await expect(message(adminPage, text)).toContainText('Non inviato');
    }
    await adminPage.unroute('**/rpc/admin/reply');
    await message(adminPage, 'Da eliminare').getByRole('button', { name: 'Elimina' }).click();
    await expect(message(adminPage, 'Da eliminare')).toHaveCount(0);
    await message(adminPage, 'Da riprovare').getByRole('button', { name: 'Riprova' }).click();
    await expect(adminPage.locator('[data-unsent]')).toBeEmpty();
    await expect(message(adminPage, 'Da riprovare')).toHaveCount(1);
  });
});

test('navigation and title count who waits', async ({ adminPage, request, workspace }) => {
  await adminPage.clock.install();
  await openAdmin(adminPage, '/admin/clients');
  await postMessage(request, workspace.clients.bianchi, 'Uno in più');
  await nextRefresh(adminPage);
  // Tests run in parallel on one server, so the count itself is not known.
  await expect(adminPage).toHaveTitle(/^\([1-9]\d*\) /);
  await expect(adminPage.getByRole('navigation').getByText(/client[ei] aspetta/)).toBeAttached();
});

test('keyboard shortcuts work outside of text boxes and can be switched off', async ({ adminPage, workspace }) => {
  await openAdmin(adminPage, '/admin');
  await adminPage.keyboard.press('/');
  const search = adminPage.getByRole('searchbox', { name: 'Cerca dappertutto' });
  await expect(search).toBeFocused();
  await adminPage.keyboard.type('jrk?');
  await expect(search).toHaveValue('jrk?');
  // The threads of this test alone: those of others change the order.
  const [, suffix] = /-(\w+)$/.exec(workspace.clients.bianchi.id)!;
  await openAdmin(adminPage, `/admin?q=${suffix}`);
  await adminPage.locator('h1').click();
  await adminPage.keyboard.press('j');
  const lines = adminPage.locator('[data-line]');
  await expect(lines.nth(0)).toBeFocused();
  await adminPage.keyboard.press('j');
  await expect(lines.nth(1)).toBeFocused();
  await adminPage.keyboard.press('k');
  await expect(lines.nth(0)).toBeFocused();
  await adminPage.keyboard.press('Enter');
  await expect(adminPage).toHaveURL(/\/admin\/inbox\//);

  await openAdmin(adminPage, `/admin/inbox/${workspace.clients.bianchi.id}`);
  await adminPage.keyboard.press('r');
  await expect(replyBox(adminPage)).toBeFocused();
  await adminPage.keyboard.type('Con la tastiera');
  await adminPage.keyboard.press('Shift+Enter');
  await adminPage.keyboard.type('su due righe');
  await adminPage.keyboard.press('Enter');
  await expect(log(adminPage).getByText('Con la tastiera')).toHaveCount(1);
  await adminHydrated(adminPage);
  await adminPage.locator('h1').click();
  await adminPage.keyboard.press('?');
  const help = adminPage.getByRole('dialog', { name: 'Tasti rapidi' });
  await expect(help).toBeVisible();
  await help.getByRole('checkbox', { name: 'Tasti rapidi attivi' }).uncheck();
  await adminPage.keyboard.press('Escape');
  await adminPage.keyboard.press('r');
  await expect(replyBox(adminPage), 'switched off').not.toBeFocused();
});

test('an expired session shows a link to sign in', async ({ adminPage, context }) => {
  await adminPage.clock.install();
  await openAdmin(adminPage, '/admin');
  await context.clearCookies();
  // A refresh that was under way ends without the session's end.
  await expect(async () => {
    await adminPage.clock.runFor(21_000);
    await expect(adminPage.getByText('La sessione è scaduta')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(adminPage.getByRole('link', { name: 'Accedi' })).toBeVisible();
});
