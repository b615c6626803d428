// A message is shown at once, sent in the background and delivered once, whatever happens on the way.

import { randomBytes } from 'node:crypto';
import type { Page, Request, Route } from '@playwright/test';
import { composer, log, message, openPortal, submitMessage, tab } from './chat.ts';
import { expect, test } from './fixtures.ts';

const COMMENT = '**/api/client/comment';
const FAILURE = { status: 503, json: { error: 'Errore interno' } };

test.use({ expectedConsole: /status of (503|429)|net::ERR_/ });

const retry = (page: Page) => log(page).getByRole('button', { name: 'Riprova' });

function collectComments(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => new URL(request.url()).pathname === '/api/client/comment' && sent.push(request));
  return sent;
}

/** The message is there once and sent, also after a reload. */
async function expectSentOnce(page: Page, text: string): Promise<void> {
  await expect(message(page, text)).toHaveCount(1);
  await expect(message(page, text).locator('time')).toBeVisible();
  await page.reload();
  await expect(message(page, text)).toHaveCount(1);
  await expect(message(page, text).locator('time')).toBeVisible();
}

test('messages show while they are sent, one after the other', async ({ page, workspace }) => {
  const pending: Route[] = [];
  await page.route(COMMENT, (route) => void pending.push(route));
  await openPortal(page, workspace.portal('bianchi'));
  await submitMessage(page, 'Prima');
  await expect(message(page, 'Prima')).toContainText('Invio in corso…');
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();
  await submitMessage(page, 'Seconda');
  await expect(message(page, 'Seconda')).toContainText('Invio in corso…');

  await expect.poll(() => pending.length).toBe(1);
  await pending[0].continue();
  await expect(message(page, 'Prima')).not.toContainText('Invio in corso…');
  await expect.poll(() => pending.length, 'the second is sent after the first').toBe(2);
  await pending[1].continue();
  await expect(log(page).getByText('Invio in corso…')).toHaveCount(0);
  await expectSentOnce(page, 'Prima');
  await expect(message(page, /^.*(Prima|Seconda)/)).toHaveText([/Prima/, /Seconda/]);
});

test('a failed message can be retried', async ({ page, workspace }) => {
  await page.route(COMMENT, (route) => route.fulfill(FAILURE), { times: 1 });
  await openPortal(page, workspace.portal('bianchi'));
  await submitMessage(page, 'Riproviamo');
  await expect(message(page, 'Riproviamo')).toContainText('Non inviato');
  await expect(page.getByRole('alert').filter({ hasText: 'Invio non riuscito' })).toBeVisible();
  await retry(page).click();
  await expectSentOnce(page, 'Riproviamo');
});

test('a message whose response was lost is stored once', async ({ page, request, workspace }) => {
  const sent = collectComments(page);
  await page.route(
    COMMENT,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 2 },
  );
  await openPortal(page, workspace.portal('bianchi'));
  await submitMessage(page, 'Una volta sola');
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await expect(message(page, 'Una volta sola')).toContainText('Non inviato');
    await retry(page).click();
    await expect.poll(() => sent.length).toBe(attempt + 1);
  }
  await expect(message(page, 'Una volta sola')).not.toContainText(/Non inviato|Invio in corso/);
  const keys = new Set(sent.map((request) => request.headers()['idempotency-key']));
  expect(keys.size).toBe(1);
  expect([...keys][0]).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
  await expectSentOnce(page, 'Una volta sola');

  const query = new URLSearchParams({ token: workspace.clients.bianchi.token, project_id: workspace.id('bianchi-sito') });
  const { comments } = await (await request.get(`/api/client/chat?${query}`)).json();
  expect(comments.filter(({ text }: { text: string }) => text === 'Una volta sola')).toHaveLength(1);
});

test('a failed message is sent when the network is back', async ({ page, context, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  await context.setOffline(true);
  await submitMessage(page, 'Parte da sola');
  await expect(message(page, 'Parte da sola')).toContainText('Non inviato');
  await context.setOffline(false);
  await expectSentOnce(page, 'Parte da sola');
});

test('a failed message can be deleted', async ({ page, workspace }) => {
  await page.route(COMMENT, (route) => route.fulfill(FAILURE));
  await openPortal(page, workspace.portal('bianchi'));
  await submitMessage(page, 'Anzi no');
  await expect(message(page, 'Anzi no')).toContainText('Non inviato');
  await log(page).getByRole('button', { name: 'Elimina' }).click();
  await expect(message(page, 'Anzi no')).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await page.reload();
  await expect(message(page, 'Anzi no')).toHaveCount(0);
});

test('a rate-limited message is sent after Retry-After', async ({ page, workspace }) => {
  await page.clock.install();
  await page.route(COMMENT, (route) => route.fulfill({ status: 429, headers: { 'retry-after': '30' }, json: {} }), { times: 1 });
  await openPortal(page, workspace.portal('bianchi'));
  await submitMessage(page, 'Con pazienza');
  await expect(message(page, 'Con pazienza')).toContainText('In attesa');
  await page.clock.runFor(31_000);
  await expect(message(page, 'Con pazienza')).not.toContainText('In attesa');
  await expectSentOnce(page, 'Con pazienza');
});

test('failed messages survive a reload, are shown to nobody else and can be sent later', async ({ page, workspace }) => {
  await page.route(COMMENT, (route) => route.fulfill(FAILURE), { times: 2 });
  await openPortal(page, workspace.portal('bianchi'));
  for (const text of ['Dalla stazione', 'Dal treno']) {
    await submitMessage(page, text);
    await expect(message(page, text)).toContainText('Non inviato');
  }
  await composer(page).fill('Dall’autobus');

  // A colleague opens their own link in the same tab.
  const token = randomBytes(32).toString('base64url');
  await workspace.add({ contacts: [{ id: 'carla', client_id: 'bianchi', name: 'Carla Neri', token }] });
  await openPortal(page, workspace.portal('bianchi', { key: token }));
  await expect(message(page, /Dalla stazione|Dal treno/)).toHaveCount(0);
  await expect(composer(page)).toHaveValue('');

  await openPortal(page, workspace.portal('bianchi'));
  await expect(composer(page)).toHaveValue('Dall’autobus');
  for (const text of ['Dalla stazione', 'Dal treno']) {
    await expect(message(page, text)).toContainText('Non inviato');
    await message(page, text).getByRole('button', { name: 'Riprova' }).click();
    await expect(message(page, text).locator('time')).toBeVisible();
  }
  await expectSentOnce(page, 'Dalla stazione');
  await expectSentOnce(page, 'Dal treno');
});

test('offline messages are sent by themselves when the network is back', async ({ page, context, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  await context.setOffline(true);
  for (const text of ['Dalla stazione', 'Dal treno']) {
    await submitMessage(page, text);
    await expect(message(page, text)).toContainText('Non inviato');
  }
  await context.setOffline(false);
  await expectSentOnce(page, 'Dalla stazione');
  await expectSentOnce(page, 'Dal treno');
});

test('leaving the page while a message is sent stores it once', async ({ page, workspace }) => {
  let stored = () => {};
  const isStored = new Promise<void>((resolve) => (stored = resolve));
  // The server has the message, the page receives no response.
  await page.route(COMMENT, async (route) => {
    await route.fetch();
    stored();
  }, { times: 1 });
  await openPortal(page, workspace.portal('bianchi'));
  await submitMessage(page, 'Di fretta');
  await expect(message(page, 'Di fretta')).toContainText('Invio in corso…');
  await isStored;
  await page.reload();
  await expectSentOnce(page, 'Di fretta');
});

test('drafts are kept per channel over a reload until sent', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  await composer(page).fill('Per tutti\nsu due righe');
  await tab(page, /^Progettazione\b/).click();
  await expect(composer(page)).toHaveValue('');
  await composer(page).fill('Per la fase');
  await page.reload();
  await expect(composer(page), 'the address follows the channel').toHaveValue('Per la fase');
  await tab(page, /^Generale\b/).click();
  await expect(composer(page)).toHaveValue('Per tutti\nsu due righe');
  await page.getByRole('button', { name: 'Invia' }).click();
  await expect(composer(page)).toHaveValue('');
  await tab(page, /^Progettazione\b/).click();
  await expect(composer(page)).toHaveValue('Per la fase');
  await openPortal(page, workspace.portal('bianchi'));
  await expect(composer(page)).toHaveValue('');
});

test('Enter sends with a keyboard and breaks the line on a phone', { tag: '@phone' }, async ({ page, isMobile, workspace }) => {
  await openPortal(page, `${workspace.portal('bianchi')}#conversation`);
  await composer(page).click();
  await page.keyboard.type('Una riga');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('e un’altra');
  await expect(composer(page)).toHaveValue('Una riga\ne un’altra');
  await page.keyboard.press('Enter');
  if (isMobile) {
    await expect(composer(page)).toHaveValue('Una riga\ne un’altra\n');
    await page.getByRole('button', { name: 'Invia' }).click();
  }
  await expect(composer(page)).toHaveValue('');
  expect(await message(page, 'Una riga').getByText('Una riga').innerText()).toBe('Una riga\ne un’altra');
});

test('the character counter appears near the limit', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  const counter = page.getByText(/caratter/);
  await composer(page).fill('o'.repeat(1799));
  await expect(counter).toHaveCount(0);
  await composer(page).fill('🍰'.repeat(1800));
  await expect(counter).toHaveText('Restano 200 caratteri');
  await composer(page).fill('o'.repeat(2003));
  await expect(counter).toHaveText('3 caratteri di troppo');
  await composer(page).fill('');
  await expect(counter).toHaveCount(0);
});
