// Nothing moves under the reader's eyes or thumb while the page comes alive, and what comes is light.

import { get } from 'node:http';
import { execFile } from 'node:child_process';
import type { Page } from '@playwright/test';
import { busy } from '../busy.ts';
import { expect, manyMessages, open, setting, test } from './support.ts';

/** How far anything moved by itself, as browsers measure it, since the page began to load. */
async function shift(page: Page): Promise<{ value: number; moved: string[] }> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(700); // what the page does once it is alive
  return page.evaluate(
    () =>
      new Promise((done) => {
        const moved: string[] = [];
        let value = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as unknown as Shift[]) {
            if (entry.hadRecentInput) continue;
            value += entry.value;
            for (const { node } of entry.sources) moved.push((node?.cloneNode(false) as Element | undefined)?.outerHTML ?? '?');
          }
        }).observe({ type: 'layout-shift', buffered: true });
        interface Shift {
          value: number;
          hadRecentInput: boolean;
          sources: { node: Element | null }[];
        }
        setTimeout(() => done({ value, moved }), 100);
      }),
  );
}

const still = { value: 0, moved: [] };

test('the portal does not move while it loads', async ({ page, workspace }) => {
  await open(page, workspace.portal('bianchi'));
  expect(await shift(page)).toEqual(still);
  await open(page, `${workspace.portal('bianchi', { channel: 'bianchi-progettazione' })}#conversation`);
  expect(await shift(page)).toEqual(still);
});

test('a busy portal does not move either, nor one that opens among unread messages', async ({ page, workspace }) => {
  await workspace.add(busy('it'));
  await open(page, workspace.portal('busy'));
  expect(await shift(page)).toEqual(still);
  await workspace.add(manyMessages(60));
  await open(page, `${workspace.portal('bianchi')}#conversation`);
  expect(await shift(page)).toEqual(still);
});

test('the demo’s project page takes at most 15 KB on the way, and its address stays out of caches', async () => {
  const demo = await new Promise<string>((resolve, reject) => {
    execFile(setting('ATRIO_BINARY'), ['demo'], (error, output) => {
      const path = /\/c\/giulia-ferraris-\w{4}$/m.exec(output)?.[0];
      if (path) resolve(path);
      else reject(error ?? new Error('this database does not hold the demo workspace'));
    });
  });
  for (const encoding of ['br', 'gzip']) {
    const { headers, bytes } = await compressed(demo, encoding);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['cache-control']).toContain('no-store');
    expect(bytes, encoding).toBeLessThan(15_000);
  }
});

function compressed(path: string, encoding: string): Promise<{ headers: Record<string, unknown>; bytes: number }> {
  return new Promise((resolve, reject) => {
    get(`${setting('ATRIO_BASE_URL')}${path}`, { headers: { 'accept-encoding': encoding } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      answer.on('end', () => resolve({ headers: answer.headers, bytes }));
    }).on('error', reject);
  });
}
