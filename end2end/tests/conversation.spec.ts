// How messages are rendered: days, times, authors, links, text direction.

import { log, message, openPortal, sendMessage, submitMessage } from './chat.ts';
import { expect, test, withAndWithoutJavaScript } from './fixtures.ts';

const ARABIC = 'أهلاً وسهلاً! هل يمكننا رؤية القائمة؟ (PDF, 2 MB)';

/** A message of the client bianchi's General channel. */
const comment = (id: string, author: string, text: string, at: Date | string) => ({
  ...{ id, entity_type: 'general', entity_id: 'bianchi', author, text },
  created_at: at instanceof Date ? at.toISOString() : at,
});

withAndWithoutJavaScript((javaScript) => {
  test('messages have author and time and are grouped by day', async ({ page, workspace }) => {
    const now = Date.now();
    await workspace.add({
      comments: [
        comment('yesterday', 'client', 'Scritto ieri', new Date(now - 86_400_000)),
        comment('today', 'client', 'Scritto oggi', new Date(now)),
      ],
    });
    await openPortal(page, workspace.portal('bianchi'), javaScript);
    const lines = await log(page).getByRole('listitem').allInnerTexts();
    const indexOf = (text: string) => lines.findIndex((line) => line.includes(text));
    expect(indexOf('13 gennaio 2025')).toBeGreaterThanOrEqual(0);
    const indexes = ['13 gennaio 2025', 'Buongiorno!', 'Cominciamo oggi.', 'Ieri', 'Scritto ieri', 'Oggi', 'Scritto oggi'].map(indexOf);
    expect(indexes).toEqual(indexes.toSorted((one, other) => one - other));
    expect(lines.filter((line) => /^lunedì 13 gennaio 2025$/i.test(line.trim())), 'once for two messages').toHaveLength(1);

    const own = message(page, 'Buongiorno! Quando cominciamo?');
    const received = message(page, 'Cominciamo oggi.');
    await expect(own.getByText('Tu', { exact: true })).toBeAttached();
    await expect(received.getByText('Tu', { exact: true })).toHaveCount(0);
    await expect(own).toContainText('lunedì 13 gennaio 2025, 09:00');
    await expect(received).toContainText('lunedì 13 gennaio 2025, 09:30');
    if (javaScript) await expect(own.getByRole('time')).toHaveAttribute('title', 'lunedì 13 gennaio 2025, 09:00');
  });
});

test('only http addresses become links', async ({ page, workspace }) => {
  await workspace.add({
    comments: [
      comment('link', 'admin', 'Guardi https://files.example/bozza.pdf?v=2&lang=it#pagina, per favore.', '2025-03-01T08:00:00Z'),
      comment('script', 'admin', 'javascript:alert(1) data:text/html,x vbscript:x JaVaScRiPt://files.example/%0Aalert(1)', '2025-03-01T09:00:00Z'),
    ],
  });
  await openPortal(page, workspace.portal('bianchi'));
  const link = message(page, 'Guardi').getByRole('link');
  await expect(link).toHaveText('https://files.example/bozza.pdf?v=2&lang=it#pagina');
  await expect(link).toHaveAttribute('href', 'https://files.example/bozza.pdf?v=2&lang=it#pagina');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(message(page, 'vbscript')).toBeVisible();
  for (const link of await message(page, 'vbscript').getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^https?:/);
  }

  await submitMessage(page, 'Il mio: https://pasticceria.example e javascript:alert(2)');
  const own = message(page, 'Il mio').getByRole('link');
  await expect(own).toHaveCount(1);
  await expect(own).toHaveAttribute('href', 'https://pasticceria.example');
});

test('right-to-left text does not change the direction of its neighbours', async ({ page, workspace }) => {
  await workspace.add({ comments: [comment('arabic', 'admin', ARABIC, '2025-03-01T08:00:00Z')] });
  await openPortal(page, workspace.portal('bianchi'));
  const direction = (text: string) => log(page).getByText(text).evaluate((element) => getComputedStyle(element).direction);
  const bidi = (text: string) => log(page).getByText(text).evaluate((element) => getComputedStyle(element).unicodeBidi);
  expect(await direction(ARABIC)).toBe('rtl');
  expect(await direction('Cominciamo oggi.')).toBe('ltr');
  expect(await bidi(ARABIC)).toMatch(/isolate|plaintext/);
  await expect(page.locator('html')).not.toHaveAttribute('dir', 'rtl');

  await sendMessage(page, 'שלום, תודה!');
  expect(await direction('שלום, תודה!')).toBe('rtl');
});

test('the first message replaces the text of an empty channel', async ({ page, workspace }) => {
  await page.goto(workspace.portal('bianchi', { channel: 'bianchi-realizzazione' }));
  await expect(log(page).getByText('Ancora nessun messaggio')).toBeVisible();
  await sendMessage(page, 'Il primo');
  await expect(log(page).getByText('Ancora nessun messaggio')).toBeHidden();
});

test('an English portal has English texts', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('miller'));
  await expect(page.getByRole('tab', { name: /^General$/ })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: /^Design\b.*\b2\b/ })).toBeVisible();
  await expect(log(page)).toContainText('Welcome aboard!');
  await expect(page.getByText('Monday 13 January 2025').or(page.getByText('Wednesday 15 January 2025')).first()).toBeAttached();
  await page.getByRole('textbox', { name: 'Write a message' }).fill('Thank you!');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(log(page).getByText('Thank you!')).toBeVisible();
  await expect(log(page).getByText('You', { exact: true }).first()).toBeAttached();
});

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' });

  test('times are in the time zone of the browser', async ({ page, workspace }) => {
    await workspace.add({ comments: [comment('night', 'admin', 'Scritto di notte', '2025-03-02T02:30:00Z')] });
    await openPortal(page, workspace.portal('bianchi'));
    await expect(message(page, 'Buongiorno!').getByRole('time')).toHaveAttribute('title', 'lunedì 13 gennaio 2025, 03:00');
    await expect(message(page, 'Scritto di notte').getByRole('time')).toHaveAttribute('title', 'sabato 1º marzo 2025, 21:30');
  });
});
