// The inbox: what waits, found and filtered; threads that follow what happens.

import type { Page } from '@playwright/test';
import { awake, countNavigations, expect, log, nextLook, open, openDesk, replyBox, row, send, tab, test, withAndWithoutJavaScript } from './support.ts';

const search = async (page: Page, words: string) => {
  await page.getByRole('searchbox', { name: 'Cerca nomi e messaggi' }).fill(words);
  await page.getByRole('search').getByRole('button', { name: 'Cerca' }).click();
};

withAndWithoutJavaScript((live) => {
  test('finds a thread by a word of a message or by its name, and shows what waits', async ({ desk, office, workspace }) => {
    const { name } = workspace.clients.bianchi;
    const copy = name.split(' ').at(-1)!;
    await office.goto(workspace.portal('bianchi'));
    await send(office, `Vorrei i cornétti ${copy}`);

    await openDesk(desk, '/admin', live);
    await search(desk, `cornetti ${copy}`);
    await expect(row(desk, name)).toHaveCount(1);
    await expect(row(desk, name)).toContainText('Vorrei i cornétti');
    await desk.getByRole('link', { name: 'Da leggere' }).click();
    await expect(row(desk, name)).toContainText(/non lett/);

    await row(desk, name).getByRole('link').click();
    await expect(log(desk).getByText('Vorrei i cornétti')).toBeVisible();
    await openDesk(desk, `/admin?unread=1&q=${copy}`, live);
    await expect(row(desk, name), 'read, it waits no longer').toHaveCount(0);
    await search(desk, `${copy} introvabile`);
    await expect(desk.getByText(/Niente che corrisponda/)).toBeVisible();
  });

  test('has a tab for each channel, grouped by project, and answers in the one on show', async ({ desk, workspace }) => {
    const { id } = workspace.clients.bianchi;
    await openDesk(desk, `/admin/inbox/${id}`, live);
    await expect(desk.getByRole('tablist').getByText('Menù di stagione')).toBeVisible();
    await tab(desk, /^Realizzazione\b/).click();
    await expect(tab(desk, /^Realizzazione\b/)).toHaveAttribute('aria-selected', 'true');
    await replyBox(desk).fill('In Realizzazione');
    await desk.getByRole('button', { name: 'Rispondi' }).click();
    await expect(log(desk).getByText('In Realizzazione')).toBeVisible();
    await expect(replyBox(desk)).toHaveValue('');
    await tab(desk, /^Generale\b/).click();
    await expect(log(desk).getByText('In Realizzazione')).toHaveCount(0);

    // A reply that is refused comes back.
    await replyBox(desk).fill('a'.repeat(2001));
    await desk.getByRole('button', { name: 'Rispondi' }).click();
    await expect(desk.getByRole('alert').filter({ hasText: '2000' })).toBeVisible();
    await expect(replyBox(desk)).toHaveValue('a'.repeat(2001));
  });

  test('sets a thread aside to come back to', async ({ desk, workspace }) => {
    const { id, name } = workspace.clients.bianchi;
    const copy = name.split(' ').at(-1)!;
    await openDesk(desk, `/admin/inbox/${id}`, live);
    await openDesk(desk, `/admin?unread=1&q=${copy}`, live);
    const waiting = await row(desk, name).count();
    await openDesk(desk, `/admin/inbox/${id}`, live);
    await desk.getByRole('button', { name: 'Segna come non letto' }).click();
    await expect(desk).toHaveURL(/\/admin(\?|$)/);
    await openDesk(desk, `/admin?unread=1&q=${copy}`, live);
    await expect(row(desk, name)).toHaveCount(1);
    expect(waiting).toBeLessThanOrEqual(1);
  });
});

test('what a client writes arrives in the open thread; the line before it stays where it was', async ({ desk, office, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await office.goto(workspace.portal('bianchi', { channel: 'bianchi' }));
  await send(office, 'Prima che guardiate');

  await desk.clock.install();
  await openDesk(desk, `/admin/inbox/${id}?channel=${id}`);
  const fresh = log(desk).getByText(/^Nuovi messaggi|^Nuovo|^Da leggere/i).first();
  await expect(fresh).toBeVisible();
  const since = await desk.evaluate(() => location.href);
  await replyBox(desk).fill('Sto scriv');
  const navigations = countNavigations(desk);

  await send(office, 'Mentre guardate');
  await nextLook(desk);
  await expect(log(desk).getByText('Mentre guardate')).toBeVisible();
  await expect(fresh).toBeVisible();
  const texts = await log(desk).innerText();
  expect(texts.indexOf(await fresh.innerText())).toBeLessThan(texts.indexOf('Prima che guardiate'));
  await expect(replyBox(desk)).toHaveValue('Sto scriv');
  await expect(replyBox(desk)).toBeFocused();
  expect(navigations()).toBe(0);
  expect(desk.url()).toBe(since);
});

test('says whether the client has read the answer', async ({ desk, office, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await desk.clock.install();
  await openDesk(desk, `/admin/inbox/${id}?channel=${id}`);
  await replyBox(desk).fill('Letto?');
  await desk.getByRole('button', { name: 'Rispondi' }).click();
  await expect(log(desk).getByText('Letto?')).toBeVisible();
  const after = log(desk).getByRole('listitem').last();
  await expect(after).not.toHaveText(/^Letto\b(?!\?)/);

  // It may be sent as soon as the page is there.
  const receipt = office.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/client/chat'));
  await open(office, workspace.portal('bianchi', { channel: 'bianchi' }));
  await office.locator('#conversation').scrollIntoViewIfNeeded();
  await receipt;
  await nextLook(desk);
  await expect(after).toHaveText(/^Letto/);
});

test('counts what waits in the navigation and in the title, as it comes', async ({ desk, office, workspace }) => {
  await desk.clock.install();
  await openDesk(desk, '/admin/clients');
  const before = Number(/^\((\d+)\)/.exec(await desk.title())?.[1] ?? 0);
  await office.goto(workspace.portal('bianchi'));
  await send(office, 'Uno in più');
  await nextLook(desk);
  // Other stories are told at the same time, so there may be more.
  await expect.poll(async () => Number(/^\((\d+)\)/.exec(await desk.title())?.[1] ?? 0)).toBeGreaterThanOrEqual(Math.min(before, 1));
  await expect(desk.getByRole('navigation').getByText(/messaggi?o? non lett/)).toBeAttached();
});

test('is worked through by keyboard', async ({ desk, workspace }) => {
  const { id } = workspace.clients.bianchi;
  await openDesk(desk, '/admin');
  await desk.keyboard.press('/');
  await expect(desk.getByRole('searchbox')).toBeFocused();
  await desk.keyboard.type('jrk?');
  await expect(desk.getByRole('searchbox'), 'keys are letters where one writes').toHaveValue('jrk?');
  await desk.locator('h1').click();
  await desk.keyboard.press('j');
  const lines = desk.locator('[data-line]');
  await expect(lines.nth(0)).toBeFocused();
  await desk.keyboard.press('j');
  await expect(lines.nth(1)).toBeFocused();
  await desk.keyboard.press('k');
  await expect(lines.nth(0)).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(/\/admin\/inbox\//);

  await openDesk(desk, `/admin/inbox/${id}`);
  await desk.keyboard.press('r');
  await expect(replyBox(desk)).toBeFocused();
  await desk.keyboard.type('Con la tastiera');
  await desk.keyboard.press('Shift+Enter');
  await desk.keyboard.type('su due righe');
  await desk.keyboard.press('Enter');
  await expect(log(desk).getByText('Con la tastiera')).toHaveCount(1);
  await awake(desk);
  await desk.locator('h1').click();
  await desk.keyboard.press('?');
  const help = desk.getByRole('dialog', { name: 'Tasti rapidi' });
  await expect(help).toBeVisible();
  await help.getByRole('checkbox', { name: 'Tasti rapidi attivi' }).uncheck();
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('r');
  await expect(replyBox(desk), 'switched off, no key does anything').not.toBeFocused();
});

test('a session that ends while the inbox is open is told', async ({ desk, context }) => {
  await desk.clock.install();
  await openDesk(desk, '/admin');
  await context.clearCookies();
  await desk.clock.runFor(21_000);
  await expect(desk.getByText('La sessione è scaduta')).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Accedi' })).toBeVisible();
});
