// A client asks for changes: the agency reads why where it reads everything.

import { approve, approveButton, changesButton, deliverable, expectApproved, requestChanges } from './deliverables.ts';
import { inBothLanguages, italian } from './languages.ts';
import { expect, log, open, signIn, tab, test, withAndWithoutJavaScript } from './support.ts';

const REASON = 'Il nome più grande.\nE il rosa un po’ più spento, come la vetrina.';

inBothLanguages((tongue) => {
  withAndWithoutJavaScript((live) => {
    test('asks for changes, and both sides find why in the phase’s channel', async ({ page, office, workspace }) => {
      const { title } = tongue.draft;
      await open(page, workspace.portal(tongue.client), live);
      await requestChanges(page, title, REASON, tongue);
      await expect(page.getByText(tongue.requestSent)).toBeVisible();
      await expect(deliverable(page, title).getByText(tongue.changesRequested)).toBeVisible();
      await expect(page.getByRole('region', { name: tongue.needs })).not.toContainText(title);

      await tab(page, new RegExp(`^${tongue.phase.name}`)).click();
      const message = log(page).getByRole('listitem').filter({ hasText: 'Il nome più grande.' });
      await expect(message).toHaveCount(1);
      expect(await message.innerText()).toContain(`${title}\n\n${REASON}`);

      await signIn(office);
      await office.goto(`/admin/inbox/${workspace.clients[tongue.client].id}?channel=${workspace.id(tongue.phase.id)}`);
      const told = log(office).getByRole('listitem').filter({ hasText: 'Il nome più grande.' });
      await expect(told).toHaveCount(1);
      await expect(told).toContainText(title);
    });
  });
});

withAndWithoutJavaScript((live) => {
  test('may approve after having asked for changes', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await requestChanges(page, 'Bozza del logo', REASON);
    await expect(deliverable(page, 'Bozza del logo').getByText(italian.changesRequested)).toBeVisible();
    await approve(page, 'Bozza del logo');
    await expectApproved(page, 'Bozza del logo');
    await expect(changesButton(page, 'Bozza del logo')).toHaveCount(0);
  });

  test('approved in another tab meanwhile: that is told, the text is not lost, the approval stands', async ({ page, context, workspace }) => {
    const second = await context.newPage();
    await open(page, workspace.portal('bianchi'), live);
    await open(second, workspace.portal('bianchi'), live);
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

  test('changes asked for in another tab meanwhile do not keep from approving', async ({ page, context, workspace }) => {
    const second = await context.newPage();
    await open(page, workspace.portal('bianchi'), live);
    await open(second, workspace.portal('bianchi'), live);
    await requestChanges(second, 'Bozza del logo', REASON);
    await expect(second.getByText(italian.requestSent)).toBeVisible();
    await approve(page, 'Bozza del logo');
    await expectApproved(page, 'Bozza del logo');
  });

  test('a reason of white space is refused where it was written', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await requestChanges(page, 'Bozza del logo', ' \n ');
    await expect(page.getByRole('alert').filter({ hasText: italian.empty })).toBeVisible();
    await expect(deliverable(page, 'Bozza del logo').getByRole('textbox', { name: italian.whatToChange })).toBeVisible();
    await expect(approveButton(page, 'Bozza del logo')).toBeVisible();
    await expect(deliverable(page, 'Bozza del logo').getByText(italian.changesRequested)).toHaveCount(0);
  });

  test('takes a reason of 2000 characters whole, the title before it', async ({ page, workspace }) => {
    // With the title before it that is more than one message holds: it arrives as two.
    const longest = `${'🍰ž '.repeat(666)}ž!`;
    await open(page, workspace.portal('bianchi'), live);
    await requestChanges(page, 'Bozza del logo', longest);
    await expect(deliverable(page, 'Bozza del logo').getByText(italian.changesRequested)).toBeVisible();
    await page.goto(workspace.portal('bianchi', { channel: 'bianchi-progettazione' }));
    const told = (await log(page).innerText()).replaceAll(/\s/g, '');
    expect(told).toContain('Bozzadellogo🍰');
    expect([told.split('🍰').length - 1, told.split('ž').length - 1]).toEqual([666, 667]);
    expect(told).toContain('ž!');
  });

  test('what has vanished meanwhile is told, and the text is not lost', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await changesButton(page, 'Bozza del logo').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=deliverable]').evaluate((input: HTMLInputElement) => (input.value = 'tolta'));
    await dialog.getByRole('textbox').fill('Una frase lunga da riscrivere');
    await dialog.getByRole('button', { name: italian.sendRequest, exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: italian.gone })).toBeVisible();
    await expect(page.getByText('Una frase lunga da riscrivere').or(page.locator('textarea', { hasText: 'Una frase lunga' })).first()).toBeVisible();
  });
});
