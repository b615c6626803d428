// The conversation panel of the portal, and the thread of the agency's inbox.

import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { Records } from './workspace.ts';

export const log = (page: Page): Locator => page.getByRole('log');
export const tab = (page: Page, name: RegExp | string): Locator => page.getByRole('tab', { name });
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Scrivi un messaggio' });
export const replyBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Scrivi una risposta' });

/** The row of a message. */
export const message = (page: Page, text: string | RegExp): Locator => log(page).getByRole('listitem').filter({ hasText: text });

/** Opens a portal and, with JavaScript, waits until the conversation is hydrated. */
export async function openPortal(page: Page, path: string, javaScript = true): Promise<void> {
  await page.goto(path);
  if (javaScript) await portalHydrated(page);
}

/** After hydration times are those of the browser, with the whole date as title. */
export async function portalHydrated(page: Page): Promise<void> {
  // On a phone the conversation may be hidden.
  await expect(page.locator('.log time[title]').first()).toBeAttached();
}

/** Fills the composer and submits it. */
export async function submitMessage(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Invia' }).click();
}

/** Sends a message and waits until the server has it: the page shows it before. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await submitMessage(page, text);
  await expect(message(page, text)).toBeVisible();
  await expect(message(page, text)).not.toContainText(/Invio in corso|In attesa/);
}

/** Sends a reply, and waits until it is stored: a thread shows it before. */
export async function submitReply(page: Page, text: string): Promise<void> {
  await replyBox(page).fill(text);
  const stored = page.waitForResponse(/\/rpc\/admin\/reply$/);
  await page.getByRole('button', { name: 'Rispondi' }).click();
  await stored;
}

/** Counts the documents that a page loads from now on. */
export function countNavigations(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}

/** Messages of the General channel, the oldest first, a minute apart: `Messaggio 1`, `Messaggio 2`, … */
export function manyMessages(count: number, client = 'bianchi', author = 'admin'): Records {
  const start = Date.parse('2025-03-01T08:00:00Z');
  const comments = Array.from({ length: count }, (_, index) => ({
    id: `many-${index + 1}`,
    entity_type: 'general',
    entity_id: client,
    author,
    text: `Messaggio ${index + 1}`,
    created_at: new Date(start + index * 60_000).toISOString(),
  }));
  return { comments };
}
