// What the pictures share: whose portal is shown, and how a page is put on paper.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { busy, empty, type Language } from '../busy.ts';
import { setting, Workspace } from '../tests/workspace.ts';

/** A page taller than this many screens is cut. */
const SCREENS = 5;

const workspaces = new Map<Language, Promise<Workspace>>();

/** The crowded and the empty clients, brought in once by each worker. */
export function crowded(language: Language): Promise<Workspace> {
  const bringIn = async () => {
    const workspace = await Workspace.open(busy(language));
    await workspace.add(empty(language));
    return workspace;
  };
  if (!workspaces.has(language)) workspaces.set(language, bringIn());
  return workspaces.get(language)!;
}

/** The path of the demo's portal in that language: `atrio demo` prints every client's address. */
export function demo(language: Language): Promise<string> {
  const whose = language === 'it' ? 'giulia-ferraris' : 'oliver-hartley';
  return new Promise((resolve, reject) => {
    execFile(setting('ATRIO_BINARY'), ['demo'], (error, output) => {
      const path = new RegExp(`/c/${whose}-\\w{4}$`, 'm').exec(output)?.[0];
      if (path) resolve(path);
      else reject(error ?? new Error('this database does not hold the demo workspace'));
    });
  });
}

/** Has pages wear the style sheet that ATRIO_STYLE names. */
export async function dress(page: Page): Promise<void> {
  const style = process.env.ATRIO_STYLE;
  if (!style) return;
  const body = await readFile(style, 'utf8');
  await page.route('**/*.css', (route) => route.fulfill({ contentType: 'text/css', body }));
}

/** Where a picture is kept. */
export const place = (name: string): string => join(setting('ATRIO_PICTURES'), name);

/** Waits until the letters have come. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
}

/** What is on the screen, or with `whole` the page below it too. */
export async function shoot(page: Page, name: string, whole = false): Promise<void> {
  await settle(page);
  const path = place(`${name}.png`);
  if (!whole) {
    await page.screenshot({ path });
    return;
  }
  const { width, height } = page.viewportSize()!;
  const tall = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(tall, SCREENS * height) } });
}
