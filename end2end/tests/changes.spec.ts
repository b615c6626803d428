// A client requests changes to a deliverable.

import { log, openPortal, portalHydrated, tab } from './chat.ts';
import { approve, approveButton, changesButton, deliverable, expectApproved, requestChanges } from './deliverables.ts';
import { expect, test } from './fixtures.ts';
import { inBothLanguages, italian } from './languages.ts';

test.use({ expectedConsole: /status of 503/ });

const REASON = 'Il nome più grande.\nE il rosa un po’ più spento, come la vetrina.';

inBothLanguages((texts, javaScript) => {
  test('the reason appears in the channel of the phase for both sides', async ({ page, secondAdminPage, workspace }) => {
    const { title } = texts.draft;
    await openPortal(page, workspace.portal(texts.client), javaScript);
    await requestChanges(page, title, REASON, texts);
    await expect(page.getByText(texts.requestSent)).toBeFocused();
    const card = deliverable(page, title);
    await expect(card.getByText(texts.changesRequested)).toBeVisible();
    await expect(card, 'in the words of the client').toContainText('E il rosa un po’ più spento');
    await expect(approveButton(page, title, texts), 'the old version').toHaveCount(0);
    await expect(page.getByRole('region', { name: texts.openItems })).not.toContainText(title);

    await card.getByRole('link', { name: texts.phase.name }).click();
    await expect(tab(page, new RegExp(`^${texts.phase.name}`))).toHaveAttribute('aria-selected', 'true');
    const sent = log(page).getByRole('listitem').filter({ hasText: 'Il nome più grande.' });
    await expect(sent).toHaveCount(1);
    expect(await sent.innerText()).toContain(`${title}\n\n${REASON}`);

    await secondAdminPage.goto(`/admin/inbox/${workspace.clients[texts.client].id}?channel=${workspace.id(texts.phase.id)}`);
    const received = log(secondAdminPage).getByRole('listitem').filter({ hasText: 'Il nome più grande.' });
    await expect(received).toHaveCount(1);
    await expect(received).toContainText(title);
  });
});

test('a request after an approval in another tab keeps both approval and text', async ({ page, context, workspace }) => {
  const second = await context.newPage();
  await openPortal(page, workspace.portal('bianchi'));
  await openPortal(second, workspace.portal('bianchi'));
  await approve(second, 'Bozza del logo');
  await expectApproved(second, 'Bozza del logo');

  await requestChanges(page, 'Bozza del logo', REASON);
  await expect(page.getByRole('alert').filter({ hasText: italian.approvedMeanwhile })).toBeVisible();
  await expectApproved(page, 'Bozza del logo');
  await expect(deliverable(page, 'Bozza del logo').getByText('Il nome più grande.')).toBeVisible();

  await page.goto(workspace.portal('bianchi', { channel: 'bianchi-progettazione' }));
  await expect(log(page)).toContainText(italian.lastMessage);
  await expect(log(page).getByText('Il nome più grande.'), 'nothing was sent').toHaveCount(0);
});

test('the reason is kept over a reload until it is accepted', async ({ page, workspace }) => {
  const field = page.getByRole('dialog').getByRole('textbox', { name: italian.whatToChange });
  const send = page.getByRole('dialog').getByRole('button', { name: italian.sendRequest });
  await openPortal(page, workspace.portal('bianchi'));
  await changesButton(page, 'Bozza del logo').click();
  await field.fill(REASON);
  await page.reload();
  await changesButton(page, 'Insegna').click();
  await expect(field, 'of each deliverable its own').toHaveValue('');
  await page.keyboard.press('Escape');
  await changesButton(page, 'Bozza del logo').click();
  await expect(field).toHaveValue(REASON);

  const failure = { status: 503, contentType: 'text/html', body: '<link rel="icon" href="data:,">Errore interno' };
  await page.route('**/rpc/request-changes', (route) => route.fulfill(failure), { times: 1 });
  await send.click();
  await expect(page.getByText('Errore interno')).toBeVisible();
  await openPortal(page, workspace.portal('bianchi'));
  await changesButton(page, 'Bozza del logo').click();
  await expect(field).toHaveValue(REASON);

  await send.click();
  await expect(page.getByText(italian.requestSent)).toBeVisible();
  await portalHydrated(page);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Il nome più grande');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a blank reason is refused, 2000 characters are sent untruncated', async ({ page, workspace }) => {
    await page.goto(workspace.portal('bianchi'));
    await requestChanges(page, 'Bozza del logo', ' \n ');
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expect(approveButton(page, 'Bozza del logo')).toBeVisible();
    await expect(deliverable(page, 'Bozza del logo').getByText(italian.changesRequested)).toHaveCount(0);

    // With the title this is longer than one message may be: it is sent as two.
    await page.goto(workspace.portal('bianchi'));
    await requestChanges(page, 'Bozza del logo', `${'🍰ž '.repeat(666)}ž!`);
    await expect(deliverable(page, 'Bozza del logo').getByText(italian.changesRequested)).toBeVisible();
    await page.goto(workspace.portal('bianchi', { channel: 'bianchi-progettazione' }));
    const text = (await log(page).innerText()).replaceAll(/\s/g, '');
    expect(text).toContain('Bozzadellogo🍰');
    expect([text.split('🍰').length - 1, text.split('ž').length - 1]).toEqual([666, 667]);
    expect(text).toContain('ž!');
  });

  test('a deleted deliverable shows an error and keeps the text', async ({ page, workspace }) => {
    await page.goto(workspace.portal('bianchi'));
    await changesButton(page, 'Bozza del logo').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=deliverable]').evaluate((input: HTMLInputElement) => (input.value = 'tolta'));
    await dialog.getByRole('textbox').fill('Una frase lunga da riscrivere');
    await dialog.getByRole('button', { name: italian.sendRequest, exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: italian.notFound })).toBeVisible();
    await expect(page.getByText('Una frase lunga da riscrivere').or(page.locator('textarea', { hasText: 'Una frase lunga' })).first()).toBeVisible();
  });
});
