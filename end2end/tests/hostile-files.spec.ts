// Files that would run a script if a browser let them.

import type { Page } from '@playwright/test';
import { composer, log, openPortal } from './chat.ts';
import { expect, test } from './fixtures.ts';
import { italian } from './languages.ts';

/** Paths of this server that nothing asks for but a script or an element of a file. */
const CANARY = '/canary/';
const SCRIPT = `
  document.cookie = 'canary=1; path=/';
  fetch('${CANARY}fetch');
  new Image().src = '${CANARY}image';
  if (window.opener) window.opener.location = '${CANARY}opener';
  alert('canary');
  location = '${CANARY}location';`;
const HTML = `<!doctype html><meta http-equiv="refresh" content="0; url=${CANARY}refresh">
  <body onload="fetch('${CANARY}onload')"><img src="${CANARY}element" onerror="fetch('${CANARY}onerror')"><script>${SCRIPT}</script>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="fetch('${CANARY}onload')">
  <image href="${CANARY}element" width="1" height="1"/><script>${SCRIPT.replaceAll('&', '&amp;')}</script></svg>`;

/** One empty page, and what to do when it opens. */
function pdf(script: string): string {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/OpenAction 4 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/AA<</O 4 0 R>>>>',
    `<</S/JavaScript/JS(${script})>>`,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${text}${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}

const FILES = [
  { name: 'pagina.html', mimeType: 'text/html', text: HTML },
  { name: 'foto.png', mimeType: 'image/png', text: HTML },
  { name: 'disegno.svg', mimeType: 'image/svg+xml', text: SVG },
  { name: 'contratto.pdf', mimeType: 'application/pdf', text: pdf(`app.alert\\("canary"\\); this.submitForm\\("${CANARY}submit"\\); app.launchURL\\("${CANARY}launch"\\);`) },
];

/** Waits until what `open` opens is shown or saved, and a while for what its scripts would do. */
async function settled(page: Page, open: () => Promise<unknown>): Promise<void> {
  const popup = page.waitForEvent('popup');
  await open();
  const opened = await popup;
  await Promise.race([opened.waitForEvent('download'), opened.waitForLoadState('load'), opened.waitForEvent('close')]).catch(() => {});
  await page.waitForTimeout(300);
}

test('a hostile file runs no script', { tag: '@whole-browser' }, async ({ browser, workspace }) => {
  // Of its own: the viewer of PDF makes requests that no page of Atrio may make.
  const context = await browser.newContext();
  const clientPage = await context.newPage();
  const canaries: string[] = [];
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith(CANARY)) canaries.push(request.url());
  });
  context.on('dialog', (dialog) => {
    // Chromium's viewer runs the script of a PDF apart from all pages: it can show a box, and nothing else.
    if (!/\.pdf(\?|$)/.test(dialog.page()?.url() ?? '')) canaries.push(dialog.message());
    void dialog.dismiss();
  });
  await openPortal(clientPage, `${workspace.portal(italian.client)}#conversation`);
  const address = new URL(clientPage.url()).pathname;
  for (const { name, mimeType, text } of FILES) {
    await composer(clientPage).fill(`Ecco ${name}`);
    await clientPage.getByLabel('Allega file').setInputFiles({ name, mimeType, buffer: Buffer.from(text) });
    await clientPage.getByRole('button', { name: 'Invia', exact: true }).click();
    const link = log(clientPage).getByRole('link', { name: new RegExp(`^${name} · `) });
    await settled(clientPage, () => link.click());
    const href = await link.getAttribute('href');
    // As a page would open it that keeps the opener. The browser may crash when a viewer of PDF is closed that has one.
    if (name !== 'contratto.pdf') await settled(clientPage, () => clientPage.evaluate((href) => void window.open(href), href!));
    const headers = (await clientPage.request.get(href!)).headers();
    const isAttachment = headers['content-disposition'].startsWith('attachment');
    expect({ name, isAttachment, nosniff: headers['x-content-type-options'] }).toEqual({ name, isAttachment: name !== 'contratto.pdf', nosniff: 'nosniff' });
    expect(headers['content-security-policy']).toContain('sandbox');
  }
  expect(canaries).toEqual([]);
  expect(new URL(clientPage.url()).pathname, 'the page that opened them is where it was').toBe(address);
  expect(await clientPage.evaluate(() => document.cookie)).not.toContain('canary');
  await context.close();
});
