// Every page of the agency, at three widths, light and dark, in both languages, with the 500 clients, 2,000 leads and
// 20,000 messages of `cargo xtask generate`. The language is a setting of the whole server, so one worker takes all.

import type { Page } from '@playwright/test';
import { test } from '../tests/fixtures.ts';
import { applyStyle, chooseLanguage, takePicture } from './album.ts';

const CLIENT = '/admin/clients/g-client-0';
const PROJECT = '/admin/projects/g-project-0';
const LEAD = '/admin/leads/g-lead-3';
const SOURCE = '/admin/leads/sources/g-source-0';

/** The address of a state, or what leads to it. */
const STATES: Record<string, string | ((page: Page) => Promise<unknown>)> = {
  inbox: '/admin',
  'inbox-unread': '/admin?unread=1',
  'inbox-search': '/admin?q=vetrina',
  'inbox-nothing': '/admin?q=nessunoloscrive',
  thread: '/admin/inbox/g-client-0?channel=g-client-0',
  'thread-phase': '/admin/inbox/g-client-0?channel=g-phase-0',
  'thread-refused': async (page) => {
    await page.goto('/admin/inbox/g-client-0?channel=g-client-0');
    await page.locator('#reply-text').fill('a'.repeat(2001));
    await page.locator('form#reply button').click();
    await page.getByRole('alert').first().waitFor();
  },
  hotkeys: async (page) => {
    await page.goto('/admin');
    await page.locator('#live-help').click();
  },
  clients: '/admin/clients',
  'clients-search': '/admin/clients?q=rossi',
  'client-new': '/admin/clients/new',
  client: CLIENT,
  'client-edit': `${CLIENT}?edit=client`,
  'client-token': `${CLIENT}?change=token`,
  'client-delete': `${CLIENT}?delete=client`,
  projects: '/admin/projects',
  'project-new': '/admin/projects/new?client=g-client-0',
  board: PROJECT,
  'board-edit': `${PROJECT}?edit=phase-g-phase-0`,
  'board-delete': `${PROJECT}?delete=project`,
  payments: `${PROJECT}/payments`,
  'payments-refused': async (page) => {
    await page.goto(`${PROJECT}/payments`);
    await page.locator('details.adder summary').click();
    await page.locator('[name="form[label]"]').fill('Acconto');
    await page.locator('[name="form[amount]"]').fill('dodici');
    await page.locator('details.adder form .button').first().click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
  },
  materials: `${PROJECT}/materials`,
  'material-templates': '/admin/material-templates',
  documents: `${PROJECT}/documents`,
  notes: `${PROJECT}/notes`,
  times: `${PROJECT}/times`,
  quote: `${PROJECT}/quote`,
  'quote-sheet': `${PROJECT}/quote/sheet`,
  leads: '/admin/leads',
  'leads-filtered': '/admin/leads?status=lost&source=fiera',
  pipeline: '/admin/leads/board',
  lead: LEAD,
  'lead-edit': `${LEAD}?edit=1`,
  'lead-convert': `${LEAD}?convert=1`,
  'lead-delete': `${LEAD}?delete=1`,
  'lead-merge': `${LEAD}?merge=1`,
  'lead-merge-two': `${LEAD}?merge=g-lead-4`,
  sources: '/admin/leads/sources',
  'source-new': '/admin/leads/sources/new',
  source: SOURCE,
  'source-edit': `${SOURCE}?edit=1`,
  'source-delete': `${SOURCE}?delete=1`,
  mapping: `${SOURCE}/mapping`,
  deliveries: '/admin/leads/deliveries',
  quarantine: '/admin/leads/deliveries?outcome=quarantined',
  delivery: '/admin/leads/deliveries/g-delivery-0',
  settings: '/admin/settings',
  look: '/admin/settings/look',
  advanced: '/admin/settings/advanced',
  register: '/admin/audit',
  missing: '/admin/clients/nessuno',
};

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

for (const language of ['en', 'it']) {
  for (const viewport of SIZES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [name, state] of Object.entries(STATES)) {
        test.describe(() => {
          const isPhone = viewport.width < 500;
          test.use({ viewport, isMobile: isPhone, hasTouch: isPhone, colorScheme });
          // Console errors are checked by the tests.
          test.use({ expectedConsole: /./ });

          test(`admin-${name} ${viewport.width} ${colorScheme} ${language}`, async ({ adminPage }, info) => {
            await chooseLanguage(adminPage, language);
            await applyStyle(adminPage);
            await (typeof state === 'string' ? adminPage.goto(state) : state(adminPage));
            await takePicture(adminPage, info.title.replaceAll(' ', '-'), true);
          });
        });
      }
    }
  }
}
