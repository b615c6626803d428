// A client approves a deliverable.

import { countNavigations, message, openPortal } from './chat.ts';
import { approve, approveButton, changesButton, deliverable, expectApproved, requestChanges } from './deliverables.ts';
import { expect, test } from './fixtures.ts';
import { inBothLanguages, italian } from './languages.ts';
import { nextPoll } from './polling.ts';

inBothLanguages((texts, javaScript) => {
  test('approving needs one confirmation and is final', { tag: javaScript ? ['@phone', '@smoke'] : [] }, async ({ page, workspace }) => {
    const { title } = texts.draft;
    await openPortal(page, workspace.portal(texts.client), javaScript);
    await expectApproved(page, texts.alreadyApproved, texts);
    await approveButton(page, title, texts).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeInViewport();
    await expect(dialog.getByRole('heading')).toBeFocused();
    await expect(dialog).toContainText(title);
    await dialog.getByRole('button', { name: texts.confirm, exact: true }).click();

    await expectApproved(page, title, texts);
    await expect(changesButton(page, title, texts)).toHaveCount(0);
    const thanks = page.getByRole('group', { name: texts.thanks });
    await expect(thanks).toBeInViewport();
    await expect(thanks, 'the result is read out').toBeFocused();
    await expect(thanks).toContainText(title);
    await thanks.getByRole('link', { name: texts.sign.title }).click();
    await expect(deliverable(page, texts.sign.title)).toBeInViewport();
    const time = deliverable(page, title).getByRole('time');
    const minutes = (Date.now() - Date.parse((await time.getAttribute('datetime'))!)) / 60_000;
    expect(minutes).toBeLessThan(5);
    await expect(time).toHaveAttribute('title', /\d{4}\D+\d{2}:\d{2}/);
    await expect(approveButton(page, texts.sign.title, texts), 'the other deliverable is unchanged').toBeVisible();
    const openItems = page.getByRole('region', { name: texts.openItems });
    await expect(openItems.locator('[id^="deliverable-"]')).toHaveCount(1);

    await openPortal(page, workspace.portal(texts.client), javaScript);
    await expect(openItems).not.toContainText(title);
    await expectApproved(page, title, texts);
  });
});

test('cancel and Escape approve nothing', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  const navigations = countNavigations(page);
  await approveButton(page, 'Bozza del logo').click();
  await page.getByRole('dialog').getByRole('button', { name: italian.cancel, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await approveButton(page, 'Bozza del logo').click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(approveButton(page, 'Bozza del logo')).toBeFocused();
  expect(navigations()).toBe(0);
  await page.reload();
  await expect(approveButton(page, 'Bozza del logo')).toBeVisible();
});

test('approving without a network says so and keeps the page', async ({ page, context, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  const navigations = countNavigations(page);
  await context.setOffline(true);
  await approve(page, 'Bozza del logo');
  const notice = page.getByRole('dialog').getByRole('alert');
  await expect(notice).toContainText('Non c’è connessione');
  expect(navigations()).toBe(0);
  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  await page.getByRole('dialog').getByRole('button', { name: italian.confirm, exact: true }).click();
  await expectApproved(page, 'Bozza del logo');
});

test('an approval in another tab becomes a card of the conversation', async ({ page, context, workspace }) => {
  const second = await context.newPage();
  await page.clock.install();
  await openPortal(page, workspace.portal('bianchi', { channel: 'bianchi-progettazione' }));
  await openPortal(second, workspace.portal('bianchi'));
  await approve(second, 'Bozza del logo');
  await expectApproved(second, 'Bozza del logo');
  await nextPoll(page);
  await expect(message(page, /Approvazione.*Bozza del logo/s)).toBeVisible();
});

test('approving in a second tab keeps the first timestamp', async ({ page, context, workspace }) => {
  const second = await context.newPage();
  await openPortal(second, workspace.portal('bianchi'));
  await openPortal(page, workspace.portal('bianchi'));
  await approve(page, 'Bozza del logo');
  await expectApproved(page, 'Bozza del logo');
  const time = await deliverable(page, 'Bozza del logo').getByRole('time').getAttribute('datetime');

  await approve(second, 'Bozza del logo');
  await expectApproved(second, 'Bozza del logo');
  await expect(deliverable(second, 'Bozza del logo').getByRole('time')).toHaveAttribute('datetime', time!);
});

test('a deliverable with requested changes can be approved', async ({ page, context, workspace }) => {
  const second = await context.newPage();
  await openPortal(page, workspace.portal('bianchi'));
  await openPortal(second, workspace.portal('bianchi'));
  await requestChanges(second, 'Bozza del logo', 'Più grande.');
  await expect(second.getByText(italian.requestSent)).toBeVisible();
  await approve(page, 'Bozza del logo');
  await expectApproved(page, 'Bozza del logo');
});

test('a deleted deliverable shows an error and approves nothing', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  await approveButton(page, 'Bozza del logo').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name=deliverable]').evaluate((input: HTMLInputElement) => (input.value = 'tolta'));
  await dialog.getByRole('button', { name: italian.confirm, exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: italian.notFound })).toBeVisible();
  await expect(approveButton(page, 'Bozza del logo')).toBeVisible();
});
