// The README's pictures: the demo workspace, as WebP, each light enough to be read on the road.

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../tests/support.ts';
import { demo, dress, place, settle } from './album.ts';

/** The most that one may weigh, in bytes. */
const LIGHT = 150_000;

const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 };
const PHONE = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

async function keep(page: Page, name: string): Promise<void> {
  await settle(page);
  const browser = await page.context().newCDPSession(page);
  const scale = await page.evaluate(() => devicePixelRatio);
  const clip = { x: 0, y: await page.evaluate(() => scrollY), ...page.viewportSize()!, scale };
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 82, clip });
  const picture = Buffer.from(data, 'base64');
  expect(picture.length, name).toBeLessThan(LIGHT);
  await mkdir(dirname(place(name)), { recursive: true });
  await writeFile(place(`${name}.webp`), picture);
}

test.beforeEach(({ page }) => dress(page));

test.describe('on a desk', () => {
  test.use({ ...DESKTOP, colorScheme: 'light' });
  test('the project beside the conversation', async ({ page }) => {
    await page.goto(await demo('it'));
    await hydrated(page);
    await keep(page, 'portal-desktop');
  });
});

test.describe('at the agency', () => {
  test.use({ ...DESKTOP, colorScheme: 'light' });
  test('the inbox', async ({ desk }) => {
    await dress(desk);
    await desk.goto('/admin');
    await keep(desk, 'inbox-desktop');
  });

  test('a source of leads', async ({ desk }) => {
    await dress(desk);
    await desk.goto('/admin/leads/sources/fonte-sito');
    await keep(desk, 'source-desktop');
  });
});

test.describe('on a desk at night', () => {
  test.use({ ...DESKTOP, colorScheme: 'dark', locale: 'en-GB' });
  test('the same in English', async ({ page }) => {
    await page.goto(await demo('en'));
    await hydrated(page);
    await keep(page, 'portal-desktop-dark');
  });
});

test.describe('on a telephone', () => {
  test.use({ ...PHONE, colorScheme: 'light' });
  test('what needs the client', async ({ page }) => {
    await page.goto(await demo('it'));
    await hydrated(page);
    await keep(page, 'portal-phone');
  });

  test('the conversation', async ({ page }) => {
    await page.goto(`${await demo('it')}#conversation`);
    await hydrated(page);
    await page.getByRole('tab', { name: /^Design/ }).click();
    await expect(page.getByRole('tab', { name: /^Design$/ }), 'it has been read').toBeVisible();
    await keep(page, 'chat-phone');
  });
});
