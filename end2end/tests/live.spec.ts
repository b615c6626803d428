// What is live: the client's open page follows the conversation by polling. The browser's clock is the
// test's, so that twenty seconds take none.

import { answerFrom, collectPolls, composer, expect, log, nextPoll, open, say, send, setVisibility } from './support.ts';
import { signIn, tab, test } from './support.ts';

test('an answer arrives on the open page, once, in its channel', async ({ page, office, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  await send(page, 'Ci siete?');

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
  const polls = collectPolls(page);
  await page.clock.runFor(120_000);
  await signIn(office);
  await answerFrom(office, id, id, 'Bentornata.');
  expect(polls).toEqual([]);

  await setVisibility(page, 'visible');
  await expect(log(page).getByText('Bentornata.')).toBeVisible();
  expect(polls).toHaveLength(1);
});

test('after a night asleep it catches up, and nothing is lost or doubled', async ({ page, office, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  await send(page, 'Buonanotte');
  await composer(page).fill('Domani vi dico');
  await setVisibility(page, 'hidden');
  await signIn(office);
  for (const text of ['Notte, prima', 'Notte, seconda', 'Notte, terza']) await answerFrom(office, id, id, text);

  await page.clock.fastForward('09:00:00');
  await setVisibility(page, 'visible');
  await expect(log(page).getByText('Notte, terza')).toBeVisible();
  await nextPoll(page);
  await nextPoll(page);
  for (const text of ['Buonanotte', 'Notte, prima', 'Notte, seconda', 'Notte, terza']) {
    await expect(log(page).getByText(text, { exact: true })).toHaveCount(1);
  }
  await expect(log(page).getByText(/^Notte, /)).toHaveText(['Notte, prima', 'Notte, seconda', 'Notte, terza']);
  await expect(composer(page)).toHaveValue('Domani vi dico');
});

test('a poll asks only for what came after the last one, and carries no token', async ({ page, workspace }) => {
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  const polls = collectPolls(page);
  await nextPoll(page);
  const query = new URL(polls[0].url()).searchParams;
  expect(query.get('since')).toBe('2025-02-12T09:01:00.000Z');
  expect(query.get('project_id')).toBe(workspace.id('bianchi-sito'));
  expect(polls[0].url()).not.toContain(workspace.clients.bianchi.token);
});

test('a message says that the agency has read it, once the agency has looked', async ({ page, office, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await page.clock.install();
  await open(page, workspace.portal('bianchi'));
  await say(page, 'Lo avete visto?');
  await nextPoll(page);
  await expect(log(page).getByText('Lo avete visto?')).toBeVisible();
  const after = log(page).getByRole('listitem').last();
  await expect(after, 'nobody has looked yet').toContainText('Lo avete visto?');

  await signIn(office);
  await office.goto(`/admin/inbox/${id}`);
  await expect(log(office).getByText('Lo avete visto?')).toBeVisible();
  await nextPoll(page);
  await expect(after).toHaveText(/^Letto/);
  await expect(after.getByRole('time')).toHaveAttribute('title', /\d{4}, \d{2}:\d{2}$/);
});

test('two tabs of one client both follow, and neither touches the other’s draft', async ({ page, context, workspace }) => {
  const second = await context.newPage();
  await page.clock.install();
  for (const each of [page, second]) await open(each, workspace.portal('bianchi'));
  await composer(second).fill('La bozza della seconda');
  await send(page, 'Scritto nella prima');
  await nextPoll(second);
  await expect(log(second).getByText('Scritto nella prima')).toHaveCount(1);
  await expect(composer(second)).toHaveValue('La bozza della seconda');
  await second.reload();
  await expect(composer(second)).toHaveValue('La bozza della seconda');
  await page.reload();
  await expect(composer(page)).toHaveValue('');
});

test('a clock that is far off is told, and days are the server’s', async ({ page, workspace }) => {
  await workspace.add({
    comments: [{ id: 'now', entity_type: 'general', entity_id: 'bianchi', author: 'admin', text: 'Scritto adesso', created_at: new Date().toISOString() }],
  });
  await page.clock.install({ time: new Date(Date.now() + 400 * 86_400_000) });
  await open(page, workspace.portal('bianchi'));
  await expect(page.getByRole('status').filter({ hasText: 'L’orologio di questo dispositivo non è esatto' })).toBeVisible();
  await expect(log(page).getByText('Oggi', { exact: true })).toBeVisible();
});
