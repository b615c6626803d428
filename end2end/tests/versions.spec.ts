// The agency adds a version of a deliverable while the client has the one before on the screen.

import type { Page } from '@playwright/test';
import { openAdmin } from './admin.ts';
import { openPortal } from './chat.ts';
import { approve, approveButton, changesButton, deliverable, expectApproved } from './deliverables.ts';
import { expect, test, type Workspace } from './fixtures.ts';
import { inBothLanguages, italian, type Texts } from './languages.ts';

const REASON = 'Il nome più grande.\nE il rosa un po’ più spento.';
const NEWEST = 'https://files.example/due.pdf';

/** Adds version 2 of the draft on the agency's page. */
async function addVersion(page: Page, workspace: Workspace, texts: Texts, javaScript = true): Promise<void> {
  await openAdmin(page, `/admin/projects/${workspace.id(texts.project)}/deliverables/${workspace.id(texts.draft.id)}`, javaScript);
  await page.getByText('Oppure un link').click();
  const form = page.locator('form').filter({ has: page.getByRole('textbox', { name: 'Link' }) });
  await form.getByRole('textbox', { name: 'Link' }).fill(NEWEST);
  await form.getByRole('textbox', { name: 'Che cosa è cambiato' }).fill('Il rosa è più spento.');
  await form.getByRole('button', { name: 'Invia il link' }).click();
  await expect(page.getByRole('main').getByText('Il rosa è più spento.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toContainText([/Versione 2/, /Versione 1\s+superata/]);
}

inBothLanguages((texts, javaScript) => {
  test('a request for changes of an older version is refused and keeps the text', async ({ adminPage, clientPage, workspace }) => {
    const { title } = texts.draft;
    await openPortal(clientPage, workspace.portal(texts.client), javaScript);
    await changesButton(clientPage, title, texts).click();
    const dialog = clientPage.getByRole('dialog');
    await dialog.getByRole('textbox', { name: texts.whatToChange }).fill(REASON);
    await addVersion(adminPage, workspace, texts, javaScript);
    await dialog.getByRole('button', { name: texts.sendRequest, exact: true }).click();

    const card = deliverable(clientPage, title);
    await expect(card.getByRole('alert')).toContainText(texts.versionMeanwhile);
    await expect(card.getByRole('textbox', { name: texts.whatToChange })).toHaveValue(REASON);
    await expect(card, 'what has changed').toContainText('Il rosa è più spento.');
    await card.getByText(texts.twoVersions).click();
    await expect(card.getByRole('listitem').first().getByRole('link')).toHaveAttribute('href', NEWEST);
    await expect(card.getByRole('listitem').last().getByRole('link')).not.toHaveAttribute('href', NEWEST);

    await card.getByRole('button', { name: texts.sendRequest, exact: true }).click();
    await expect(clientPage.getByText(texts.requestSent)).toBeVisible();
    await expect(card, 'of the version that was on the screen').toContainText(/(versione|version) 2/);
  });
});

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

for (const javaScript of [true, false]) {
  test.describe(javaScript ? 'with JavaScript' : 'without JavaScript', () => {
    // A page that is left takes its upload back, and the next one asks for it.
    test.use({ javaScriptEnabled: javaScript, expectedConsole: /status of 404 .*\/files\/upload\// });

    test('a version and a document are files', async ({ adminPage, clientPage, workspace }) => {
      const { id, title } = italian.draft;
      const project = workspace.id(italian.project);
      await openAdmin(adminPage, `/admin/projects/${project}/deliverables/${workspace.id(id)}`, javaScript);
      const file = { name: 'Bozza più grande.png', mimeType: 'image/png', buffer: PICTURE };
      await adminPage.getByLabel('File').setInputFiles(file);
      // The draft of the form has the name of the file, which no page may choose again.
      await openAdmin(adminPage, `/admin/projects/${project}/deliverables/${workspace.id(id)}`, javaScript);
      await adminPage.getByLabel('File').setInputFiles(file);
      await adminPage.getByRole('button', { name: 'Carica e invia' }).click();
      await expect(adminPage.getByRole('main').getByRole('listitem')).toContainText([/Versione 2/, /Versione 1/]);

      await openAdmin(adminPage, `/admin/projects/${project}/documents`, javaScript);
      await adminPage.getByText('Carica un file').click();
      await adminPage.getByLabel('File').setInputFiles({ ...file, name: 'Contratto.png' });
      await adminPage.getByRole('button', { name: 'Carica', exact: true }).click();
      await expect(adminPage.getByRole('link', { name: 'Contratto.png', exact: true })).toBeVisible();

      await openPortal(clientPage, workspace.portal(italian.client, { project: italian.project }), javaScript);
      const card = deliverable(clientPage, title);
      await expect(card.locator('.tile img').first()).toHaveJSProperty('naturalWidth', 1);
      const expectPicture = async (link: string): Promise<void> => {
        const href = await clientPage.getByRole('link', { name: link, exact: true }).getAttribute('href');
        expect(await (await clientPage.request.get(href!)).body()).toEqual(PICTURE);
      };
      await expectPicture('Contratto.png');
      await card.locator('a.tile').first().click();
      await expectPicture('Scarica il file');
      await openPortal(clientPage, workspace.portal(italian.client, { project: italian.project }), javaScript);
      await approve(clientPage, title);
      await deliverable(clientPage, title).getByRole('link', { name: 'Ricevuta' }).click();
      await expect(clientPage.getByRole('article', { name: 'Ricevuta di approvazione' })).toContainText('SHA-256');
    });

    test('an older version is not approved, the newest has a receipt', { tag: '@phone' }, async ({ adminPage, clientPage, workspace }) => {
      const { title } = italian.draft;
      await openPortal(clientPage, workspace.portal(italian.client), javaScript);
      await approveButton(clientPage, title).click();
      await addVersion(adminPage, workspace, italian, javaScript);

      await clientPage.getByRole('dialog').getByRole('button', { name: italian.confirm, exact: true }).click();
      await expect(clientPage.getByText(italian.versionMeanwhile).first()).toBeVisible();
      await approve(clientPage, title);
      await expectApproved(clientPage, title, italian);
      await deliverable(clientPage, title).getByRole('link', { name: 'Ricevuta' }).click();
      const receipt = clientPage.getByRole('article', { name: 'Ricevuta di approvazione' });
      await expect(receipt).toContainText(NEWEST);
      await receipt.getByRole('link', { name: /\/receipts\// }).click();
      await expect(clientPage.getByRole('heading', { name: 'Questa ricevuta è autentica' })).toBeVisible();
    });
  });
}
