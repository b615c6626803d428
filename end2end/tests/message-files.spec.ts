// Files in messages, of both sides.

import type { Page } from '@playwright/test';
import { openAdmin } from './admin.ts';
import { composer, log, openPortal, replyBox } from './chat.ts';
import { expect, test, type Workspace } from './fixtures.ts';
import { italian } from './languages.ts';

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = { name: 'Schizzo “blu”.png', mimeType: 'image/png', buffer: PICTURE };
const document = { name: 'Testi della home.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 testi') };

/** The channel General of the client. */
const portal = (workspace: Workspace): string => `${workspace.portal(italian.client)}#conversation`;

const thread = ({ clients }: Workspace): string => `/admin/inbox/${clients[italian.client].id}?channel=${clients[italian.client].id}`;

const bytesAt = async (page: Page, href: string | null): Promise<Buffer> => (await page.request.get(href!)).body();

for (const javaScript of [true, false]) {
  test.describe(javaScript ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: javaScript });

    test('files go both ways with a message', { tag: '@phone' }, async ({ adminPage, clientPage, workspace }) => {
      await openPortal(clientPage, portal(workspace), javaScript);
      await composer(clientPage).fill('Ecco lo schizzo');
      await clientPage.getByLabel('Allega file').setInputFiles([picture, document]);
      await clientPage.getByRole('button', { name: 'Invia', exact: true }).click();
      await expect(log(clientPage).getByRole('img', { name: picture.name })).toHaveJSProperty('naturalWidth', 1);

      await openAdmin(adminPage, thread(workspace), javaScript);
      await expect(log(adminPage).getByText('Ecco lo schizzo')).toBeVisible();
      const link = log(adminPage).getByRole('link', { name: /^Testi della home\.pdf · 14 byte$/ });
      expect(await bytesAt(adminPage, await link.getAttribute('href'))).toEqual(document.buffer);
      await adminPage.getByLabel('Allega file').setInputFiles({ ...document, name: 'Preventivo.pdf' });
      await adminPage.getByRole('button', { name: 'Rispondi' }).click();
      await expect(log(adminPage).getByRole('link', { name: /Preventivo\.pdf/ })).toBeVisible();

      await clientPage.reload();
      const reply = log(clientPage).getByRole('link', { name: /Preventivo\.pdf/ });
      expect(await bytesAt(clientPage, await reply.getAttribute('href'))).toEqual(document.buffer);
    });
  });
}

test('files are dropped on the page and pasted', async ({ adminPage, clientPage, workspace }) => {
  /** As a file manager and a screenshot do. */
  const give = (page: Page, type: 'drop' | 'paste'): Promise<void> =>
    page.locator('textarea').first().evaluate((box, type) => {
      const data = new DataTransfer();
      data.items.add(new File(['ciao'], 'schermata.txt', { type: 'text/plain' }));
      const event =
        type === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
      if (box.dispatchEvent(event)) throw new Error('the browser would open the file');
    }, type);
  await openPortal(clientPage, portal(workspace));
  await give(clientPage, 'drop');
  // Enter sends files, too.
  await composer(clientPage).press('Enter');
  await expect(log(clientPage).getByRole('link', { name: /schermata\.txt/ })).toBeVisible();
  await openAdmin(adminPage, thread(workspace));
  // Office programs add a picture of the cells to their text.
  const isText = await replyBox(adminPage).evaluate((box) => {
    const data = new DataTransfer();
    data.setData('text/plain', '1\t2');
    data.setData('text/html', '<table></table>');
    data.items.add(new File(['celle'], 'celle.png', { type: 'image/png' }));
    return box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  expect(isText, 'the browser pastes the text').toBe(true);
  await give(adminPage, 'paste');
  await replyBox(adminPage).press('Enter');
  await expect(log(adminPage).getByRole('link', { name: /schermata\.txt/ })).toHaveCount(2);
});
