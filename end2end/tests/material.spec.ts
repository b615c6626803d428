// The agency asks for material, the client sends a photo and a text, the agency looks at both.

import type { Locator, Page } from '@playwright/test';
import { openAdmin, overflow } from './admin.ts';
import { openPortal } from './chat.ts';
import { expect, test } from './fixtures.ts';
import { italian } from './languages.ts';

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A thing on the checklist, in the portal and on the agency's page. */
const thing = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: title }).first();

async function ask(page: Page, title: string, kind: string): Promise<void> {
  const what = page.getByRole('textbox', { name: 'Che cosa serve' });
  if (!(await what.isVisible())) await page.getByText('Chiedi materiale', { exact: true }).click();
  await what.fill(title);
  await page.getByRole('combobox', { name: 'Il cliente manda' }).selectOption({ label: kind });
  await page.locator('[name="form[list]"]').first().fill('Chi siamo');
  await page.getByRole('button', { name: 'Aggiungi', exact: true }).click();
  await expect(page.getByText('Richiesta inviata al cliente.')).toBeVisible();
}

for (const javaScript of [true, false]) {
  test.describe(javaScript ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: javaScript });

    test('a photo and a text are asked for, sent, asked for again and accepted', { tag: '@phone' }, async ({ adminPage, clientPage, isMobile, workspace }) => {
      const materials = `/admin/projects/${workspace.id(italian.project)}/materials`;
      await openAdmin(adminPage, materials, javaScript);
      await ask(adminPage, 'Foto della famiglia', 'File');
      await ask(adminPage, 'Testi della pagina', 'Un testo');

      await openPortal(clientPage, workspace.portal(italian.client, { project: italian.project }), javaScript);
      const waiting = clientPage.getByRole('region', { name: italian.openItems }).getByRole('link', { name: /^Chi siamo/ });
      await expect(waiting).toContainText('Ancora niente è arrivato');
      await waiting.press('Enter');
      await expect(clientPage.getByRole('heading', { level: 1, name: 'Chi siamo' })).toBeVisible();
      expect(await overflow(clientPage.locator('html'))).toBe(0);

      const photo = thing(clientPage, 'Foto della famiglia');
      const send = photo.getByRole('button', { name: 'Invia i file Foto della famiglia' });
      await expect(send, 'nothing is chosen').toBeHidden();
      const picture = { name: 'vigna.png', mimeType: 'image/png', buffer: PICTURE };
      await photo.getByLabel(isMobile ? 'Scatta una foto' : 'Scegli i file').setInputFiles(picture);
      await send.press('Enter');
      await expect(photo).toContainText('Ricevuto');
      await expect(photo.getByRole('link', { name: 'vigna.png' })).toBeVisible();
      await expect(clientPage.getByText('Uno su due è arrivato')).toBeVisible();
      const text = thing(clientPage, 'Testi della pagina');
      await text.getByRole('textbox').fill('Nati nel 1950.');
      await text.getByRole('button', { name: 'Invia il testo' }).press('Enter');
      await expect(text).toContainText('Nati nel 1950.');
      await expect(clientPage.getByText('È arrivato tutto')).toBeVisible();

      await openAdmin(adminPage, materials, javaScript);
      const sent = thing(adminPage, 'Foto della famiglia');
      const read = await adminPage.request.get((await sent.getByRole('link', { name: 'vigna.png' }).getAttribute('href'))!);
      expect(await read.body()).toEqual(PICTURE);
      await sent.locator('summary').click();
      await sent.getByRole('textbox', { name: 'Che cosa non va' }).fill('È sfocata.');
      await sent.getByRole('button', { name: 'Chiedi di nuovo', exact: true }).click();
      await expect(sent).toContainText('Chiesto di nuovo: È sfocata.');
      await thing(adminPage, 'Testi della pagina').getByRole('button', { name: 'Accetta' }).click();
      await expect(thing(adminPage, 'Testi della pagina')).toContainText('Accettato');

      await openPortal(clientPage, workspace.portal(italian.client, { project: italian.project }), javaScript);
      await expect(waiting).toContainText('Serve di nuovo');
      await waiting.press('Enter');
      await expect(photo).toContainText('È sfocata.');
      await expect(text).toContainText('Va bene così');
      await expect(text.getByRole('textbox')).toBeHidden();
    });
  });
}
