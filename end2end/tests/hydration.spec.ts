// The WASM module starts, and pages work before it does. (A faulty optimiser can build a module that fails only when
// it grows its table.)

import { composer, countNavigations, log, openPortal, tab } from './chat.ts';
import { expect, test } from './fixtures.ts';

test('the portal hydrates', { tag: '@smoke' }, async ({ page, workspace }) => {
  const wasm = page.waitForResponse((response) => /atrio-portal-\w+\.wasm$/.test(response.url()));
  await openPortal(page, workspace.portal('bianchi'));
  expect((await wasm).headers()['content-type']).toBe('application/wasm');
  expect((await wasm).headers()['cache-control']).toContain('immutable');

  const navigations = countNavigations(page);
  await composer(page).fill('Da WASM');
  await page.getByRole('button', { name: 'Invia' }).click();
  await expect(log(page).getByText('Da WASM')).toBeVisible();
  await tab(page, /^Progettazione\b/).click();
  await expect(log(page)).toContainText('La bozza del logo è pronta.');
  expect(navigations()).toBe(0);
});

test('messages can be read and sent while WASM is loading', async ({ page, workspace }) => {
  await page.route('**/*.wasm', () => {});
  await page.goto(workspace.portal('bianchi'));
  await expect(log(page)).toContainText('Buongiorno! Quando cominciamo?');
  await composer(page).fill('Anche senza');
  await page.getByRole('button', { name: 'Invia' }).click();
  await expect(log(page).getByText('Anche senza')).toBeVisible();
});
