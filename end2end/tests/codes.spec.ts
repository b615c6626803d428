// A code besides the link: the agency asks for it, and the client enters it, with JavaScript and without.

import { overflow, submitCredentials } from './admin.ts';
import { addAxe, AXE_CONSOLE, expectAccessible } from './axe.ts';
import { expect } from './fixtures.ts';
import { test } from './mailbox.ts';

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    // The server is one of its own; a poll of the page that was left open, and the wrong code.
    const expectedConsole = new RegExp(`^request to another origin: http://127\\.0\\.0\\.1:|status of (403|422)|${AXE_CONSOLE}`);
    test.use({ javaScriptEnabled, expectedConsole });

    test('client enters a code once, and again when the agency asks for it again', async ({ page, browser, mailbox }) => {
      const { client } = mailbox;
      const address = `${mailbox.origin}/c/${client.token}`;
      if (javaScriptEnabled) await addAxe(page.context());
      await page.goto(address);
      const greeting = page.getByRole('heading', { level: 1, name: /^Ciao/ });
      await expect(greeting).toBeVisible();

      const agency = await browser.newPage();
      await agency.goto(`${mailbox.origin}/admin/clients/${client.id}?edit=client`);
      await submitCredentials(agency);
      const details = agency.locator('form#client');
      await details.getByLabel('Accesso').selectOption({ label: 'Link e codice' });
      await details.getByRole('button', { name: 'Salva' }).click();
      await expect(agency.getByText('Link e codice')).toBeVisible();

      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: 'Per entrare serve un codice' })).toBeVisible();
      if (javaScriptEnabled) await expectAccessible(page);
      await page.getByRole('button', { name: 'Mandami il codice' }).click();
      const { subject } = await mailbox.newest(client.email, 1);
      const code = subject.slice(0, 6);
      expect(subject).toBe(`${code} è il tuo codice per Studio Calanco`);
      await expect(page.getByRole('heading', { level: 1, name: 'Ti abbiamo mandato un codice' })).toBeVisible();
      const field = page.getByLabel('Codice di sei caratteri');
      await expect(field).toBeFocused();
      await field.fill('ABCDEF');
      await page.getByRole('button', { name: 'Entra' }).click();
      await expect(page.getByRole('alert')).toContainText('Il codice non è giusto');
      if (javaScriptEnabled) await expectAccessible(page);
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await overflow(page.locator('html'))).toBe(0);
      await field.fill(` ${code.slice(0, 3)}-${code.slice(3)} `.toLowerCase());
      await page.getByRole('button', { name: 'Entra' }).click();
      await expect(greeting).toBeVisible();
      await expect(page).toHaveURL(address);

      await agency.getByRole('button', { name: 'Chiedi di nuovo il codice' }).click();
      await expect(agency.locator('#portal').getByText('Salvato.')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('button', { name: 'Mandami il codice' })).toBeVisible();
      await agency.close();
    });
  });
}
