// A portal can be installed as an app.

import { expect, test } from './fixtures.ts';

test('the manifest of a portal and its icons exist', async ({ page, request, workspace }) => {
  const { slug } = workspace.clients.bianchi;
  await page.goto(workspace.portal('bianchi'));
  const response = await request.get((await page.locator('link[rel=manifest]').getAttribute('href'))!);
  expect(response.headers()['content-type']).toContain('application/manifest+json');
  const manifest = await response.json();
  expect(manifest).toMatchObject({ start_url: `/c/${slug}`, scope: `/c/${slug}`, display: 'standalone' });
  for (const { src, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()['content-type'], src).toContain(type);
  }
  const sizes = manifest.icons.map((icon: { sizes: string }) => icon.sizes);
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  expect((await request.get(touchIcon!)).status()).toBe(200);
  await expect(page.locator('meta[name=theme-color]').first()).toBeAttached();
});
