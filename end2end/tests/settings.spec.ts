// What the agency chooses for everybody: told when no other story is, one after the other, and put back.

import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, openDesk, said, setting, signIn, test, withAndWithoutJavaScript } from './support.ts';

test.describe.configure({ mode: 'serial' });

const SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0b5a5e"/></svg>';

async function save(page: Page, fields: { name?: string; accent?: string; language?: string; zone?: string }): Promise<void> {
  if (fields.name !== undefined) await page.locator('[name="form[agency_name]"]').fill(fields.name);
  if (fields.accent !== undefined) await page.locator('[name="form[accent]"]').fill(fields.accent);
  if (fields.language) await page.locator('[name="form[language]"]').selectOption(fields.language);
  if (fields.zone) await page.locator('[name="form[time_zone]"]').selectOption(fields.zone);
  await page.locator('form#settings').getByRole('button').click();
}

async function removeLogo(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Togli il logo' }).click();
  await page.getByRole('button', { name: 'Elimina' }).click();
}

const asItWas = { name: '', accent: '', language: 'it', zone: 'Europe/Rome' };

/** Stories begin without a logo, and without the demo's name and colour. */
async function reset(page: Page): Promise<void> {
  await page.goto('/admin/settings');
  if (!/\/admin\/settings/.test(page.url())) {
    // In whatever language the story before has left the page.
    await page.locator('[name="email"]').fill(setting('ADMIN_EMAIL'));
    await page.locator('[name="password"]').fill(setting('ADMIN_PASSWORD'));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/settings/);
  }
  await save(page, asItWas);
  await page.waitForURL(/done=saved/);
  const remove = page.getByRole('link', { name: 'Togli il logo' });
  if (await remove.count()) await removeLogo(page);
  await expect(remove).toHaveCount(0);
}

test.beforeEach(({ desk }) => reset(desk));

test.afterAll(async ({ browser, session }) => {
  const context = await browser.newContext({ baseURL: setting('ATRIO_BASE_URL') });
  await context.addCookies(session);
  await reset(await context.newPage());
  await context.close();
});

test('of two who save settings the second is told', async ({ desk, colleague }) => {
  for (const page of [desk, colleague]) await openDesk(page, '/admin/settings');
  await save(colleague, { name: 'Studio Uno' });
  await expect(said(colleague, 'Salvato.')).toBeVisible();
  await save(desk, { name: 'Studio Due' });
  await expect(desk.getByRole('alert').filter({ hasText: 'Nel frattempo qualcun altro' })).toBeVisible();
  await expect(desk.getByLabel(/^Nome dello studio/)).toHaveValue('Studio Due');
  await expect(desk.getByText('Adesso c’è: Studio Uno')).toBeVisible();
});

withAndWithoutJavaScript((live) => {
  test('name and colour are those of the portal, and what is no colour is told', async ({ desk, office, workspace }) => {
    await openDesk(desk, '/admin/settings', live);
    await save(desk, { name: 'Studio Girasole', accent: 'giallo' });
    await expect(desk.getByLabel(/^Colore/)).toHaveAccessibleDescription(/non è scritto come #0b5a5e/);
    await expect(desk.getByLabel(/^Nome dello studio/)).toHaveValue('Studio Girasole');
    await save(desk, { accent: '#ffd400' });
    await expect(said(desk, 'Salvato.')).toBeVisible();
    await office.goto(workspace.portal('bianchi'));
    await expect(office.getByText('Studio Girasole').first()).toBeVisible();
    const accent = await office.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--color-accent'));
    expect(accent).toContain('light-dark');
  });

  test('the language is that of the desk, and the client keeps theirs', async ({ desk, office, workspace }) => {
    await openDesk(desk, '/admin/settings', live);
    await save(desk, { language: 'en' });
    await expect(desk.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(desk.getByRole('navigation').getByRole('link', { name: /^Inbox/ })).toBeVisible();
    await office.goto(workspace.portal('bianchi'));
    await expect(office.getByRole('tab', { name: /^Generale/ })).toBeVisible();
  });

  test('times are those of the zone', async ({ desk, workspace }) => {
    const lead = `/admin/inbox/${workspace.clients.bianchi.id}?channel=${workspace.clients.bianchi.id}`;
    await desk.goto(lead);
    await expect(desk.getByRole('log').locator('time').first()).toHaveText(/09:00/);
    await openDesk(desk, '/admin/settings', live);
    await save(desk, { zone: 'America/New_York' });
    await expect(said(desk, 'Salvato.')).toBeVisible();
    await desk.goto(lead);
    await expect(desk.getByRole('log').locator('time').first()).toHaveText(/03:00/);
  });

  test('a drawing becomes the logo, a fake does not', async ({ desk, office, workspace }) => {
    await openDesk(desk, '/admin/settings', live);
    const upload = async (name: string, mimeType: string, text: string) => {
      await desk.getByLabel('File del logo').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
      await desk.getByRole('button', { name: 'Carica' }).click();
    };
    for (const [name, type, text, complaint] of [
      ['logo.png', 'image/png', 'GIF89a', 'né un SVG né un PNG'],
      ['logo.svg', 'image/svg+xml', SQUARE.replace('<rect', '<script>alert(1)</script><rect'), 'script'],
      ['logo.svg', 'image/svg+xml', `${SQUARE}${' '.repeat(270_000)}`, '256 KB'],
    ]) {
      await upload(name, type, text);
      await expect(desk.getByRole('alert').filter({ hasText: complaint })).toBeVisible();
      await expect(desk.getByRole('img', { name: 'Il logo di adesso' })).toHaveCount(0);
    }
    await upload('logo.svg', 'image/svg+xml', SQUARE);
    const logo = desk.getByRole('img', { name: 'Il logo di adesso' });
    await expect(logo).toBeVisible();
    await office.goto(workspace.portal('bianchi'));
    await expect(office.locator('img[src^="/logo"]').first()).toBeVisible();
    const served = await office.request.get((await logo.getAttribute('src'))!);
    expect(served.headers()['content-type']).toBe('image/svg+xml');
    expect(createHash('sha256').update(await served.body()).digest('hex')).toBe(createHash('sha256').update(SQUARE).digest('hex'));
    await removeLogo(desk);
    await expect(logo).toHaveCount(0);
  });

  // There is one timer for the whole agency.
  test('the timer runs on one project, is stopped by another, and counted', async ({ desk, workspace }) => {
    const times = (project: string) => `/admin/projects/${workspace.id(project)}/times`;
    await openDesk(desk, times('bianchi-menu'), live);
    const timer = desk.getByRole('region', { name: 'Timer', exact: true });
    await timer.getByRole('textbox', { name: /^Cosa/ }).fill('Scelta delle fotografie');
    await timer.getByRole('button', { name: 'Avvia il timer' }).click();
    await expect(timer).toContainText('Il timer gira su «Menù di stagione»');
    await openDesk(desk, times('bianchi-sito'), live);
    await expect(timer).toContainText('quello si ferma e viene salvato');
    await timer.getByRole('button', { name: 'Avvia il timer' }).click();
    await expect(timer).toContainText('Il timer gira su «Sito nuovo»');
    await timer.getByRole('link', { name: 'Butta via' }).click();
    await timer.getByRole('button', { name: 'Butta via' }).click();
    await expect(timer.getByRole('button', { name: 'Avvia il timer' })).toBeVisible();
    await openDesk(desk, times('bianchi-menu'), live);
    await expect(desk.getByRole('row').filter({ hasText: 'Scelta delle fotografie' })).toHaveCount(1);
  });
});

// Last: whoever is signed in for all stories is not any more.
withAndWithoutJavaScript((live) => {
  test('every session can be ended, this one too', async ({ desk, office }) => {
    await signIn(office);
    await desk.context().clearCookies();
    await signIn(desk);
    await openDesk(desk, '/admin/settings', live);
    await desk.getByRole('link', { name: 'Chiudi tutte le sessioni' }).click();
    await desk.getByRole('button', { name: 'Chiudi tutte le sessioni' }).click();
    await expect(desk).toHaveURL(/\/admin\/login/);
    await office.goto('/admin');
    await expect(office).toHaveURL(/\/admin\/login/);
    await signIn(desk);
  });
});
