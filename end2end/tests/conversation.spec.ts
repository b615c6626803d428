// How a conversation reads: days, times, voices, links, and texts from right to left.

import type { Page } from '@playwright/test';
import { expect, log, message, open, say, send, test, withAndWithoutJavaScript } from './support.ts';

const ARABIC = 'أهلاً وسهلاً! هل يمكننا رؤية القائمة؟ (PDF, 2 MB)';
const general = (id: string, author: string, text: string, at: Date | string) => ({
  ...{ id, entity_type: 'general', entity_id: 'bianchi', author, text },
  created_at: at instanceof Date ? at.toISOString() : at,
});

withAndWithoutJavaScript((live) => {
  test('days are separated and named', async ({ page, workspace }) => {
    const now = Date.now();
    await workspace.add({
      comments: [
        general('yesterday', 'client', 'Scritto ieri', new Date(now - 86_400_000)),
        general('today', 'client', 'Scritto oggi', new Date(now)),
      ],
    });
    await open(page, workspace.portal('bianchi'), live);
    const lines = await log(page).getByRole('listitem').allInnerTexts();
    const place = (text: string) => lines.findIndex((line) => line.includes(text));
    expect(place('13 gennaio 2025')).toBeGreaterThanOrEqual(0);
    const inOrder = ['13 gennaio 2025', 'Buongiorno!', 'Cominciamo oggi.', 'Ieri', 'Scritto ieri', 'Oggi', 'Scritto oggi'].map(place);
    expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
    expect(lines.filter((line) => /^lunedì 13 gennaio 2025$/i.test(line.trim())), 'once for two messages').toHaveLength(1);
  });

  test('each message tells who wrote it, and when, in words too', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    const own = message(page, 'Buongiorno! Quando cominciamo?');
    const theirs = message(page, 'Cominciamo oggi.');
    await expect(own.getByText('Tu', { exact: true })).toBeAttached();
    await expect(theirs.getByText('Tu', { exact: true })).toHaveCount(0);
    await expect(own).toContainText('lunedì 13 gennaio 2025, 09:00');
    await expect(theirs).toContainText('lunedì 13 gennaio 2025, 09:30');
    if (live) await expect(own.getByRole('time')).toHaveAttribute('title', 'lunedì 13 gennaio 2025, 09:00');
  });

  test('addresses are links, and nothing that runs is', async ({ page, workspace }) => {
    await workspace.add({
      comments: [
        general('link', 'admin', 'Guardi https://files.example/bozza.pdf?v=2&lang=it#pagina, per favore.', '2025-03-01T08:00:00Z'),
        general('script', 'admin', 'javascript:alert(1) data:text/html,x vbscript:x JaVaScRiPt://files.example/%0Aalert(1)', '2025-03-01T09:00:00Z'),
      ],
    });
    await open(page, workspace.portal('bianchi'), live);
    const link = message(page, 'Guardi').getByRole('link');
    await expect(link).toHaveText('https://files.example/bozza.pdf?v=2&lang=it#pagina');
    await expect(link).toHaveAttribute('href', 'https://files.example/bozza.pdf?v=2&lang=it#pagina');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(message(page, 'vbscript')).toBeVisible();
    for (const link of await message(page, 'vbscript').getByRole('link').all()) {
      expect(await link.getAttribute('href'), 'only what leads to a page').toMatch(/^https?:/);
    }

    await say(page, 'Il mio: https://pasticceria.example e javascript:alert(2)');
    const own = message(page, 'Il mio').getByRole('link');
    await expect(own).toHaveCount(1);
    await expect(own).toHaveAttribute('href', 'https://pasticceria.example');
  });

  test('a text from right to left reads so, and leaves its neighbours alone', async ({ page, workspace }) => {
    await workspace.add({ comments: [general('arabic', 'admin', ARABIC, '2025-03-01T08:00:00Z')] });
    await open(page, workspace.portal('bianchi'), live);
    const direction = (text: string) => log(page).getByText(text).evaluate((element) => getComputedStyle(element).direction);
    const bidi = (text: string) => log(page).getByText(text).evaluate((element) => getComputedStyle(element).unicodeBidi);
    expect(await direction(ARABIC)).toBe('rtl');
    expect(await direction('Cominciamo oggi.')).toBe('ltr');
    expect(await bidi(ARABIC)).toMatch(/isolate|plaintext/);
    await expect(page.locator('html')).not.toHaveAttribute('dir', 'rtl');

    await send(page, 'שלום, תודה!');
    expect(await direction('שלום, תודה!')).toBe('rtl');
  });

  test('a phase without messages says so', async ({ page, workspace }) => {
    await page.goto(workspace.portal('bianchi', { channel: 'bianchi-realizzazione' }));
    await expect(log(page).getByText('Ancora nessun messaggio')).toBeVisible();
    await send(page, 'Il primo');
    await expect(log(page).getByText('Ancora nessun messaggio')).toBeHidden();
  });
});

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('times and days are the reader’s own', async ({ page, workspace }) => {
    await workspace.add({ comments: [general('night', 'admin', 'Scritto di notte', '2025-03-02T02:30:00Z')] });
    await open(page, workspace.portal('bianchi'));
    await expect(message(page, 'Buongiorno!').getByRole('time')).toHaveAttribute('title', 'lunedì 13 gennaio 2025, 03:00');
    await expect(message(page, 'Scritto di notte').getByRole('time')).toHaveAttribute('title', 'sabato 1º marzo 2025, 21:30');
  });
});
