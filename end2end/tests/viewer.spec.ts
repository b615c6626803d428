// A picture on its page: the client sets a mark on it and writes there, the agency answers there.

import { deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { openAdmin } from './admin.ts';
import { addAxe, AXE_CONSOLE, expectAccessible } from './axe.ts';
import { log, openPortal } from './chat.ts';
import { approve, deliverable } from './deliverables.ts';
import { expect, test, type Workspace } from './fixtures.ts';
import { italian } from './languages.ts';

/** A PNG of one grey. */
function png(width: number, height: number): Buffer {
  const chunk = (kind: string, content: Buffer): Buffer => {
    const named = Buffer.concat([Buffer.from(kind), content]);
    let crc = ~0;
    for (const byte of named) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(~crc >>> 0);
    return Buffer.concat([length, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const rows = Buffer.alloc((width + 1) * height, 0x99);
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0;
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

const FORMS = { portrait: png(600, 900), wide: png(1200, 300) };

/** Adds the picture as a version of the draft. */
async function addPicture(page: Page, workspace: Workspace, number: number, buffer: Buffer, javaScript: boolean): Promise<void> {
  const { id } = italian.draft;
  await openAdmin(page, `/admin/projects/${workspace.id(italian.project)}/deliverables/${workspace.id(id)}`, javaScript);
  await page.getByLabel('File').setInputFiles({ name: `Disegno ${number}.png`, mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Carica e invia' }).click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(`Versione ${number}`);
}

for (const javaScript of [true, false]) {
  test.describe(javaScript ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled: javaScript, expectedConsole: new RegExp(AXE_CONSOLE) });

    if (javaScript) {
      test.beforeEach(async ({ adminPage, clientPage }) => {
        for (const page of [adminPage, clientPage]) await addAxe(page.context());
      });
    }

    test('a mark on a picture is written about by both sides', { tag: '@phone' }, async ({ adminPage, clientPage, workspace }) => {
      await addPicture(adminPage, workspace, 2, FORMS.wide, javaScript);
      await addPicture(adminPage, workspace, 3, FORMS.portrait, javaScript);
      await openPortal(clientPage, workspace.portal(italian.client), javaScript);
      const card = deliverable(clientPage, italian.draft.title);
      await card.getByRole('link', { name: /^Guarda la bozza/ }).click();
      await expect(clientPage.getByRole('heading', { level: 1 })).toHaveText(italian.draft.title);

      const picture = clientPage.getByRole('button', { name: 'Metti un segno sull’immagine' });
      await expect.poll(() => picture.evaluate((input: HTMLInputElement) => input.clientHeight / input.clientWidth)).toBeCloseTo(1.5, 1);
      const box = (await picture.boundingBox())!;
      const text = clientPage.getByRole('textbox', { name: 'Scrivi accanto al segno 1' });
      if (javaScript) {
        await picture.click({ position: { x: box.width * 0.5, y: box.height * 0.5 } });
        await text.fill('Qui lo farei più grande');
      }
      await picture.click({ position: { x: box.width * 0.25, y: box.height * 0.75 } });
      if (javaScript) await expect(text, 'the mark moves, the text stays').toHaveValue('Qui lo farei più grande');
      else await text.fill('Qui lo farei più grande');
      await clientPage.getByRole('button', { name: 'Invia', exact: true }).click();
      const pin = clientPage.getByRole('listitem').filter({ hasText: 'Qui lo farei più grande' });
      await expect(pin).toHaveAttribute('aria-current', 'true');
      if (javaScript) await expect(clientPage.locator('.pin-form textarea')).toHaveValue('');
      const place = new URL(clientPage.url()).searchParams.get('at')!.split('-').map(Number);
      expect(Math.abs(place[0] - 250) + Math.abs(place[1] - 750), place.join()).toBeLessThan(12);
      if (javaScript) await expectAccessible(clientPage);

      await openAdmin(adminPage, `/admin/inbox/${workspace.clients[italian.client].id}?channel=${workspace.id(italian.phase.id)}`, javaScript);
      const drawing = log(adminPage).getByRole('img', { name: 'Segno sull’immagine' });
      await expect(drawing).toHaveJSProperty('naturalWidth', 96);
      // It opens in a tab of its own.
      await adminPage.goto((await log(adminPage).getByRole('link', { name: 'Segno sull’immagine' }).getAttribute('href'))!);
      await adminPage.getByRole('textbox', { name: 'Rispondi al segno 1' }).fill('Certo, a metà del nome');
      await adminPage.getByRole('button', { name: 'Rispondi', exact: true }).click();
      await expect(adminPage.getByRole('listitem').filter({ hasText: 'Certo, a metà del nome' })).toContainText('Qui lo farei');
      if (javaScript) await expectAccessible(adminPage);

      await clientPage.reload();
      await expect(pin).toContainText('Certo, a metà del nome');
      await clientPage.getByRole('link', { name: 'Versione 2', exact: true }).click();
      await expect(clientPage.getByText('Nessun segno')).toBeVisible();
      await expect(clientPage.getByRole('button', { name: 'Approva' })).toHaveCount(0);
      await clientPage.getByRole('link', { name: 'Vai alla più recente' }).click();
      await expect(pin).toBeVisible();
      await clientPage.getByRole('link', { name: 'Torna al progetto' }).click();
      await expect(card).toBeInViewport();

      if (!javaScript) return;
      await approve(clientPage, italian.draft.title);
      await card.getByRole('link', { name: 'Ricevuta' }).click();
      const receipt = clientPage.getByRole('article', { name: 'Ricevuta di approvazione' });
      await expect(receipt.getByRole('img', { name: italian.draft.title })).toHaveJSProperty('naturalHeight', 900);
      const paper = (await clientPage.pdf({ format: 'A4' })).toString('latin1');
      expect(paper.match(/\/Type\s*\/Page\b/g), 'one sheet').toHaveLength(1);
    });
  });
}
