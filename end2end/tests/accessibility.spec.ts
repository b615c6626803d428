// axe finds nothing to complain about, on any page, light and dark.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { expect, open, setting, signIn, test } from './support.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
    test.use({ colorScheme, expectedConsole: /status of 404|Applying inline style/ });

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

    test('portal with a refused message', async ({ page, workspace }) => {
      await open(page, workspace.portal('bianchi'));
      await page.getByRole('textbox', { name: 'Scrivi un messaggio' }).fill('a'.repeat(2001));
      await page.getByRole('button', { name: 'Invia' }).click();
      await expect(page.getByRole('alert').filter({ hasText: '2000' })).toBeVisible();
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

    test('front page and not-found page', async ({ page }) => {
      await page.goto('/');
      await expectNoViolation(page);
      await page.goto('/non-esiste');
      await expectNoViolation(page);
    });
  });
}
