// The README's pictures: the demo workspace, as WebP.

import { submitCredentials } from '../tests/admin.ts';
import { portalHydrated, submitReply } from '../tests/chat.ts';
import { expect, test } from '../tests/fixtures.ts';
import { Mailbox } from '../tests/mailbox.ts';
import { adminAction } from '../tests/requests.ts';
import { applyStyle, DESKTOP, demoPortal, PHONE, savePicture } from './album.ts';

test.beforeEach(({ page }) => applyStyle(page));

test.describe('desktop', () => {
  test.use({ ...DESKTOP, colorScheme: 'light' });
  test('project and conversation', async ({ page }) => {
    await page.goto(await demoPortal('it'));
    await portalHydrated(page);
    await savePicture(page, 'portal-desktop');
  });
});

test.describe('agency', () => {
  test.use({ ...DESKTOP, colorScheme: 'light' });
  test('inbox', async ({ adminPage }) => {
    await applyStyle(adminPage);
    await adminPage.goto('/admin');
    await savePicture(adminPage, 'inbox-desktop');
  });

  test('lead source', async ({ adminPage }) => {
    await applyStyle(adminPage);
    await adminPage.goto('/admin/leads/sources/fonte-sito');
    await savePicture(adminPage, 'source-desktop');
  });
});

test.describe('desktop, dark', () => {
  test.use({ ...DESKTOP, colorScheme: 'dark', locale: 'en-GB' });
  test('project and conversation in English', async ({ page }) => {
    await page.goto(await demoPortal('en'));
    await portalHydrated(page);
    await savePicture(page, 'portal-desktop-dark');
  });
});

test.describe('e-mail', () => {
  test.use({ expectedConsole: /^request to another origin: http:\/\/127\.0\.0\.1:/ });

  test('message and deliverable', async ({ page }) => {
    const mailbox = await Mailbox.open('3s');
    await page.goto(`${mailbox.origin}/admin/inbox/bianchi?channel=bianchi-progettazione`);
    await submitCredentials(page);
    for (const set of ['bianchi-bozza~in_review~pending', 'bianchi-bozza~pending~in_review']) {
      const form = { project: 'bianchi-sito', anyway: set };
      await page.request.post(`${mailbox.origin}${adminAction('set_deliverable_status')}`, { form, maxRedirects: 0 });
    }
    await submitReply(page, 'Buongiorno Lucia, ecco le due varianti.\nA noi piace la seconda: si legge meglio sulla vetrina.');
    const { html } = await mailbox.newest(mailbox.client.email, 1);
    await mailbox.close();
    await page.goto('about:blank');
    await page.setContent(html);
    for (const [name, width, height, colorScheme] of [['email-phone', 360, 640, 'light'], ['email-dark', 700, 640, 'dark']] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await savePicture(page, name);
    }
  });
});

test.describe('phone', () => {
  test.use({ ...PHONE, colorScheme: 'light' });
  test('open items', async ({ page }) => {
    await page.goto(await demoPortal('it'));
    await portalHydrated(page);
    await savePicture(page, 'portal-phone');
  });

  test('conversation', async ({ page }) => {
    await page.goto(`${await demoPortal('it')}#conversation`);
    await portalHydrated(page);
    await page.getByRole('tab', { name: /^Design/ }).click();
    await expect(page.getByRole('tab', { name: /^Design$/ }), 'the channel is read').toBeVisible();
    await savePicture(page, 'chat-phone');
  });
});
