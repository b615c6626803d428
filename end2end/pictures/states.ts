// Every state of the portal, at three widths, light and dark, in both languages.

import type { Page } from '@playwright/test';
import type { Language } from '../busy.ts';
import { log, portalHydrated } from '../tests/chat.ts';
import { test } from '../tests/fixtures.ts';
import type { Workspace } from '../tests/workspace.ts';
import { applyStyle, demoPortal, sampleWorkspace, takePicture } from './album.ts';

interface Fixtures {
  page: Page;
  language: Language;
  workspace: Workspace;
  /** The path of a portal of the demo. */
  demo: string;
}

/** What leads to each state. */
const STATES: Record<string, (fixtures: Fixtures) => Promise<unknown>> = {
  demo: ({ page, demo }) => openHydrated(page, demo),
  'demo-chat': ({ page, demo }) => openHydrated(page, `${demo}#conversation`),
  busy: ({ page, workspace }) => openHydrated(page, workspace.portal('busy')),
  'busy-top': ({ page, workspace }) => openHydrated(page, workspace.portal('busy')),
  'busy-chat': ({ page, workspace }) => openHydrated(page, `${workspace.portal('busy')}#conversation`),
  'busy-chat-typing': async ({ page, workspace }) => {
    await openHydrated(page, `${workspace.portal('busy')}#conversation`);
    await box(page).fill('Una riga.\nUn’altra riga, più lunga della prima, che va a capo da sola.\n'.repeat(26));
  },
  empty: ({ page, workspace }) => page.goto(workspace.portal('empty')),
  none: ({ page, workspace }) => page.goto(workspace.portal('none')),
  confirm: async ({ page, demo }) => {
    await openHydrated(page, demo);
    await page.getByRole('button', { name: /^(Approva|Approve) ./ }).first().click();
  },
  changes: async ({ page, demo }) => {
    await openHydrated(page, demo);
    await page.getByRole('button', { name: /^(Richiedi modifiche|Request changes) ./ }).first().click();
  },
  'changes-long': async ({ page, workspace }) => {
    await openHydrated(page, workspace.portal('busy'));
    await page.getByRole('button', { name: /^(Richiedi modifiche|Request changes) ./ }).last().click();
  },
  refused: async ({ page, demo }) => {
    await openHydrated(page, `${demo}#conversation`);
    await box(page).fill('a'.repeat(2001));
    await send(page);
  },
  failed: async ({ page, demo }) => {
    await page.route('**/api/client/comment', (route) => route.fulfill({ status: 503, json: { error: 'Errore interno' } }));
    await openHydrated(page, `${demo}#conversation`);
    await box(page).fill('👋 https://files.example/1.pdf');
    await send(page);
    await page.getByText(/^(Non inviato|Not sent)/).first().waitFor();
  },
  sending: async ({ page, demo }) => {
    await page.route('**/api/client/comment', () => {});
    await openHydrated(page, `${demo}#conversation`);
    await box(page).fill('👋');
    await send(page);
  },
  reconnecting: async ({ page, demo }) => {
    await page.clock.install();
    await page.route('**/api/client/chat?*', (route) => route.fulfill({ status: 503, json: { error: 'Errore interno' } }));
    await openHydrated(page, `${demo}#conversation`);
    await nextPoll(page);
  },
  closed: async ({ page, demo }) => {
    await page.clock.install();
    await page.route('**/api/client/chat?*', (route) =>
      route.fulfill({ status: 403, json: { error: 'Accesso non consentito' } }),
    );
    await openHydrated(page, `${demo}#conversation`);
    await nextPoll(page);
  },
  older: async ({ page, workspace }) => {
    await openHydrated(page, `${workspace.portal('busy')}#conversation`);
    await log(page).evaluate((list) => list.scrollTo(0, 0));
  },
  'no-script': ({ page, workspace }) => page.goto(workspace.portal('busy')),
  'no-script-chat': ({ page, workspace }) => page.goto(`${workspace.portal('busy')}#conversation`),
  'not-found': ({ page }) => page.goto('/c/nessuno-zzzz'),
  spent: async ({ page }) => {
    for (let guess = 0; guess < 25; guess += 1) {
      const answer = await page.request.get(`/c/indovina-${String(guess).padStart(4, '0')}`);
      if (answer.status() === 429) break;
    }
    await page.goto('/c/indovina-zzzz');
  },
  offline: ({ page }) => page.goto('/offline'),
  front: ({ page }) => page.goto('/'),
};

/** States that are shown as a full page. */
const FULL_PAGE = ['demo', 'busy', 'empty', 'none', 'no-script', 'not-found', 'spent', 'offline', 'front'];
const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

const box = (page: Page) => page.getByRole('textbox', { name: /^(Scrivi un messaggio|Write a message)$/ });

const send = (page: Page) => page.getByRole('button', { name: /^(Invia|Send)$/ }).click();

/** Opens a portal and waits until its conversation is hydrated. */
async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await portalHydrated(page);
}

async function nextPoll(page: Page): Promise<void> {
  const answer = page.waitForResponse('**/api/client/chat?*');
  await page.clock.runFor(25_000);
  await answer;
}

for (const viewport of SIZES) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const language of ['it', 'en'] as const) {
      for (const [name, enter] of Object.entries(STATES)) {
        test.describe(() => {
          const isPhone = viewport.width < 500;
          const locale = language === 'it' ? 'it-IT' : 'en-GB';
          test.use({ viewport, isMobile: isPhone, hasTouch: isPhone, colorScheme, locale });
          // Console errors are checked by the tests.
          test.use({ expectedConsole: /./, javaScriptEnabled: !name.startsWith('no-script') });

          test(`${name} ${viewport.width} ${colorScheme} ${language}`, async ({ page }, info) => {
            await applyStyle(page);
            await enter({ page, language, workspace: await sampleWorkspace(language), demo: await demoPortal(language) });
            await takePicture(page, info.title.replaceAll(' ', '-'), FULL_PAGE.includes(name));
          });
        });
      }
    }
  }
}
