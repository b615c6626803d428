// What is live: the client's open page follows the conversation by polling. The browser's clock is the
// test's, so that twenty seconds take none.

import type { Page } from '@playwright/test';
import { composer, expect, log, open, replyBox, say, signIn, tab, test } from './support.ts';

const isPoll = (url: string) => new URL(url).pathname === '/api/client/chat';

/** Lets the browser's clock run until the next poll is answered. */
async function nextPoll(page: Page): Promise<void> {
  let status: number | undefined;
  page.on('response', function poll(response) {
    if (!isPoll(response.url()) || response.request().method() !== 'GET') return;
    status = response.status();
    page.off('response', poll);
  });
  await expect
    .poll(async () => {
      if (status === undefined) await page.clock.runFor(10_000);
      return status;
    })
    .toBe(200);
}

async function answerFrom(office: Page, client: string, channel: string, text: string): Promise<void> {
  await office.goto(`/admin/inbox/${client}?channel=${channel}`);
  await replyBox(office).fill(text);
  await office.getByRole('button', { name: 'Rispondi' }).click();
  await expect(log(office).getByText(text)).toBeVisible();
}

/** Hides the tab or brings it back, as far as a page can tell. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => to === 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

test('an answer arrives on the open page, once, in its channel', async ({ page, office, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  await say(page, 'Ci siete?');
  await expect(log(page).getByText('Ci siete?')).toBeVisible();

  await signIn(office);
  await answerFrom(office, id, id, 'Eccoci!');
  await answerFrom(office, id, workspace.id('bianchi-realizzazione'), 'Qui si comincia a maggio.');

  await nextPoll(page);
  await expect(log(page).getByText('Eccoci!')).toBeVisible();
  await expect(tab(page, /^Realizzazione\b.*\b1\b/)).toBeVisible();

  await nextPoll(page);
  await nextPoll(page);
  await expect(log(page).getByText('Eccoci!')).toHaveCount(1);
  await expect(log(page).getByText('Ci siete?'), 'the own message is not doubled by the poll').toHaveCount(1);
  await tab(page, /^Realizzazione\b/).click();
  await expect(log(page).getByText('Qui si comincia a maggio.')).toHaveCount(1);
});

test('a poll leaves the draft alone', async ({ page, office, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  await composer(page).fill('Sto ancora scrivendo');
  await signIn(office);
  await answerFrom(office, id, id, 'Con calma.');
  await nextPoll(page);
  await expect(log(page).getByText('Con calma.')).toBeVisible();
  await expect(composer(page)).toHaveValue('Sto ancora scrivendo');
  await expect(composer(page)).toBeFocused();
});

test('a hidden tab does not poll, and catches up at once on return', async ({ page, office, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  await nextPoll(page);

  await setVisibility(page, 'hidden');
  const polls: string[] = [];
  page.on('request', (request) => isPoll(request.url()) && request.method() === 'GET' && polls.push(request.url()));
  await page.clock.runFor(120_000);
  await signIn(office);
  await answerFrom(office, id, id, 'Bentornata.');
  expect(polls).toEqual([]);

  await setVisibility(page, 'visible');
  await expect(log(page).getByText('Bentornata.')).toBeVisible();
  expect(polls).toHaveLength(1);
});

test('a poll asks only for what came after the last one', async ({ page, workspace }) => {
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  const request = page.waitForRequest((each) => isPoll(each.url()) && each.method() === 'GET');
  await page.clock.runFor(21_000);
  const query = new URL((await request).url()).searchParams;
  expect(query.get('since')).toBe('2025-02-12T09:01:00.000Z');
  expect(query.get('project_id')).toBe(workspace.id('bianchi-sito'));
});

test.describe('with a failing server', () => {
  test.use({ expectedConsole: /status of 503/ });

  test('it is waited for, and no message is lost', async ({ page, office, workspace }) => {
    const { id } = workspace.clients.bianchi;
    await page.clock.install();
    await open(page, workspace.portal('bianchi'));
    await page.route(
      (url) => isPoll(url.href),
      (route) => route.fulfill({ status: 503, json: { error: 'Errore interno' } }),
      { times: 1 },
    );
    await page.clock.runFor(21_000);
    await signIn(office);
    await answerFrom(office, id, id, 'Siamo tornati.');
    await expect(async () => {
      await page.clock.runFor(20_000);
      await expect(log(page).getByText('Siamo tornati.')).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(log(page).getByText('Siamo tornati.')).toHaveCount(1);
  });
});
