// The pages are HTML first; the WASM that makes them live must really start (a module that a faulty
// optimiser broke looks fine until it grows its table).

import { composer, countNavigations, expect, log, open, tab, test } from './support.ts';

test('the portal comes alive', async ({ page, workspace }) => {
  const wasm = page.waitForResponse((response) => response.url().endsWith('.wasm'));
  await open(page, workspace.portal('bianchi'));
  expect((await wasm).headers()['content-type']).toBe('application/wasm');
  expect((await wasm).headers()['cache-control']).toContain('immutable');

  const navigations = countNavigations(page);
  await composer(page).fill('è viva');
  await page.getByRole('button', { name: 'Invia' }).click();
  await expect(log(page).getByText('è viva')).toBeVisible();
  await tab(page, /^Progettazione\b/).click();
  await expect(log(page)).toContainText('La bozza del logo è pronta.');
  expect(navigations()).toBe(0);
});

test.describe('while the WASM does not come', () => {
  test.use({ expectedConsole: /preloaded using link preload but not used/ });

  test('the portal reads and writes all the same', async ({ page, workspace }) => {
    await page.route('**/*.wasm', () => {});
    await page.goto(workspace.portal('bianchi'));
    await expect(log(page)).toContainText('Buongiorno! Quando cominciamo?');
    await composer(page).fill('Anche senza');
    await page.getByRole('button', { name: 'Invia' }).click();
    await expect(log(page).getByText('Anche senza')).toBeVisible();
  });
});
