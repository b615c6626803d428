// When something is wrong between the page and the server: each has a sentence, and nothing is lost.

import { answerFrom, collectPolls, composer, expect, log, nextPoll, open, say, send, signIn, tab, test } from './support.ts';

const POLL = '**/api/client/chat?*';
const failure = { status: 503, json: { error: 'Errore interno' } };

/** What the panel says about itself. */
const RECONNECTING = 'Connessione momentaneamente assente';
const CLOSED = 'Questa pagina non è più aggiornata';

test.use({ expectedConsole: /status of (503|429|403|404)|net::ERR_/ });

test('a failing server is waited for, and no message is lost', async ({ page, office, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  await page.route(POLL, (route) => route.fulfill(failure), { times: 1 });
  await page.clock.runFor(21_000);
  await expect(page.getByText(RECONNECTING)).toBeVisible();
  await signIn(office);
  await answerFrom(office, id, id, 'Siamo tornati.');
  await nextPoll(page);
  await expect(log(page).getByText('Siamo tornati.')).toHaveCount(1);
  await expect(page.getByText(RECONNECTING)).toHaveCount(0);
});

test('a server that restarts is waited for, too', async ({ page, workspace }) => {
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  await page.route(POLL, (route) => route.abort('connectionrefused'), { times: 2 });
  await page.clock.runFor(21_000);
  await expect(page.getByText(RECONNECTING)).toBeVisible();
  await nextPoll(page);
  await expect(page.getByText(RECONNECTING)).toHaveCount(0);
});

test('a server in trouble is asked less and less often', async ({ page, workspace }) => {
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  await page.route(POLL, (route) => route.fulfill(failure));
  const polls = collectPolls(page);
  for (let minute = 0; minute < 10; minute += 1) {
    await page.clock.runFor(60_000);
    await page.waitForTimeout(50); // the answer comes by the real clock
  }
  expect(polls.length).toBeGreaterThan(2);
  expect(polls.length, 'thirty at the ordinary pace').toBeLessThan(9);
});

test('asked too often, it waits as long as it is told', async ({ page, workspace }) => {
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  await page.route(POLL, (route) => route.fulfill({ status: 429, headers: { 'retry-after': '50' }, json: {} }), { times: 1 });
  await page.clock.runFor(21_000);
  await expect(page.getByText('Troppe richieste in poco tempo')).toBeVisible();
  const polls = collectPolls(page);
  await page.clock.runFor(40_000);
  expect(polls).toEqual([]);
  await nextPoll(page);
  await expect(page.getByText('Troppe richieste in poco tempo')).toHaveCount(0);
});

test('access that ends while the page is open: it says so, stops asking, and keeps the draft', async ({ page, workspace }) => {
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  await composer(page).fill('Quello che stavo scrivendo');
  await page.route(POLL, (route) => route.fulfill({ status: 403, json: { error: 'Accesso non consentito' } }));
  await page.clock.runFor(21_000);
  await expect(page.getByRole('status').filter({ hasText: CLOSED })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invia' })).toBeDisabled();
  await expect(composer(page)).toHaveValue('Quello che stavo scrivendo');

  const polls = collectPolls(page);
  await page.clock.runFor(600_000);
  expect(polls).toEqual([]);
  await page.reload();
  await expect(composer(page)).toHaveValue('Quello che stavo scrivendo');
});

test('a channel that was deleted meanwhile: the message is not sent, and not lost', async ({ page, workspace }) => {
  await open(page, workspace.portal('bianchi', { channel: 'bianchi-progettazione' }));
  await page.route('**/api/client/comment', (route) => route.fulfill({ status: 404, json: { error: 'Conversazione non trovata' } }));
  await say(page, 'Per una fase che non c’è più');
  await expect(page.getByRole('alert').filter({ hasText: 'Questa conversazione non esiste più' })).toBeVisible();
  await expect(log(page).getByRole('listitem').filter({ hasText: 'Per una fase che non c’è più' })).toContainText('Non inviato');
});

test.describe('in a browser that keeps nothing', () => {
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

  test('the reader is told before a text is lost', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'));
    await composer(page).pressSequentially('Non perdermi');
    await expect(page.getByText('Questo browser non conserva le bozze')).toBeVisible();
    const question = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await question).type()).toBe('beforeunload');
    await (await question).dismiss();
    await expect(composer(page)).toHaveValue('Non perdermi');
  });

  test('everything else works, and drafts stay while the page is open', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'));
    await composer(page).fill('Per tutti');
    await tab(page, /^Progettazione\b/).click();
    await expect(composer(page)).toHaveValue('');
    await send(page, 'Per la fase');
    await tab(page, /^Generale\b/).click();
    await expect(composer(page)).toHaveValue('Per tutti');
    await page.getByRole('button', { name: 'Invia' }).click();
    await expect(log(page).getByText('Per tutti')).toHaveCount(1);
    await expect(composer(page)).toHaveValue('');
  });
});
