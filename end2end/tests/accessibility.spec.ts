// axe finds nothing to complain about, on any page and in any state of it, light and dark.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { busy, empty } from '../busy.ts';
import { approve, approveButton, changesButton, requestChanges } from './deliverables.ts';
import { composer, expect, log, manyMessages, open, say, setting, signIn, test } from './support.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const failure = { status: 503, json: { error: 'Errore interno' } };

async function expectNoViolation(page: Page): Promise<void> {
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run();
    return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map((node) => node.html) }));
  });
  expect(violations).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    // axe tries styles on elements of its own; that the pages need none is for the other stories to see.
    test.use({ colorScheme, expectedConsole: /status of (403|404|429|503)|Applying inline style/ });

    test.beforeEach(async ({ context }) => {
      await context.addInitScript(AXE); // before the page's policy, which would refuse a script tag
    });

    test('portal', async ({ page, workspace }) => {
      await open(page, workspace.portal('bianchi'));
      await expectNoViolation(page);
      await open(page, workspace.portal('bianchi', { channel: 'bianchi-progettazione' }));
      await expectNoViolation(page);
      await open(page, workspace.portal('miller'));
      await expectNoViolation(page);
    });

    test('busy portal, a long conversation and an earlier page of it', async ({ page, workspace }) => {
      await workspace.add(busy('it'));
      await open(page, workspace.portal('busy'));
      await expectNoViolation(page);
      await page.getByRole('link', { name: 'Mostra i messaggi precedenti' }).click();
      await expect(log(page).getByRole('listitem').nth(60)).toBeAttached();
      await expectNoViolation(page);
      await workspace.add(manyMessages(120, 'conti'));
      await page.goto(`${workspace.portal('conti', { project: 'conti-marchio', channel: 'conti' })}&before=2025-03-01T09:00:00.000Z`);
      await expect(page.getByRole('link', { name: 'Torna ai messaggi più recenti' })).toBeVisible();
      await expectNoViolation(page);
    });

    test('empty portal, and one without a project', async ({ page, workspace }) => {
      await workspace.add(empty('en'));
      for (const name of ['empty', 'none']) {
        await page.goto(workspace.portal(name));
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoViolation(page);
      }
    });

    test('the question before approving, the box for changes, and what comes of them', async ({ page, workspace }) => {
      await open(page, workspace.portal('bianchi'));
      await approveButton(page, 'Insegna').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolation(page);
      await page.keyboard.press('Escape');
      await changesButton(page, 'Bozza del logo').click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolation(page);
      await page.keyboard.press('Escape');
      await approve(page, 'Insegna');
      await expect(approveButton(page, 'Insegna')).toHaveCount(0);
      await expectNoViolation(page);
      await requestChanges(page, 'Bozza del logo', ' ');
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
      await expectNoViolation(page);
    });

    test('portal with a refused message', async ({ page, workspace }) => {
      await open(page, workspace.portal('bianchi'));
      await composer(page).fill('a'.repeat(2001));
      await page.getByRole('button', { name: 'Invia' }).click();
      await expect(page.getByRole('alert').filter({ hasText: '2000' })).toBeVisible();
      await expectNoViolation(page);
    });

    test('messages that are leaving, did not leave, and were read', async ({ page, office, workspace }) => {
      await page.clock.install();
      await open(page, workspace.portal('bianchi'));
      await page.route('**/api/client/comment', (route) => route.fulfill(failure));
      await say(page, 'Non parte');
      await expect(log(page).getByText('Non inviato')).toBeVisible();
      await page.route('**/api/client/comment', () => {});
      await log(page).getByRole('button', { name: 'Riprova' }).click();
      await expect(log(page).getByText('Invio in corso…')).toBeVisible();
      await signIn(office);
      await office.goto(`/admin/inbox/${workspace.clients.bianchi.id}`);
      await page.clock.runFor(21_000);
      await expect(log(page).getByText('Letto')).toBeAttached();
      await expectNoViolation(page);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    test('portal out of touch, and closed', async ({ page, workspace }) => {
      await page.clock.install();
      await open(page, workspace.portal('bianchi'));
      await page.route('**/api/client/chat?*', (route) => route.fulfill(failure), { times: 1 });
      await page.clock.runFor(21_000);
      await expect(page.getByText('Connessione momentaneamente assente')).toBeVisible();
      await expectNoViolation(page);
      await page.route('**/api/client/chat?*', (route) => route.fulfill({ status: 403, json: {} }));
      await page.clock.runFor(41_000);
      await expect(page.getByRole('button', { name: 'Invia' })).toBeDisabled();
      await expectNoViolation(page);
    });

    test('sign-in page, as it is and after a wrong password', async ({ page }) => {
      await page.goto('/admin/login');
      await expectNoViolation(page);
      await page.getByLabel('E-mail').fill(setting('ADMIN_EMAIL'));
      await page.getByLabel('Password').fill('sbagliata');
      await page.getByRole('button', { name: 'Accedi' }).click();
      await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
      await expectNoViolation(page);
    });

    test('inbox, thread, clients, leads and settings', async ({ page, workspace }) => {
      await signIn(page);
      await expectNoViolation(page);
      await page.goto(`/admin/inbox/${workspace.clients.bianchi.id}`);
      await expectNoViolation(page);
      for (const path of ['/admin/clients', '/admin/leads', '/admin/settings']) {
        await page.goto(path);
        await expectNoViolation(page);
      }
    });

    test('front page, not-found page and offline page', async ({ page }) => {
      for (const path of ['/', '/non-esiste', '/offline']) {
        await page.goto(path);
        await expectNoViolation(page);
      }
    });
  });
}
