// A message is shown at once and then sent: its author sees how it stands, and it arrives once, whatever
// happens on the way.

import type { Page, Request, Route } from '@playwright/test';
import { composer, expect, log, message, open, say, signIn, tab, test } from './support.ts';

const COMMENT = '**/api/client/comment';
const failure = { status: 503, json: { error: 'Errore interno' } };

test.use({ expectedConsole: /status of (503|429)|net::ERR_/ });

const retry = (page: Page) => log(page).getByRole('button', { name: 'Riprova' });

function collectSent(page: Page): Request[] {
  const sent: Request[] = [];
  page.on('request', (request) => new URL(request.url()).pathname === '/api/client/comment' && sent.push(request));
  return sent;
}

/** It stands there once, sent; and it is so after reloading too. */
async function expectSentOnce(page: Page, text: string): Promise<void> {
  await expect(message(page, text)).toHaveCount(1);
  await expect(message(page, text).locator('time')).toBeVisible();
  await page.reload();
  await expect(message(page, text)).toHaveCount(1);
  await expect(message(page, text).locator('time')).toBeVisible();
}

test('stands there while it is being sent, and the box is free for the next', async ({ page, workspace }) => {
  const held: Route[] = [];
  await page.route(COMMENT, (route) => void held.push(route));
  await open(page, workspace.portal('bianchi'));
  await say(page, 'Prima');
  await expect(message(page, 'Prima')).toContainText('Invio in corso…');
  await expect(composer(page)).toHaveValue('');
  await expect(composer(page)).toBeFocused();
  await say(page, 'Seconda');
  await expect(message(page, 'Seconda')).toContainText('Invio in corso…');

  await expect.poll(() => held.length).toBe(1);
  await held[0].continue();
  await expect(message(page, 'Prima')).not.toContainText('Invio in corso…');
  await expect.poll(() => held.length, 'the second leaves after the first').toBe(2);
  await held[1].continue();
  await expect(log(page).getByText('Invio in corso…')).toHaveCount(0);
  await expectSentOnce(page, 'Prima');
  await expect(message(page, /^.*(Prima|Seconda)/)).toHaveText([/Prima/, /Seconda/]);
});

test('a refused message can be sent again', async ({ page, workspace }) => {
  await page.route(COMMENT, (route) => route.fulfill(failure), { times: 1 });
  await open(page, workspace.portal('bianchi'));
  await say(page, 'Riproviamo');
  await expect(message(page, 'Riproviamo')).toContainText('Non inviato');
  await expect(page.getByRole('alert').filter({ hasText: 'Il messaggio non è partito' })).toBeVisible();
  await retry(page).click();
  await expectSentOnce(page, 'Riproviamo');
});

test('one whose answer got lost arrives once, however often it is sent', async ({ page, office, workspace }) => {
  const sent = collectSent(page);
  await page.route(
    COMMENT,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 2 },
  );
  await open(page, workspace.portal('bianchi'));
  await say(page, 'Una volta sola');
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

  await signIn(office);
  await office.goto(`/admin/inbox/${workspace.clients.bianchi.id}`);
  await expect(log(office).getByText('Una volta sola')).toHaveCount(1);
});

test('one that did not leave can be given up', async ({ page, workspace }) => {
  await page.route(COMMENT, (route) => route.fulfill(failure));
  await open(page, workspace.portal('bianchi'));
  await say(page, 'Anzi no');
  await expect(message(page, 'Anzi no')).toContainText('Non inviato');
  await log(page).getByRole('button', { name: 'Elimina' }).click();
  await expect(message(page, 'Anzi no')).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await page.reload();
  await expect(message(page, 'Anzi no')).toHaveCount(0);
});

test('after many in a short time it waits and leaves by itself', async ({ page, workspace }) => {
  await page.clock.install();
  await page.route(COMMENT, (route) => route.fulfill({ status: 429, headers: { 'retry-after': '30' }, json: {} }), { times: 1 });
  await open(page, workspace.portal('bianchi'));
  await say(page, 'Con pazienza');
  await expect(message(page, 'Con pazienza')).toContainText('In attesa');
  await page.clock.runFor(31_000);
  await expect(message(page, 'Con pazienza')).not.toContainText('In attesa');
  await expectSentOnce(page, 'Con pazienza');
});

test('without a connection it is kept, also over a reload, until there is one', async ({ page, context, workspace }) => {
  await open(page, workspace.portal('bianchi'));
  await context.setOffline(true);
  for (const text of ['Dalla stazione', 'Dal treno']) {
    await say(page, text);
    await expect(message(page, text)).toContainText('Non inviato');
  }
  await context.setOffline(false);
  await page.reload();
  for (const text of ['Dalla stazione', 'Dal treno']) {
    await expect(message(page, text)).toContainText('Non inviato');
    await message(page, text).getByRole('button', { name: 'Riprova' }).click();
    await expect(message(page, text).locator('time')).toBeVisible();
  }
  await expectSentOnce(page, 'Dalla stazione');
  await expectSentOnce(page, 'Dal treno');
});

test('one that is on its way when the page is left arrives once', async ({ page, workspace }) => {
  await page.route(COMMENT, async (route) => {
    await route.fetch();
    // The page never hears of it.
  }, { times: 1 });
  await open(page, workspace.portal('bianchi'));
  await say(page, 'Di fretta');
  await expect(message(page, 'Di fretta')).toContainText('Invio in corso…');
  await page.waitForTimeout(300); // it has reached the server, but no answer has come
  await page.reload();
  await expectSentOnce(page, 'Di fretta');
});

test('drafts are kept for each channel, over a reload, until they are sent', async ({ page, workspace }) => {
  await open(page, workspace.portal('bianchi'));
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
  await open(page, workspace.portal('bianchi'));
  await expect(composer(page)).toHaveValue('');
});

test('Enter sends where there is a keyboard; Shift and Enter make a line everywhere', async ({ page, isMobile, workspace }) => {
  await open(page, workspace.portal('bianchi'));
  await composer(page).click();
  await page.keyboard.type('Una riga');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('e un’altra');
  await expect(composer(page)).toHaveValue('Una riga\ne un’altra');
  await page.keyboard.press('Enter');
  if (isMobile) {
    await expect(composer(page), 'a phone has no other key for a line').toHaveValue('Una riga\ne un’altra\n');
    await page.getByRole('button', { name: 'Invia' }).click();
  }
  await expect(composer(page)).toHaveValue('');
  expect(await message(page, 'Una riga').getByText('Una riga').innerText()).toBe('Una riga\ne un’altra');
});

test('the counter comes near the limit and says how much is too much', async ({ page, workspace }) => {
  await open(page, workspace.portal('bianchi'));
  const count = page.getByText(/caratter/);
  await composer(page).fill('o'.repeat(1799));
  await expect(count).toHaveCount(0);
  await composer(page).fill('🍰'.repeat(1800));
  await expect(count).toHaveText('Restano 200 caratteri');
  await composer(page).fill('o'.repeat(2003));
  await expect(count).toHaveText('3 caratteri di troppo');
  await composer(page).fill('');
  await expect(count).toHaveCount(0);
});
