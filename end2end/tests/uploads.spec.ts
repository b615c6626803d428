// Uploads with progress, cancel and resumption, in the pages of both sides.

import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { openAdmin, overflow } from './admin.ts';
import { AXE_CONSOLE, addAxe, expectAccessible } from './axe.ts';
import { composer, countNavigations, log, openPortal, replyBox, tab } from './chat.ts';
import { expect, test, type Workspace } from './fixtures.ts';
import { italian } from './languages.ts';

const MB = 1_000_000;
const ERROR_PAGE = '<link rel="icon" href="data:,"><h1>502</h1>';
const portal = (workspace: Workspace): string => `${workspace.portal(italian.client)}#conversation`;
const file = (name: string, size: number): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(size, name),
});

/** The rows of uploads. */
const rows = (page: Page): Locator => page.locator('.upload');
const attach = (page: Page): Locator => page.getByLabel('Allega file');
const send = (page: Page): Promise<void> => page.getByRole('button', { name: 'Invia', exact: true }).click();

/** Holds every upload back after so many requests that bring bytes. */
async function stopAfter(page: Page, requests: number): Promise<() => Promise<void>> {
  let left = requests;
  await page.route('**/files/upload/**', async (route) => {
    if (route.request().method() === 'PATCH' && left-- <= 0) await route.abort();
    else await route.continue();
  });
  return () => page.unroute('**/files/upload/**');
}

/** Holds requests back until the returned function is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test.use({ expectedConsole: new RegExp(`Failed to load resource|${AXE_CONSOLE}`) });

test('50 MB arrive though the network is lost three times', async ({ page, workspace }, info) => {
  const video = info.outputPath('Città è “blu”.bin');
  await writeFile(video, Buffer.alloc(50 * MB, 'video'));
  await openPortal(page, portal(workspace));
  const navigations = countNavigations(page);
  let losses = 0;
  // A request is held until the network is gone: the rest of a file can arrive faster than a browser is told so.
  await page.route('**/files/upload/**', async (route) => {
    const request = route.request();
    const offset = Number(request.headers()['upload-offset']);
    if (request.method() !== 'PATCH' || losses === 3 || offset < (losses + 1) * 10 * MB) return route.continue();
    losses += 1;
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
    await expect(rows(page)).toContainText('Rete assente');
    await page.context().setOffline(false);
  });
  await composer(page).fill('Il video');
  await attach(page).setInputFiles(video);
  await send(page);
  await expect(log(page).getByRole('link', { name: /Città è “blu”\.bin · 50,0 MB/ })).toBeVisible({ timeout: 60_000 });
  expect(losses).toBe(3);
  await expect(rows(page)).toHaveCount(0);
  await expect(composer(page)).toHaveValue('');
  expect(navigations(), 'the page stays').toBe(0);
});

test('an upload goes on after a reload, and one that is whole comes back', { tag: '@phone' }, async ({ isMobile, page, workspace }, info) => {
  // The same file, as the browser sees it: of the same time as well.
  const large = info.outputPath('grande.bin');
  await writeFile(large, Buffer.alloc(6 * MB, 'grande'));
  await addAxe(page.context());
  await openPortal(page, portal(workspace));
  await attach(page).setInputFiles(file('intero.bin', 1_000));
  await expect(rows(page)).toContainText('caricato');
  const release = await stopAfter(page, 2);
  await attach(page).setInputFiles(large);
  const row = rows(page).filter({ hasText: 'grande.bin' });
  await expect(row).toContainText('Rete assente');
  expect(await overflow(page.locator('html'))).toBe(0);
  if (!isMobile) await expectAccessible(page);
  await page.reload();
  await expect(rows(page).filter({ hasText: 'intero.bin' })).toContainText('caricato');
  await expect(row).toContainText('Interrotto');
  await release();
  const resumed = page.waitForRequest((request) => request.method() === 'PATCH');
  await attach(page).setInputFiles(large);
  expect(Number((await resumed).headers()['upload-offset'])).toBeGreaterThan(0);
  await expect(row).toContainText('caricato');
  await send(page);
  await expect(log(page).getByRole('link', { name: /(intero|grande)\.bin/ })).toHaveCount(2);
  // What was sent does not come back.
  await page.reload();
  await expect(log(page).getByRole('link', { name: /grande\.bin/ })).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test('a message that is sent while the uploads load waits for them', async ({ page, workspace }) => {
  await openPortal(page, portal(workspace));
  const navigations = countNavigations(page);
  const finish = await hold(page, '**/pkg/atrio-upload-*.js');
  const requested = page.waitForRequest(/atrio-upload-.*\.js$/);
  await composer(page).fill('Subito');
  await attach(page).setInputFiles(file('subito.bin', 1_000));
  await requested;
  await send(page);
  await send(page);
  await expect(composer(page)).toHaveValue('Subito');
  finish();
  await expect(log(page).getByRole('link', { name: /subito\.bin/ })).toHaveCount(1);
  await expect(rows(page)).toHaveCount(0);
  expect(navigations(), 'the page stays').toBe(0);
});

test('what is typed while a message is under way stays', async ({ page, workspace }) => {
  await openPortal(page, portal(workspace));
  await attach(page).setInputFiles(file('primo.bin', 1_000));
  await expect(rows(page)).toContainText('caricato');
  const answer = await hold(page, '**/rpc/comment');
  await composer(page).fill('Il primo');
  await send(page);
  await expect(page.getByText('Invio in corso')).toBeVisible();
  await composer(page).fill('Il primo e il secondo');
  answer();
  await expect(log(page).getByRole('link', { name: /primo\.bin/ })).toBeVisible();
  await expect(composer(page)).toHaveValue('e il secondo');
});

test('a message that arrives while another channel is open is no draft', async ({ page, workspace }) => {
  await openPortal(page, portal(workspace));
  await attach(page).setInputFiles(file('lento.bin', 1_000));
  await expect(rows(page)).toContainText('caricato');
  const answer = await hold(page, '**/rpc/comment');
  await composer(page).fill('In viaggio');
  await send(page);
  await expect(page.getByText('Invio in corso')).toBeVisible();
  await tab(page, new RegExp(italian.phase.name)).click();
  await composer(page).fill('Altrove');
  const sent = page.waitForResponse('**/rpc/comment');
  answer();
  await sent;
  await tab(page, /^Generale/).click();
  await expect(log(page).getByRole('link', { name: /lento\.bin/ })).toBeVisible();
  await expect(composer(page)).toHaveValue('');
  await tab(page, new RegExp(italian.phase.name)).click();
  await expect(composer(page)).toHaveValue('Altrove');
});

test('a file that was refused is chosen again', async ({ page, workspace }, info) => {
  // The same file, as the browser sees it: of the same time as well.
  const full = info.outputPath('pieno.bin');
  await writeFile(full, Buffer.alloc(1_000, 'pieno'));
  await openPortal(page, portal(workspace));
  await page.route('**/files/upload', (route) => route.fulfill({ status: 507 }), { times: 1 });
  await attach(page).setInputFiles(full);
  await expect(rows(page)).toContainText('Lo spazio per i file è esaurito');
  await attach(page).setInputFiles(full);
  await expect(rows(page)).toContainText('caricato');
  await expect(rows(page)).toHaveCount(1);
});

test('a message that waits for its upload is sent in no other channel', async ({ page, workspace }) => {
  await openPortal(page, portal(workspace));
  const release = await hold(page, '**/files/upload/**');
  await composer(page).fill('Per tutti');
  await attach(page).setInputFiles(file('atteso.bin', 1_000));
  await send(page);
  await tab(page, new RegExp(italian.phase.name)).click();
  await expect(composer(page)).toHaveValue('');
  release();
  await expect(rows(page)).toContainText('caricato');
  await expect(log(page).getByRole('link', { name: /atteso\.bin/ })).toHaveCount(0);
  await tab(page, /^Generale/).click();
  await expect(composer(page)).toHaveValue('Per tutti');
  await send(page);
  await expect(log(page).getByRole('link', { name: /atteso\.bin/ })).toBeVisible();
});

test('an upload is cancelled, and nothing of it is left', async ({ page, workspace }) => {
  await openPortal(page, portal(workspace));
  await stopAfter(page, 1);
  const created = page.waitForResponse((response) => response.request().method() === 'POST' && response.status() === 201);
  await attach(page).setInputFiles(file('uno.bin', 3 * MB));
  const location = (await created).headers()['location']!;
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  const cancel = page.getByRole('button', { name: 'Annulla uno.bin' });
  await expect(page.getByRole('progressbar', { name: 'uno.bin' })).toBeVisible();
  await cancel.press('Enter');
  expect((await removed).status()).toBe(204);
  await expect(rows(page)).toHaveCount(0);
  await expect(attach(page)).toBeFocused();
  const state = await page.request.head(location, { headers: { 'tus-resumable': '1.0.0' } });
  expect(state.status()).toBe(404);
});

test('a file that is refused says why, and is to be removed before the message is sent', async ({ page, workspace }) => {
  await openPortal(page, portal(workspace));
  // Longer than a file may be: the real one would be too much for a test.
  await page.route('**/files/upload', (route) =>
    route.continue({ headers: { ...route.request().headers(), 'upload-length': String(20_000 * MB) } }),
  );
  await composer(page).fill('Il testo resta');
  await attach(page).setInputFiles([file('enorme.bin', 2_000), file('vuoto.bin', 0)]);
  await expect(rows(page).first()).toContainText('Il file è troppo grande.');
  await expect(rows(page).last()).toContainText('Questo file è vuoto.');
  await send(page);
  await expect(page.getByText('Prima vanno tolti i file che non sono stati caricati.')).toBeVisible();
  await page.getByRole('button', { name: 'Togli enorme.bin' }).click();
  await page.getByRole('button', { name: 'Togli vuoto.bin' }).click();
  await send(page);
  await expect(log(page).getByText('Il testo resta')).toBeVisible();

  // The server's refusal is shown by its page, which keeps the files.
  await page.unroute('**/files/upload');
  await composer(page).fill('x'.repeat(2_001));
  await attach(page).setInputFiles(file('piccolo.bin', 20));
  await send(page);
  await expect(page.getByText('I file allegati sono già arrivati')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  await composer(page).fill('Più breve');
  await send(page);
  await expect(log(page).getByRole('link', { name: /piccolo\.bin/ })).toBeVisible();
});

test('a reply of the agency and a document have their uploads', { tag: '@phone' }, async ({ adminPage, workspace }) => {
  const client = workspace.clients[italian.client].id;
  await openAdmin(adminPage, `/admin/inbox/${client}?channel=${client}`);
  await attach(adminPage).setInputFiles([file('bozza.bin', 2_000), file('note.bin', 3_000)]);
  await expect(rows(adminPage).filter({ hasText: 'caricato' })).toHaveCount(2);
  await replyBox(adminPage).fill('Ecco la bozza');
  await adminPage.getByRole('button', { name: 'Rispondi' }).click();
  await expect(log(adminPage).getByRole('link', { name: /(bozza|note)\.bin/ })).toHaveCount(2);
  await expect(rows(adminPage)).toHaveCount(0);
  await expect(replyBox(adminPage), 'what was sent is no draft').toHaveValue('');

  // Not sent: a page in between is no answer, and another conversation has other files.
  await attach(adminPage).setInputFiles(file('persa.bin', 2_000));
  await expect(rows(adminPage)).toContainText('caricato');
  await replyBox(adminPage).fill('Non arrivata');
  await adminPage.route('**/rpc/admin/reply', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: ERROR_PAGE }));
  await adminPage.getByRole('button', { name: 'Rispondi' }).click();
  await expect(adminPage.getByRole('heading', { name: '502' })).toBeVisible();
  await openAdmin(adminPage, `/admin/inbox/${client}?channel=${workspace.id(italian.phase.id)}`);
  await adminPage.waitForLoadState('networkidle');
  await expect(rows(adminPage)).toHaveCount(0);
  await openAdmin(adminPage, `/admin/inbox/${client}?channel=${client}`);
  await expect(rows(adminPage)).toContainText('persa.bin');
  await expect(replyBox(adminPage)).toHaveValue('Non arrivata');

  await openAdmin(adminPage, `/admin/projects/${workspace.id(italian.project)}/documents`);
  await adminPage.getByText('Carica un file', { exact: true }).click();
  await adminPage.getByLabel('File', { exact: true }).setInputFiles(file('contratto.bin', 2_000));
  await expect(rows(adminPage)).toContainText('caricato');
  await adminPage.getByRole('button', { name: 'Carica', exact: true }).click();
  await expect(adminPage.getByRole('link', { name: 'contratto.bin', exact: true })).toBeVisible();
});
