// The guide's pictures, in both languages: the demo workspace, as WebP. The language of the agency's pages is a setting of the
// whole server, so one worker takes all.

import { portalHydrated } from '../tests/chat.ts';
import { test } from '../tests/fixtures.ts';
import { applyStyle, chooseLanguage, demoPortal, savePicture } from './album.ts';

/** They are embedded in the program: small, as they are shown. */
const DESKTOP = { viewport: { width: 1100, height: 700 }, deviceScaleFactor: 1 };
const PHONE = { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1, isMobile: true, hasTouch: true };

/** Pages of the agency by the names of their pictures. */
const PAGES = {
  inbox: '/admin',
  today: '/admin/today',
  'client-card': '/admin/clients/ferraris',
  project: '/admin/projects/ferraris-sito',
  material: '/admin/projects/ferraris-sito/materials',
  source: '/admin/leads/sources/fonte-sito',
  people: '/admin/settings/people',
  account: '/admin/account',
} as const;

for (const language of ['en', 'it'] as const) {
  test.describe(language, () => {
    test.use({ ...DESKTOP, colorScheme: 'light', locale: language === 'it' ? 'it-IT' : 'en-GB' });

    for (const [name, path] of Object.entries(PAGES)) {
      test(`${name} ${language}`, async ({ adminPage }) => {
        await applyStyle(adminPage);
        await chooseLanguage(adminPage, language);
        await adminPage.goto(path);
        await savePicture(adminPage, `${language}/images/${name}`);
      });
    }

    test(`portal ${language}`, async ({ page }) => {
      await applyStyle(page);
      await page.goto(await demoPortal(language));
      await portalHydrated(page);
      await savePicture(page, `${language}/images/portal`);
    });
  });

  test.describe(`${language} on a phone`, () => {
    test.use({ ...PHONE, colorScheme: 'light' });
    test(`portal-phone ${language}`, async ({ page }) => {
      await applyStyle(page);
      await page.goto(`${await demoPortal(language)}#conversation`);
      await portalHydrated(page);
      await savePicture(page, `${language}/images/portal-phone`);
    });
  });
}
