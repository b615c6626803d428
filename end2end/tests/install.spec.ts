// A portal can be kept among a device's programs.

import { expect, test } from './support.ts';

test('the page names what a device needs to keep it, and all of it is there', async ({ page, request, workspace }) => {
  const { slug } = workspace.clients.bianchi;
  await page.goto(workspace.portal('bianchi'));
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await request.get(href!);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await answer.json();
  expect(manifest).toMatchObject({ start_url: `/c/${slug}`, scope: `/c/${slug}`, display: 'standalone' });
  expect(manifest.name).toBeTruthy();
  const sizes: string[] = [];
  for (const { src, sizes: size, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()['content-type'], src).toContain(type);
    sizes.push(size);
  }
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  expect((await request.get(touch!)).status()).toBe(200);
  await expect(page.locator('meta[name=theme-color]').first()).toBeAttached();
});
