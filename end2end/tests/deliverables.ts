// Approving a deliverable and requesting changes.

import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { italian, type Texts } from './languages.ts';

/** The one place of a deliverable on the page: its card, or its line once it is approved. */
export const deliverable = (page: Page, title: string): Locator =>
  page.locator('[id^="deliverable-"]').filter({ has: page.getByText(title, { exact: true }) });

export const approveButton = (page: Page, title: string, texts: Texts = italian): Locator =>
  page.getByRole('button', { name: `${texts.approve} ${title}`, exact: true });

export const changesButton = (page: Page, title: string, texts: Texts = italian): Locator =>
  page.getByRole('button', { name: `${texts.requestChanges} ${title}`, exact: true });

/** Approves and confirms. */
export async function approve(page: Page, title: string, texts: Texts = italian): Promise<void> {
  await approveButton(page, title, texts).click();
  await page.getByRole('dialog').getByRole('button', { name: texts.confirm, exact: true }).click();
}

/** Fills the dialog for changes and submits it. */
export async function requestChanges(page: Page, title: string, reason: string, texts: Texts = italian): Promise<void> {
  await changesButton(page, title, texts).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: texts.whatToChange }).fill(reason);
  await dialog.getByRole('button', { name: texts.sendRequest, exact: true }).click();
}

export async function expectApproved(page: Page, title: string, texts: Texts = italian): Promise<void> {
  await expect(deliverable(page, title).getByText(texts.approved, { exact: true })).toBeVisible();
  await expect(approveButton(page, title, texts)).toHaveCount(0);
}
