// A portal whose requests fail says so and loses nothing.

import { composer, log, openPortal, sendMessage, submitMessage, tab } from './chat.ts';
import { expect, test } from './fixtures.ts';
import { collectPolls, nextPoll } from './polling.ts';
import { postReply } from './requests.ts';

const POLL = '**/api/client/chat?*';
const FAILURE = { status: 503, json: { error: 'Errore interno' } };

const RECONNECTING = 'Connessione momentaneamente assente';
const CLOSED = 'ha cambiato questa pagina';

test.use({ expectedConsole: /status of (503|429|403|404)|net::ERR_/ });

test('polling recovers after an error and a restart of the server', async ({ page, adminApi, workspace }) => {
  const { bianchi } = workspace.clients;
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await nextPoll(page); // the first, which the page sends at once, may still be under way
  await page.route(POLL, (route) => route.fulfill(FAILURE), { times: 1 });
  await page.clock.runFor(21_000);
  await expect(page.getByText(RECONNECTING)).toBeVisible();
  await postReply(adminApi, bianchi, bianchi.id, 'Siamo tornati.');
  await nextPoll(page);
  await expect(log(page).getByText('Siamo tornati.')).toHaveCount(1);
  await expect(page.getByText(RECONNECTING)).toHaveCount(0);

  await page.route(POLL, (route) => route.abort('connectionrefused'), { times: 2 });
  await page.clock.runFor(21_000);
  await expect(page.getByText(RECONNECTING)).toBeVisible();
  await nextPoll(page);
  await expect(page.getByText(RECONNECTING)).toHaveCount(0);
});

test('repeated errors slow polling down', async ({ page, workspace }) => {
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await nextPoll(page); // the first, which the page sends at once, may still be under way
  await page.route(POLL, (route) => route.fulfill(FAILURE));
  const polls = collectPolls(page);
  for (let minute = 0; minute < 10; minute += 1) {
    await page.clock.runFor(60_000);
    await Promise.all(polls.map((poll) => poll.response()));
  }
  expect(polls.length).toBeGreaterThan(2);
  expect(polls.length, 'it would be thirty without errors').toBeLessThan(9);
});

test('a rate-limited poll waits for Retry-After', async ({ page, workspace }) => {
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await nextPoll(page); // the first, which the page sends at once, may still be under way
  await page.route(POLL, (route) => route.fulfill({ status: 429, headers: { 'retry-after': '50' }, json: {} }), { times: 1 });
  await page.clock.runFor(21_000);
  await expect(page.getByText('Troppe richieste in poco tempo')).toBeVisible();
  const polls = collectPolls(page);
  await page.clock.runFor(40_000);
  expect(polls).toEqual([]);
  await nextPoll(page);
  await expect(page.getByText('Troppe richieste in poco tempo')).toHaveCount(0);
});

test('revoked access stops polling and keeps the draft', async ({ page, workspace }) => {
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await nextPoll(page); // the first, which the page sends at once, may still be under way
  await composer(page).fill('Quello che stavo scrivendo');
  await page.route(POLL, (route) => route.fulfill({ status: 403, json: { error: 'Accesso non consentito' } }));
  await page.clock.runFor(21_000);
  await expect(page.getByRole('status').filter({ hasText: CLOSED })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'has changed this page' })).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('button', { name: 'Invia' })).toBeDisabled();
  await expect(composer(page), 'to be copied').toBeEditable();
  await expect(composer(page)).toHaveValue('Quello che stavo scrivendo');

  const polls = collectPolls(page);
  await page.clock.runFor(600_000);
  expect(polls).toEqual([]);
  await page.reload();
  await expect(composer(page)).toHaveValue('Quello che stavo scrivendo');
});

test('a message to a deleted channel is kept as not sent', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi', { channel: 'bianchi-progettazione' }));
  await page.route('**/api/client/comment', (route) => route.fulfill({ status: 404, json: { error: 'Conversazione non trovata' } }));
  await submitMessage(page, 'Per una fase che non c’è più');
  await expect(page.getByRole('alert').filter({ hasText: 'Questa conversazione non esiste più' })).toBeVisible();
  await expect(log(page).getByRole('listitem').filter({ hasText: 'Per una fase che non c’è più' })).toContainText('Non inviato');
});

test.describe('without browser storage', () => {
  test.beforeEach(async ({ context }) => {
    await context.addInitScript(() => {
      for (const name of ['sessionStorage', 'localStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
      }
    });
  });

  test('leaving with a draft asks for confirmation', async ({ page, workspace }) => {
    await openPortal(page, workspace.portal('bianchi'));
    await composer(page).pressSequentially('Non perdermi');
    await expect(page.getByText('Questo browser non conserva le bozze')).toBeVisible();
    const dialog = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await dialog).type()).toBe('beforeunload');
    await (await dialog).dismiss();
    await expect(composer(page)).toHaveValue('Non perdermi');
  });

  test('drafts stay while the page is open', async ({ page, workspace }) => {
    await openPortal(page, workspace.portal('bianchi'));
    await composer(page).fill('Per tutti');
    await tab(page, /^Progettazione\b/).click();
    await expect(composer(page)).toHaveValue('');
    await sendMessage(page, 'Per la fase');
    await tab(page, /^Generale\b/).click();
    await expect(composer(page)).toHaveValue('Per tutti');
    await page.getByRole('button', { name: 'Invia' }).click();
    await expect(log(page).getByText('Per tutti')).toHaveCount(1);
    await expect(composer(page)).toHaveValue('');
  });
});
