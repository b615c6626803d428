// Two people of the agency in one thread: who is typing, and who has answered first.

import type { Browser, Page } from '@playwright/test';
import { adminHydrated, openAdmin } from './admin.ts';
import { log, replyBox, submitReply } from './chat.ts';
import { expect, test, withAndWithoutJavaScript } from './fixtures.ts';

const PASSWORD = 'una frase qualsiasi';

/** A member who joins by the invitation that `adminPage` makes, in a browser of their own with JavaScript. */
async function join(adminPage: Page, browser: Browser, name: string): Promise<Page> {
  await adminPage.goto('/admin/settings/people');
  const form = adminPage.locator('form[action="/rpc/admin/invite_member"]').first();
  await form.locator('[name="form[name]"]').fill(name);
  await form.locator('[name="form[email]"]').fill(`${name.toLowerCase()}-${Date.now()}-${Math.random()}@example.com`);
  await form.getByRole('button').last().click();
  const address = /\/admin\/join\/[\w-]+/.exec(await adminPage.getByRole('main').innerHTML())![0];
  const page = await (await browser.newContext({ javaScriptEnabled: true })).newPage();
  await page.goto(address);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.getByRole('button').last().click();
  await expect(page).toHaveURL('/admin/today');
  return page;
}

withAndWithoutJavaScript((javaScript) => {
  test('the second answer is asked for once', async ({ adminPage, browser, workspace }) => {
    const { id } = workspace.clients.bianchi;
    const thread = `/admin/inbox/${id}?channel=${id}`;
    const luca = await join(adminPage, browser, 'Luca');
    await openAdmin(luca, thread);
    await openAdmin(adminPage, thread, javaScript);

    await replyBox(luca).pressSequentially('Ci penso');
    if (javaScript) await expect(adminPage.getByText('Luca sta scrivendo…')).toBeVisible();
    await replyBox(adminPage).fill('Rispondo anch’io');
    await submitReply(luca, 'Ci penso io');
    if (javaScript) {
      await expect(adminPage.getByText('Luca ha risposto adesso: «Ci penso io»')).toBeVisible();
      await expect(adminPage.getByText('Luca sta scrivendo…')).toHaveCount(0);
    }

    await adminPage.getByRole('button', { name: 'Rispondi' }).click();
    await expect(adminPage.getByText('Luca ha risposto un momento fa. Inviare comunque?')).toBeVisible();
    await expect(replyBox(adminPage)).toHaveValue('Rispondo anch’io');
    await expect(log(adminPage).getByText('Rispondo anch’io')).toHaveCount(0);
    if (javaScript) await adminHydrated(adminPage);
    await adminPage.getByRole('button', { name: 'Rispondi' }).click();
    await expect(log(adminPage).getByText('Rispondo anch’io')).toHaveCount(1);
    await expect(adminPage.locator('[data-unsent]')).toBeEmpty();
    await expect(adminPage.getByText('Inviare comunque?')).toHaveCount(0);
    await expect(replyBox(adminPage)).toHaveValue('');
    await luca.context().close();
  });
});
