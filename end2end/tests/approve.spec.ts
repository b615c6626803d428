// A client approves a deliverable: asked once, then for good.

import { approve, approveButton, deliverable, expectApproved } from './deliverables.ts';
import { inBothLanguages, italian } from './languages.ts';
import { countNavigations, expect, open, test, withAndWithoutJavaScript } from './support.ts';

inBothLanguages((tongue) => {
  withAndWithoutJavaScript((live) => {
    test('is asked once, approves, and it stays approved', async ({ page, workspace }) => {
      const { title } = tongue.draft;
      await open(page, workspace.portal(tongue.client), live);
      await approveButton(page, title, tongue).click();
      const dialog = page.getByRole('dialog', { name: title });
      await expect(dialog).toBeInViewport();
      await dialog.getByRole('button', { name: tongue.confirm, exact: true }).click();

      await expectApproved(page, title, tongue);
      await expect(page.getByText(tongue.thanks)).toBeVisible();
      await expect(deliverable(page, title)).toBeInViewport();
      const when = deliverable(page, title).getByRole('time');
      const minutes = (Date.now() - Date.parse((await when.getAttribute('datetime'))!)) / 60_000;
      expect(minutes).toBeLessThan(5);
      await expect(when).toContainText(/\d{4}\D+\d{2}:\d{2}/);
      await expect(approveButton(page, tongue.sign.title, tongue), 'the other one is untouched').toBeVisible();
      const needs = page.getByRole('region', { name: tongue.needs });
      await expect(needs).toContainText(tongue.sign.title);
      await expect(needs).not.toContainText(title);

      await open(page, workspace.portal(tongue.client), live);
      await expectApproved(page, title, tongue);
    });
  });
});

withAndWithoutJavaScript((live) => {
  test('whoever thinks better of it has approved nothing', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
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

  test('approving again from a second tab is harmless', async ({ page, context, workspace }) => {
    const second = await context.newPage();
    await open(page, workspace.portal('bianchi'), live);
    await open(second, workspace.portal('bianchi'), live);
    await approve(page, 'Bozza del logo');
    await expectApproved(page, 'Bozza del logo');
    const when = await deliverable(page, 'Bozza del logo').getByRole('time').getAttribute('datetime');

    await approve(second, 'Bozza del logo');
    await expectApproved(second, 'Bozza del logo');
    await expect(deliverable(second, 'Bozza del logo').getByRole('time')).toHaveAttribute('datetime', when!);
  });

  test('an approved deliverable has no button', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await expect(deliverable(page, 'Tavola dei colori').getByText('Approvato')).toBeVisible();
    await expect(page.getByRole('button', { name: /Tavola dei colori/ })).toHaveCount(0);
  });

  test('what has vanished meanwhile is told, and nothing is approved', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await approveButton(page, 'Bozza del logo').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name=deliverable]').evaluate((input: HTMLInputElement) => (input.value = 'tolta'));
    await dialog.getByRole('button', { name: italian.confirm, exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: italian.gone })).toBeVisible();
    await expect(approveButton(page, 'Bozza del logo')).toBeVisible();
  });
});
