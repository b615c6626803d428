// What has been before the reader's eyes is read; nothing else is.

import type { Page, Request } from '@playwright/test';
import { answerFrom, expect, hydrated, log, manyMessages, nextPoll, open, setVisibility, signIn, tab, test } from './support.ts';

function collectReceipts(page: Page): Request[] {
  const receipts: Request[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/client/chat') receipts.push(request);
  });
  return receipts;
}

const hideFromTheStart = () => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
};

test('an open page that nobody looks at reads nothing; looked at, up to its last message', async ({ page, workspace }) => {
  await page.addInitScript(hideFromTheStart);
  const receipts = collectReceipts(page);
  await open(page, `${workspace.portal('bianchi', { channel: 'bianchi-progettazione' })}#conversation`);
  await page.waitForTimeout(1_000);
  expect(receipts).toEqual([]);
  await expect(tab(page, /^Progettazione\b.*\b2\b/)).toBeVisible();

  await setVisibility(page, 'visible');
  await expect(tab(page, /^Progettazione$/)).toBeVisible();
  await expect.poll(() => receipts.length, 'the count may vanish before the receipt has left').toBe(1);
  expect(receipts[0].postDataJSON()).toMatchObject({
    channel_key: workspace.id('bianchi-progettazione'),
    up_to: '2025-02-12T09:01:00.000Z',
  });
  expect(receipts).toHaveLength(1);
});

test('messages below the screen are not read until they are scrolled to', async ({ page, workspace }) => {
  await workspace.add(manyMessages(40));
  await open(page, `${workspace.portal('bianchi')}#conversation`);
  const first = log(page).getByText('Messaggio 1', { exact: true });
  await expect(log(page).getByText('Nuovi messaggi', { exact: true })).toBeInViewport();
  await expect(first, 'it opens where the unread begin').toBeInViewport();
  await expect(log(page).getByText('Messaggio 40', { exact: true })).not.toBeInViewport();
  await expect(tab(page, /^Generale\b.*\b\d+\b/)).toBeVisible();
  const unread = async () => Number(/\d+/.exec(await tab(page, /^Generale/).innerText())?.[0] ?? 0);
  await expect.poll(unread).toBeLessThan(40);
  expect(await unread(), 'some are below').toBeGreaterThan(10);

  await page.getByRole('button', { name: /nuovi messaggi/ }).click();
  await expect(log(page).getByText('Messaggio 40', { exact: true })).toBeInViewport();
  await expect(tab(page, /^Generale$/)).toBeVisible();
  await page.reload();
  await expect(tab(page, /^Generale$/)).toBeVisible();
  await expect(log(page).getByText('Messaggio 40', { exact: true })).toBeAttached();
});

test('what the agency looks at through its own link stays unread, on every page of that tab', async ({ office, workspace }) => {
  const { id, slug } = workspace.clients.bianchi;
  await signIn(office);
  await office.goto(`/admin/clients/${id}`);
  const opened = office.waitForEvent('popup');
  await office.getByRole('link', { name: 'Apri come lo vede il cliente' }).click();
  const preview = await opened;
  const receipts = collectReceipts(preview);
  // By then the tab knows what it is.
  await hydrated(preview);
  expect(new URL(preview.url()).pathname).toBe(`/c/${slug}`);
  // Another page of the same tab, with two unread messages before everybody's eyes.
  await open(preview, `${workspace.portal('bianchi', { channel: 'bianchi-progettazione' })}#conversation`);
  await preview.waitForTimeout(1_500);
  await expect(tab(preview, /^Progettazione\b.*\b2\b/)).toBeVisible();
  expect(receipts).toEqual([]);
});

test('the title counts what is unread', async ({ page, office, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await page.clock.install();
  await open(page, `${workspace.portal('bianchi')}#conversation`);
  await expect(page).toHaveTitle(/^\(2\) Sito nuovo/);
  await tab(page, /^Progettazione\b/).click();
  await expect(page).toHaveTitle(/^Sito nuovo/);
  await signIn(office);
  await answerFrom(office, id, workspace.id('bianchi-realizzazione'), 'Si comincia.');
  await nextPoll(page);
  await expect(page).toHaveTitle(/^\(1\) Sito nuovo/);
});

test('what comes while the reader is elsewhere begins with a line; what they see come does not', async ({ page, office, workspace }) => {
  const { id } = workspace.clients.bianchi;
  const line = log(page).getByText('Nuovi messaggi', { exact: true });
  await page.clock.install();
  await open(page, `${workspace.portal('bianchi')}#conversation`);
  await signIn(office);
  await answerFrom(office, id, id, 'Sotto gli occhi');
  const read = page.waitForResponse((response) => response.request().method() === 'POST');
  await nextPoll(page);
  await expect(log(page).getByText('Sotto gli occhi')).toBeInViewport();
  await read;
  await expect(line).toHaveCount(0);

  await setVisibility(page, 'hidden');
  await answerFrom(office, id, id, 'Mentre non c’era');
  await setVisibility(page, 'visible');
  await expect(log(page).getByText('Mentre non c’era')).toBeVisible();
  await expect(line).toBeVisible();
});

test('only what is new is announced: no history, no sending state, and nothing when there is no news', async ({ page, office, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await workspace.add(manyMessages(60));
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  await expect(log(page)).not.toHaveAttribute('aria-live', 'off'); // once the first silence is over
  await log(page).evaluate((element) => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    const announces = (node: Node) => {
      const place = node instanceof Element ? node : node.parentElement;
      return !place?.closest('[aria-live=off], [aria-busy=true]');
    };
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes) {
        for (const node of addedNodes) if (announces(target)) heard.push(node.textContent ?? '');
      }
    }).observe(element, { childList: true, subtree: true });
  });
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);

  await nextPoll(page);
  await nextPoll(page);
  expect(await heard(), 'no news').toEqual([]);

  await page.getByRole('link', { name: 'Mostra i messaggi precedenti' }).click();
  await expect(log(page).getByText('Buongiorno! Quando cominciamo?')).toBeAttached();
  expect(await heard(), 'history').toEqual([]);
  await page.clock.runFor(2_000);

  await signIn(office);
  await answerFrom(office, id, id, 'Questo è nuovo.');
  await nextPoll(page);
  await expect(log(page).getByText('Questo è nuovo.')).toBeAttached();
  const told = (await heard()).join('\n');
  expect(told.match(/Questo è nuovo\./g)).toHaveLength(1);
  expect(told).not.toContain('Messaggio');
});
