// What the pictures share: workspaces, style sheet, screenshots.

import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { busy, empty, type Language } from '../busy.ts';
import { setting, Workspace } from '../tests/workspace.ts';

/** The screens of the pictures that are committed, as WebP. */
export const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 };
export const PHONE = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** The largest size of a picture, in bytes. */
const MAX_SIZE = 150_000;

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

/** Takes a picture of the screen as WebP, to be committed. */
export async function savePicture(page: Page, name: string): Promise<void> {
  await fontsLoaded(page);
  const browser = await page.context().newCDPSession(page);
  const scale = await page.evaluate(() => devicePixelRatio);
  const clip = { x: 0, y: await page.evaluate(() => scrollY), ...page.viewportSize()!, scale };
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 82, clip });
  const picture = Buffer.from(data, 'base64');
  expect(picture.length, name).toBeLessThan(MAX_SIZE);
  await mkdir(dirname(picturePath(name)), { recursive: true });
  await writeFile(picturePath(`${name}.webp`), picture);
}

/** Sets the language of the agency's pages. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.goto('/admin/settings');
  const choice = page.locator('[name="form[language]"]');
  if ((await choice.inputValue()) === language) return;
  await choice.selectOption(language);
  await page.locator('form#settings button:not([type="reset"])').click();
  await page.waitForURL(/done=saved/);
}
