// An open portal polls for new messages.

import { composer, log, openPortal, portalHydrated, sendMessage, submitMessage, tab } from './chat.ts';
import { expect, test } from './fixtures.ts';
import { collectPolls, nextPoll, setVisibility } from './polling.ts';
import { openThread, postReply } from './requests.ts';

test('a reply arrives once, in its channel', { tag: '@smoke' }, async ({ page, adminApi, workspace }) => {
  const { bianchi } = workspace.clients;
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await sendMessage(page, 'Ci siete?');
  await postReply(adminApi, bianchi, bianchi.id, 'Eccoci!');
  await postReply(adminApi, bianchi, workspace.id('bianchi-realizzazione'), 'Qui si comincia a maggio.');

  await nextPoll(page);
  await expect(log(page).getByText('Eccoci!')).toBeVisible();
  await expect(tab(page, /^Realizzazione\b.*\b1\b/)).toBeVisible();

  await nextPoll(page);
  await nextPoll(page);
  await expect(log(page).getByText('Eccoci!')).toHaveCount(1);
  await expect(log(page).getByText('Ci siete?'), 'a poll does not repeat an own message').toHaveCount(1);
  await tab(page, /^Realizzazione\b/).click();
  await expect(log(page).getByText('Qui si comincia a maggio.')).toHaveCount(1);
});

test('a poll keeps draft and focus', async ({ page, adminApi, workspace }) => {
  const { bianchi } = workspace.clients;
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await composer(page).fill('Sto ancora scrivendo');
  await postReply(adminApi, bianchi, bianchi.id, 'Con calma.');
  await nextPoll(page);
  await expect(log(page).getByText('Con calma.')).toBeVisible();
  await expect(composer(page)).toHaveValue('Sto ancora scrivendo');
  await expect(composer(page)).toBeFocused();
});

test('a hidden tab does not poll until it is shown', async ({ page, adminApi, workspace }) => {
  const { bianchi } = workspace.clients;
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await nextPoll(page);

  await setVisibility(page, 'hidden');
  const polls = collectPolls(page);
  await page.clock.runFor(120_000);
  await postReply(adminApi, bianchi, bianchi.id, 'Bentornata.');
  expect(polls).toEqual([]);

  await setVisibility(page, 'visible');
  await expect(log(page).getByText('Bentornata.')).toBeVisible();
  expect(polls).toHaveLength(1);
});

test('after nine hours asleep all messages arrive once and in order', async ({ page, adminApi, workspace }) => {
  const { bianchi } = workspace.clients;
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await sendMessage(page, 'Buonanotte');
  await composer(page).fill('Domani vi dico');
  await setVisibility(page, 'hidden');
  const replies = ['Notte, prima', 'Notte, seconda', 'Notte, terza'];
  for (const text of replies) await postReply(adminApi, bianchi, bianchi.id, text);

  await page.clock.fastForward('09:00:00');
  await setVisibility(page, 'visible');
  await expect(log(page).getByText('Notte, terza')).toBeVisible();
  await nextPoll(page);
  await nextPoll(page);
  for (const text of ['Buonanotte', ...replies]) {
    await expect(log(page).getByText(text, { exact: true })).toHaveCount(1);
  }
  await expect(log(page).getByText(/^Notte, /)).toHaveText(replies);
  await expect(composer(page)).toHaveValue('Domani vi dico');
});

test('a poll requests messages newer than the page, without the token', async ({ page, workspace }) => {
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  const polls = collectPolls(page);
  await nextPoll(page);
  const query = new URL(polls[0].url()).searchParams;
  expect(query.get('since')).toBe('2025-02-12T09:01:00.000Z');
  expect(query.get('project_id')).toBe(workspace.id('bianchi-sito'));
  expect(polls[0].url()).not.toContain(workspace.clients.bianchi.token);
});

test('a message shows when the agency has read it', async ({ page, adminApi, workspace }) => {
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await submitMessage(page, 'Lo avete visto?');
  await nextPoll(page);
  await expect(log(page).getByText('Lo avete visto?')).toBeVisible();
  const last = log(page).getByRole('listitem').last();
  await expect(last, 'not read yet').toContainText('Lo avete visto?');

  await openThread(adminApi, workspace.clients.bianchi);
  await nextPoll(page);
  await expect(last).toHaveText(/^Letto/);
  await expect(last.getByRole('time')).toHaveAttribute('title', /\d{4}, \d{2}:\d{2}$/);
});

test('two tabs follow the conversation and have drafts of their own', async ({ page, context, workspace }) => {
  const second = await context.newPage();
  await page.clock.install();
  for (const each of [page, second]) await openPortal(each, workspace.portal('bianchi'));
  await composer(second).fill('La bozza della seconda');
  await sendMessage(page, 'Scritto nella prima');
  await nextPoll(second);
  await expect(log(second).getByText('Scritto nella prima')).toHaveCount(1);
  await expect(composer(second)).toHaveValue('La bozza della seconda');
  await second.reload();
  await expect(composer(second)).toHaveValue('La bozza della seconda');
  await page.reload();
  await expect(composer(page)).toHaveValue('');
});

test('tabs of one browser follow each other at once', async ({ page, context, workspace }) => {
  const general = workspace.portal('bianchi');
  const second = await context.newPage();
  for (const each of [page, second]) await openPortal(each, general);
  await second.waitForLoadState('networkidle'); // the first poll, which the page sends at once
  const sooner = { timeout: 10_000 }; // than the next poll
  await sendMessage(page, 'Scritto nella prima');
  await expect(log(second).getByText('Scritto nella prima')).toHaveCount(1, sooner);
  await expect(tab(second, /^Progettazione\b.*\b2\b/)).toBeVisible();
  await tab(page, /^Progettazione\b/).click();
  await expect(tab(second, /^Progettazione$/), 'read in the first').toBeVisible(sooner);
});

test('a wrong clock shows a warning, days follow the server', async ({ page, workspace }) => {
  await workspace.add({
    comments: [{ id: 'now', entity_type: 'general', entity_id: 'bianchi', author: 'admin', text: 'Scritto adesso', created_at: new Date().toISOString() }],
  });
  await page.clock.install({ time: new Date(Date.now() + 400 * 86_400_000) });
  await openPortal(page, workspace.portal('bianchi'));
  await expect(page.getByRole('status').filter({ hasText: 'L’orologio di questo dispositivo non è esatto' })).toBeVisible();
  await expect(log(page).getByText('Oggi', { exact: true })).toBeVisible();
});

test('a page that is older than its data catches up as soon as it is live', async ({ page, adminApi, workspace }) => {
  const { bianchi } = workspace.clients;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.wasm', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(workspace.portal('bianchi'));
  await postReply(adminApi, bianchi, bianchi.id, 'Nel frattempo');
  await expect(log(page).getByText('Nel frattempo')).toHaveCount(0);
  release();
  await portalHydrated(page);
  await expect(log(page).getByText('Nel frattempo'), 'long before the next poll').toBeVisible({ timeout: 10_000 });
});

test('a page from the back/forward cache catches up', async ({ page, adminApi, workspace }) => {
  const { bianchi } = workspace.clients;
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi'));
  await nextPoll(page);
  await postReply(adminApi, bianchi, bianchi.id, 'Bentornata.');
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(log(page).getByText('Bentornata.'), 'long before the next poll').toBeVisible({ timeout: 10_000 });
});
