// Everything works by keyboard, and focus is visible.

import type { Locator, Page } from '@playwright/test';
import { openAdmin } from './admin.ts';
import { composer, log, manyMessages, openPortal, tab } from './chat.ts';
import { approveButton, changesButton, deliverable, expectApproved } from './deliverables.ts';
import { expect, setting, test, withAndWithoutJavaScript } from './fixtures.ts';
import { italian } from './languages.ts';

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${target}`);
}

/** Presses Tab through a page and expects a visible focus ring everywhere; returns the number of stops. */
async function expectVisibleFocus(page: Page, most: number): Promise<number> {
  await page.locator('body').focus();
  for (let stops = 0; stops < most; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      const marked = (pseudo?: string, shown = element) => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(shown, pseudo);
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor)) || boxShadow !== 'none';
      };
      // A link as large as its row has the ring on the pseudo-element that makes it so, the message box around its button.
      const around = element.closest('.composer');
      return { html: (element.cloneNode(false) as Element).outerHTML, marked: marked() || marked('::after') || (around && marked(undefined, around)) };
    });
    if (!stop) return stops;
    expect(Boolean(stop.marked), `${page.url()}: ${stop.html}`).toBe(true);
  }
  return most;
}

withAndWithoutJavaScript((javaScript) => {
  test('a client changes channel and sends a message', async ({ page, workspace }) => {
    await openPortal(page, workspace.portal('bianchi'), javaScript);
    await tabTo(page, tab(page, /^Generale\b/));
    // With JavaScript tabs are one stop with arrow keys, without it they are links.
    await page.keyboard.press(javaScript ? 'ArrowRight' : 'Tab');
    await expect(tab(page, /^Progettazione\b/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(log(page)).toContainText('La bozza del logo è pronta.');

    await tabTo(page, composer(page));
    await page.keyboard.type('Scritto senza mouse');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Allega file')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Invia' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(log(page).getByText('Scritto senza mouse')).toBeVisible();
  });
});

test('a client cancels a dialog, then approves', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  await tabTo(page, approveButton(page, 'Bozza del logo'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  const inside = await page.getByRole('dialog').evaluate((dialog) => dialog.contains(document.activeElement));
  expect(inside, 'the next stop is in the dialog').toBe(true);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(approveButton(page, 'Bozza del logo'), 'focus returns to the button').toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: italian.confirm, exact: true }));
  await page.keyboard.press('Enter');
  await expectApproved(page, 'Bozza del logo');
});

test('a client requests changes', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  await tabTo(page, changesButton(page, 'Bozza del logo'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('textbox', { name: italian.whatToChange }));
  await page.keyboard.type('Più grande.');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: italian.sendRequest }));
  await page.keyboard.press('Enter');
  await expect(deliverable(page, 'Bozza del logo').getByText(italian.changesRequested)).toBeVisible();
});

test('a client skips the header, follows an open item, opens and closes a phase', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.locator('main').evaluate((main) => main.contains(document.activeElement))).toBe(true);

  const course = page.getByRole('region', { name: italian.phases });
  const item = course.getByRole('listitem').filter({ hasText: 'Insegna' }).last().getByRole('link', { name: italian.openItems });
  await item.focus();
  await page.keyboard.press('Enter');
  await expect(deliverable(page, 'Insegna')).toBeInViewport();

  const phase = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Realizzazione' }) });
  await tabTo(page, phase.locator('summary'));
  await page.keyboard.press('Enter');
  await expect(phase.getByText('Vetrina', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(phase.getByText('Vetrina', { exact: true })).toBeHidden();
});

test('a client loads older messages', async ({ page, workspace }) => {
  await workspace.add(manyMessages(60, 'conti'), {
    client_channel_reads: [{ client_id: 'conti', channel_key: 'conti', read_at: '2025-06-01T08:00:00.000Z' }],
  });
  await openPortal(page, workspace.portal('conti'));
  await tabTo(page, log(page));
  await tabTo(page, page.getByRole('link', { name: 'Mostra i messaggi precedenti' }));
  await page.keyboard.press('Enter');
  await expect(log(page).getByText('Grazie degli schizzi.')).toBeAttached();
});

test('an admin signs in', async ({ page }) => {
  await page.goto('/admin/login');
  await tabTo(page, page.getByLabel('E-mail'));
  await page.keyboard.type(setting('ADMIN_EMAIL'));
  await page.keyboard.press('Tab');
  await page.keyboard.type(setting('ADMIN_PASSWORD'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin/today');
});

test.describe('on a server error', () => {
  test.use({ expectedConsole: /status of 503/ });

  test('a client retries a message', async ({ page, workspace }) => {
    await page.route('**/api/client/comment', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await openPortal(page, workspace.portal('bianchi'));
    await composer(page).fill('Ancora');
    await tabTo(page, page.getByRole('button', { name: 'Invia' }));
    await page.keyboard.press('Enter');
    await tabTo(page, log(page).getByRole('button', { name: 'Riprova' }));
    await page.keyboard.press('Enter');
    await expect(log(page).getByText('Non inviato')).toHaveCount(0);
    await expect(log(page).getByText('Ancora', { exact: true })).toHaveCount(1);
    await expect(composer(page)).toBeFocused();
  });
});

test('focus is visible on a portal in light and dark mode', async ({ page, workspace }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await openPortal(page, workspace.portal('bianchi'));
    expect(await expectVisibleFocus(page, 60)).toBeGreaterThan(10);
  }
});

test('focus is visible on pages of the agency', async ({ adminPage, workspace }) => {
  await workspace.add({
    lead_sources: [{ id: 'source', name: 'Modulo', kind: 'calendly' }],
    lead_deliveries: [{ id: 'strange', source_id: 'source', outcome: 'quarantined', error: 'nobody', body: '{"q1":"Carlo"}' }],
  });
  const source = `/admin/leads/sources/${workspace.id('source')}`;
  for (const path of [
    ...['/admin', `/admin/projects/${workspace.id('bianchi-sito')}`, '/admin/leads/board'],
    ...[source, `${source}/mapping`, '/admin/leads/deliveries', '/admin/settings/advanced'],
  ]) {
    await openAdmin(adminPage, path);
    expect(await expectVisibleFocus(adminPage, 40)).toBeGreaterThan(10);
  }
});
