// Everything by keyboard alone.

import type { Locator, Page } from '@playwright/test';
import { composer, expect, log, open, setting, tab, test, withAndWithoutJavaScript } from './support.ts';

/** Presses Tab until `target` has the focus, as somebody without a mouse would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reaches ${target}`);
}

withAndWithoutJavaScript((live) => {
  test('a client sends a message and approves', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await tabTo(page, composer(page));
    await page.keyboard.type('Scritto senza mouse');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Invia' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(log(page).getByText('Scritto senza mouse')).toBeVisible();

    await tabTo(page, page.getByRole('button', { name: 'Approva Bozza del logo' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Approva Bozza del logo' })).toHaveCount(0);
  });

  test('a client changes channel', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await tabTo(page, tab(page, /^Generale\b/));
    // Tabs are one stop with arrow keys where scripts run, and plain links where they do not.
    await page.keyboard.press(live ? 'ArrowRight' : 'Tab');
    await expect(tab(page, /^Progettazione\b/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(log(page)).toContainText('La bozza del logo è pronta.');
  });

  test('the agency signs in', async ({ page }) => {
    await page.goto('/admin/login');
    await tabTo(page, page.getByLabel('E-mail'));
    await page.keyboard.type(setting('ADMIN_EMAIL'));
    await page.keyboard.press('Tab');
    await page.keyboard.type(setting('ADMIN_PASSWORD'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin');
  });
});
