// Each reader has a language: the portal the client's, the admin's pages the agency's. What a client does in
// English stands in the stories that are told in both languages.

import { expect, log, open, signIn, tab, test, withAndWithoutJavaScript } from './support.ts';

withAndWithoutJavaScript((live) => {
  test('an English client sees English names', async ({ page, workspace }) => {
    await open(page, workspace.portal('miller'), live);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(tab(page, /^General$/)).toHaveAttribute('aria-selected', 'true');
    await expect(tab(page, /^Design\b.*\b2\b/)).toBeVisible();
    await expect(log(page)).toContainText('Welcome aboard!');
    await expect(page.getByText('Monday 13 January 2025').or(page.getByText('Wednesday 15 January 2025')).first()).toBeAttached();

    await page.getByRole('textbox', { name: 'Write a message' }).fill('Thank you!');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(log(page).getByText('Thank you!')).toBeVisible();
    await expect(log(page).getByText('You', { exact: true }).first()).toBeAttached();
  });

  test('the agency answers an English client in Italian pages', async ({ page, workspace }) => {
    await signIn(page);
    await page.goto(`/admin/inbox/${workspace.clients.miller.id}`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'it');
    await expect(tab(page, /^Generale\b/)).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Scrivi una risposta' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Rispondi' })).toBeVisible();
  });

  test('an Italian client sees an Italian page', async ({ page, workspace }) => {
    await open(page, workspace.portal('conti'), live);
    await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  });
});
