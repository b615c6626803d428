// Messages are read once they have been on the screen.

import type { Page, Request } from '@playwright/test';
import { log, manyMessages, openPortal, portalHydrated, tab } from './chat.ts';
import { expect, test } from './fixtures.ts';
import { nextPoll, setVisibility } from './polling.ts';
import { postReply } from './requests.ts';

function collectReceipts(page: Page): Request[] {
  const receipts: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/client/chat') receipts.push(request);
  });
  return receipts;
}

const hideDocument = () => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
};

test('a hidden page reads nothing, a visible one up to its last message', async ({ page, workspace }) => {
  await page.clock.install();
  await page.addInitScript(hideDocument);
  const receipts = collectReceipts(page);
  await openPortal(page, `${workspace.portal('bianchi', { channel: 'bianchi-progettazione' })}#conversation`);
  await page.clock.runFor(10_000);
  expect(receipts).toEqual([]);
  await expect(tab(page, /^Progettazione\b.*\b2\b/)).toBeVisible();

  await setVisibility(page, 'visible');
  await page.clock.runFor(10_000);
  await expect(tab(page, /^Progettazione$/)).toBeVisible();
  await expect.poll(() => receipts.length, 'the count may vanish before the receipt is sent').toBe(1);
  expect(receipts[0].postDataJSON()).toMatchObject({
    channel_key: workspace.id('bianchi-progettazione'),
    up_to: '2025-02-12T09:01:00.000Z',
  });
  expect(receipts).toHaveLength(1);
});

test('messages below the screen stay unread until scrolled to', { tag: '@phone' }, async ({ page, workspace }) => {
  await workspace.add(manyMessages(40));
  await openPortal(page, `${workspace.portal('bianchi')}#conversation`);
  const first = log(page).getByText('Messaggio 1', { exact: true });
  await expect(log(page).getByText('Nuovi messaggi', { exact: true })).toBeInViewport();
  await expect(first, 'opens at the first unread message').toBeInViewport();
  await expect(log(page).getByText('Messaggio 40', { exact: true })).not.toBeInViewport();
  await expect(tab(page, /^Generale\b.*\b\d+\b/)).toBeVisible();
  const unread = async () => Number(/\d+/.exec(await tab(page, /^Generale/).innerText())?.[0] ?? 0);
  await expect.poll(unread).toBeLessThan(40);
  expect(await unread(), 'some are below the screen').toBeGreaterThan(10);

  await page.getByRole('button', { name: /nuovi messaggi/ }).click();
  await expect(log(page).getByText('Messaggio 40', { exact: true })).toBeInViewport();
  await expect(tab(page, /^Generale$/)).toBeVisible();
  await page.reload();
  await expect(tab(page, /^Generale$/)).toBeVisible();
  await expect(log(page).getByText('Messaggio 40', { exact: true })).toBeAttached();
});

test('a preview by the agency reads and writes nothing', async ({ adminPage, context, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await context.clock.install();
  await adminPage.goto(`/admin/clients/${id}`);
  const popup = adminPage.waitForEvent('popup');
  await adminPage.getByRole('link', { name: 'Apri come lo vede il cliente' }).click();
  const preview = await popup;
  const receipts = collectReceipts(preview);
  await portalHydrated(preview);
  const banner = preview.getByRole('complementary', { name: 'Anteprima' });
  await expect(banner).toContainText(workspace.clients.bianchi.name);
  await expect(preview.getByRole('textbox', { name: 'Scrivi un messaggio' })).toBeDisabled();
  // Two unread messages on the screen.
  await tab(preview, /^Progettazione\b/).click();
  await preview.clock.runFor(30_000);
  await expect(tab(preview, /^Progettazione\b.*\b2\b/)).toBeVisible();
  await expect(preview.getByRole('button', { name: 'Invia' })).toBeDisabled();
  expect(receipts).toEqual([]);
  await banner.getByRole('link', { name: 'Torna al cliente' }).click();
  await expect(preview).toHaveURL(`/admin/clients/${id}`);
});

test('the title counts unread messages of all projects', async ({ page, adminApi, workspace }) => {
  await page.clock.install();
  await openPortal(page, `${workspace.portal('bianchi')}#conversation`);
  await expect(page).toHaveTitle(/^\(3\) Sito nuovo/);
  await tab(page, /^Progettazione\b/).click();
  await expect(page).toHaveTitle(/^\(1\) Sito nuovo/);
  await postReply(adminApi, workspace.clients.bianchi, workspace.id('bianchi-realizzazione'), 'Si comincia.');
  await nextPoll(page);
  await expect(page).toHaveTitle(/^\(2\) Sito nuovo/);
});

test('a line marks what arrived while the page was hidden', { tag: '@phone' }, async ({ page, adminApi, workspace }) => {
  const { bianchi } = workspace.clients;
  const line = log(page).getByText('Nuovi messaggi', { exact: true });
  await page.clock.install();
  await openPortal(page, `${workspace.portal('bianchi')}#conversation`);
  await postReply(adminApi, bianchi, bianchi.id, 'Sotto gli occhi');
  const receipt = page.waitForResponse((response) => response.request().method() === 'POST');
  await nextPoll(page);
  await expect(log(page).getByText('Sotto gli occhi')).toBeInViewport();
  await receipt;
  await expect(line).toHaveCount(0);

  await setVisibility(page, 'hidden');
  await postReply(adminApi, bianchi, bianchi.id, 'Mentre non c’era');
  await setVisibility(page, 'visible');
  await expect(log(page).getByText('Mentre non c’era')).toBeVisible();
  await expect(line).toBeVisible();
});

test('only new messages are announced, each once', async ({ page, adminApi, workspace }) => {
  const { bianchi } = workspace.clients;
  await workspace.add(manyMessages(60));
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await expect(log(page)).not.toHaveAttribute('aria-live', 'off'); // it is while the page hydrates
  await log(page).evaluate((element) => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    const isLive = (node: Node) => {
      const element = node instanceof Element ? node : node.parentElement;
      return !element?.closest('[aria-live=off], [aria-busy=true]');
    };
    new MutationObserver((mutations) => {
      for (const { addedNodes, target } of mutations) {
        for (const node of addedNodes) if (isLive(target)) announced.push(node.textContent ?? '');
      }
    }).observe(element, { childList: true, subtree: true });
  });
  const announced = () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);

  await nextPoll(page);
  await nextPoll(page);
  expect(await announced(), 'polls without news').toEqual([]);

  await page.getByRole('link', { name: 'Mostra i messaggi precedenti' }).click();
  await expect(log(page).getByText('Buongiorno! Quando cominciamo?')).toBeAttached();
  expect(await announced(), 'older messages').toEqual([]);
  await page.clock.runFor(2_000);

  await postReply(adminApi, bianchi, bianchi.id, 'Questo è nuovo.');
  await nextPoll(page);
  await expect(log(page).getByText('Questo è nuovo.')).toBeAttached();
  const text = (await announced()).join('\n');
  expect(text.match(/Questo è nuovo\./g)).toHaveLength(1);
  expect(text).not.toContain('Messaggio');
});
