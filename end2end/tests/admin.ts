// Pages of the agency.

import type { Locator, Page } from '@playwright/test';
import { expect, setting } from './fixtures.ts';

/** Signs in on the sign-in page. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/admin/login');
  await submitCredentials(page);
  await expect(page).toHaveURL('/admin/today');
}

export async function submitCredentials(page: Page, password = setting('ADMIN_PASSWORD')): Promise<void> {
  await page.getByLabel('E-mail').fill(setting('ADMIN_EMAIL'));
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Accedi' }).click();
}

/** Opens a page and, with JavaScript, waits until it is hydrated. */
export async function openAdmin(page: Page, path: string, javaScript = true): Promise<void> {
  await page.goto(path);
  if (javaScript) await adminHydrated(page);
}

/** Hydration reveals the button for the keyboard shortcuts (which CSS hides on touch screens). */
export async function adminHydrated(page: Page): Promise<void> {
  await expect(page.locator('#live-help')).not.toHaveAttribute('hidden');
}

/** A row of a list. */
export const row = (page: Page, text: string): Locator => page.getByRole('main').getByRole('listitem').filter({ hasText: text });

/** A text of the page's main part, such as the confirmation of an action. */
export const mainText = (page: Page, text: string | RegExp): Locator => page.getByRole('main').getByText(text).first();

/** How many pixels an element is wider than its box; `html` is the page. */
export const overflow = (element: Locator): Promise<number> =>
  element.evaluate(async (box) => {
    // The font of the device may be wider.
    await document.fonts.ready;
    return box.scrollWidth - box.clientWidth;
  });
