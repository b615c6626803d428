// A client approves a deliverable.

import { expect, open, test, withAndWithoutJavaScript } from './support.ts';
import type { Page } from '@playwright/test';

const approve = (page: Page, title: string) => page.getByRole('button', { name: `Approva ${title}`, exact: true });

/** The innermost list item with that title: the deliverable itself, not its task or phase. */
const deliverable = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) }).last();

withAndWithoutJavaScript((live) => {
  test('approves, and it stays approved', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await approve(page, 'Bozza del logo').click();
    await expect(approve(page, 'Bozza del logo')).toHaveCount(0);
    await expect(deliverable(page, 'Bozza del logo').getByText('Approvato')).toBeVisible();
    await expect(approve(page, 'Insegna'), 'the other one is untouched').toBeVisible();

    await page.reload();
    await expect(deliverable(page, 'Bozza del logo').getByText('Approvato')).toBeVisible();
    await expect(approve(page, 'Bozza del logo')).toHaveCount(0);
  });

  test('approving again from a second tab is harmless', async ({ page, context, workspace }) => {
    const second = await context.newPage();
    await open(page, workspace.portal('bianchi'), live);
    await open(second, workspace.portal('bianchi'), live);
    for (const each of [page, second]) {
      await approve(each, 'Bozza del logo').click();
      await expect(deliverable(each, 'Bozza del logo').getByText('Approvato')).toBeVisible();
    }
  });

  test('an approved deliverable has no button', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await expect(deliverable(page, 'Tavola dei colori').getByText('Approvato')).toBeVisible();
    await expect(approve(page, 'Tavola dei colori')).toHaveCount(0);
  });
});
