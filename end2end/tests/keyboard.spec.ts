// Everything by keyboard alone, and the place of the keyboard always to be seen.

import type { Locator, Page } from '@playwright/test';
import { approveButton, changesButton, deliverable, expectApproved } from './deliverables.ts';
import { italian } from './languages.ts';
import { composer, expect, log, manyMessages, open, setting, tab, test, withAndWithoutJavaScript } from './support.ts';

const focused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until `target` has the focus, as somebody without a mouse would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 120; presses += 1) {
    await page.keyboard.press('Tab');
    if (await focused(target)) return;
  }
  throw new Error(`Tab never reaches ${target}`);
}

withAndWithoutJavaScript((live) => {
  test('a client sends a message', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await tabTo(page, composer(page));
    await page.keyboard.type('Scritto senza mouse');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Invia' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(log(page).getByText('Scritto senza mouse')).toBeVisible();
  });

  test('a client approves', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await tabTo(page, approveButton(page, 'Bozza del logo'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: italian.confirm, exact: true }));
    await page.keyboard.press('Enter');
    await expectApproved(page, 'Bozza del logo');
  });

  test('a client thinks better of it', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await tabTo(page, approveButton(page, 'Bozza del logo'));
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    const inside = await page.getByRole('dialog').evaluate((dialog) => dialog.contains(document.activeElement));
    expect(inside, 'the next stop is in the dialog').toBe(true);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(approveButton(page, 'Bozza del logo'), 'and back where it began').toBeFocused();
  });

  test('a client asks for changes', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await tabTo(page, changesButton(page, 'Bozza del logo'));
    await page.keyboard.press('Enter');
    const box = page.getByRole('dialog').getByRole('textbox', { name: italian.whatToChange });
    await tabTo(page, box);
    await page.keyboard.type('Più grande.');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: italian.sendRequest }));
    await page.keyboard.press('Enter');
    await expect(deliverable(page, 'Bozza del logo').getByText(italian.changesRequested)).toBeVisible();
  });

  test('a client changes channel', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await tabTo(page, tab(page, /^Generale\b/));
    // Tabs are one stop with arrow keys where scripts run, and plain links where they do not.
    await page.keyboard.press(live ? 'ArrowRight' : 'Tab');
    await expect(tab(page, /^Progettazione\b/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(log(page)).toContainText('La bozza del logo è pronta.');
  });

  test('a client follows what needs them, opens a phase and closes it', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await tabTo(page, page.getByRole('region', { name: italian.needs }).getByRole('link', { name: 'Insegna' }));
    await page.keyboard.press('Enter');
    await expect(deliverable(page, 'Insegna')).toBeInViewport();

    const phase = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Realizzazione' }) });
    await tabTo(page, phase.locator('summary'));
    await page.keyboard.press('Enter');
    await expect(phase.getByText('Vetrina', { exact: true })).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(phase.getByText('Vetrina', { exact: true })).toBeVisible();
  });

  test('a client reads on in a long conversation', async ({ page, workspace }) => {
    await workspace.add({
      ...manyMessages(60, 'conti'),
      client_channel_reads: [{ client_id: 'conti', channel_key: 'conti', read_at: '2025-06-01T08:00:00.000Z' }],
    });
    await open(page, workspace.portal('conti'), live);
    await tabTo(page, log(page));
    await tabTo(page, page.getByRole('link', { name: 'Mostra i messaggi precedenti' }));
    await page.keyboard.press('Enter');
    await expect(log(page).getByText('Grazie degli schizzi.')).toBeAttached();
  });

  test('the skip link goes past the top', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Vai al contenuto' })).toBeInViewport();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    expect(await page.locator('main').evaluate((main) => main.contains(document.activeElement))).toBe(true);
  });

  test('the agency signs in', async ({ page }) => {
    await page.goto('/admin/login');
    await tabTo(page, page.getByLabel('E-mail'));
    await page.keyboard.type(setting('ADMIN_EMAIL'));
    await page.keyboard.press('Tab');
    await page.keyboard.type(setting('ADMIN_PASSWORD'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin');
  });
});

test.describe('with a server in trouble', () => {
  test.use({ expectedConsole: /status of 503/ });

  test('a client sends again what did not leave', async ({ page, workspace }) => {
    await page.route('**/api/client/comment', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await open(page, workspace.portal('bianchi'));
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

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test('wherever the keyboard is, it can be seen', async ({ page, workspace }) => {
      await open(page, workspace.portal('bianchi'));
      await page.locator('body').focus();
      const seen: string[] = [];
      for (let presses = 0; presses < 60; presses += 1) {
        await page.keyboard.press('Tab');
        const stop = await page.evaluate(() => {
          const element = document.activeElement;
          if (!element || element === document.body) return undefined;
          const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
          const outlined = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor);
          return { what: (element.cloneNode(false) as Element).outerHTML, marked: outlined || boxShadow !== 'none' };
        });
        if (!stop) break;
        expect(stop.marked, stop.what).toBe(true);
        seen.push(stop.what);
      }
      expect(seen.length).toBeGreaterThan(10);
    });
  });
}
