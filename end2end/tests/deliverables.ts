// What a client does with a deliverable.

import type { Locator, Page } from '@playwright/test';
import { expect } from './support.ts';
import { italian, type Tongue } from './languages.ts';

/** The innermost list item with that title: the deliverable itself, not its task or phase. */
export const deliverable = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) }).last();

export const approveButton = (page: Page, title: string, tongue: Tongue = italian): Locator =>
  page.getByRole('button', { name: `${tongue.approve} ${title}`, exact: true });

export const changesButton = (page: Page, title: string, tongue: Tongue = italian): Locator =>
  page.getByRole('button', { name: `${tongue.requestChanges} ${title}`, exact: true });

/** Approves, and confirms it. */
export async function approve(page: Page, title: string, tongue: Tongue = italian): Promise<void> {
  await approveButton(page, title, tongue).click();
  await page.getByRole('dialog').getByRole('button', { name: tongue.confirm, exact: true }).click();
}

/** Asks for changes. */
export async function requestChanges(page: Page, title: string, reason: string, tongue: Tongue = italian): Promise<void> {
  await changesButton(page, title, tongue).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: tongue.whatToChange }).fill(reason);
  await dialog.getByRole('button', { name: tongue.sendRequest, exact: true }).click();
}

export async function expectApproved(page: Page, title: string, tongue: Tongue = italian): Promise<void> {
  await expect(deliverable(page, title).getByText(tongue.approved, { exact: true })).toBeVisible();
  await expect(approveButton(page, title, tongue)).toHaveCount(0);
}
