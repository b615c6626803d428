// What the pictures share: workspaces, style sheet, screenshots.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { busy, empty, type Language } from '../busy.ts';
import { setting, Workspace } from '../tests/workspace.ts';

/** A taller page is cut, in screens. */
const MAX_SCREENS = 5;

const workspaces = new Map<Language, Promise<Workspace>>();

/** The clients of busy.ts, imported once by each worker. */
export function sampleWorkspace(language: Language): Promise<Workspace> {
  const open = async () => {
    const workspace = await Workspace.open(busy(language));
    await workspace.add(empty(language));
    return workspace;
  };
  if (!workspaces.has(language)) workspaces.set(language, open());
  return workspaces.get(language)!;
}

/** The path of a portal of the demo in that language: `atrio demo` prints all addresses. */
export function demoPortal(language: Language): Promise<string> {
  const client = language === 'it' ? 'giulia-ferraris' : 'oliver-hartley';
  return new Promise((resolve, reject) => {
    execFile(setting('ATRIO_BINARY'), ['demo'], (error, output) => {
      const path = new RegExp(`/c/${client}-\\w{4}$`, 'm').exec(output)?.[0];
      if (path) resolve(path);
      else reject(error ?? new Error('this database does not hold the demo workspace'));
    });
  });
}

/** Replaces the style sheet by the file in ATRIO_STYLE. */
export async function applyStyle(page: Page): Promise<void> {
  const style = process.env.ATRIO_STYLE;
  if (!style) return;
  const body = await readFile(style, 'utf8');
  await page.route('**/*.css', (route) => route.fulfill({ contentType: 'text/css', body }));
}

/** The path of a picture. */
export const picturePath = (name: string): string => join(setting('ATRIO_PICTURES'), name);

/** Waits until fonts are loaded. */
export async function fontsLoaded(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
}

/** Takes a picture of the screen, or of the full page. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  await fontsLoaded(page);
  const path = picturePath(`${name}.png`);
  if (!fullPage) {
    await page.screenshot({ path });
    return;
  }
  const { width, height } = page.viewportSize()!;
  const pageHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({ path, fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(pageHeight, MAX_SCREENS * height) } });
}
