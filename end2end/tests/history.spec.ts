// Long conversations: a page shows the newest fifty messages of a channel and loads older ones on demand.

import { composer, countNavigations, log, manyMessages, openPortal, submitMessage } from './chat.ts';
import { expect, test, withAndWithoutJavaScript } from './fixtures.ts';

const READ = { client_channel_reads: [{ client_id: 'conti', channel_key: 'conti', read_at: '2025-06-01T08:00:00.000Z' }] };

withAndWithoutJavaScript((javaScript) => {
  test('older messages load fifty at a time, once and in order', { tag: javaScript ? '@smoke' : [] }, async ({ page, workspace }) => {
    await workspace.add(manyMessages(120, 'conti'), READ);
    await openPortal(page, `${workspace.portal('conti')}#conversation`, javaScript);
    const older = page.getByRole('link', { name: 'Mostra i messaggi precedenti' });
    const navigations = countNavigations(page);
    const numbers = async () => (await log(page).getByText(/^Messaggio \d+$/).allInnerTexts()).map((text) => Number(text.slice(10)));
    const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
    expect(await numbers()).toEqual(range(71, 120));

    await older.click();
    await expect(log(page).getByText('Messaggio 21', { exact: true })).toBeAttached();
    expect(await numbers()).toEqual(javaScript ? range(21, 120) : range(21, 70));
    await older.click();
    await expect(log(page).getByText('Grazie degli schizzi.')).toBeAttached();
    expect(await numbers()).toEqual(javaScript ? range(1, 120) : range(1, 20));
    await expect(older).toHaveCount(0);
    expect(navigations() > 0).toBe(!javaScript);

    if (!javaScript) {
      await page.getByRole('link', { name: 'Torna ai messaggi più recenti' }).click();
      await expect(log(page).getByText('Messaggio 120', { exact: true })).toBeVisible();
      await expect(composer(page)).toBeVisible();
    }
  });
});

test('loading older messages keeps the scroll position', { tag: '@phone' }, async ({ page, workspace }) => {
  await workspace.add(manyMessages(120, 'conti'), READ);
  await openPortal(page, `${workspace.portal('conti')}#conversation`);
  const older = page.getByRole('link', { name: 'Mostra i messaggi precedenti' });
  await older.scrollIntoViewIfNeeded();
  const first = log(page).getByText('Messaggio 71', { exact: true });
  const before = (await first.boundingBox())!.y;
  await older.click();
  await expect(log(page).getByText('Messaggio 21', { exact: true })).toBeAttached();
  expect(Math.abs((await first.boundingBox())!.y - before)).toBeLessThan(60); // the link itself moves away
  await submitMessage(page, 'Dopo aver letto');
  await expect(log(page).getByText('Dopo aver letto'), 'scrolls to an own message').toBeInViewport();
});

test.describe('on a server error', () => {
  test.use({ expectedConsole: /status of 503/ });

  test('loading older messages can be retried', async ({ page, workspace }) => {
    await workspace.add(manyMessages(60, 'conti'), READ);
    await page.route('**/api/client/history?*', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await openPortal(page, `${workspace.portal('conti')}#conversation`);
    const older = page.getByRole('link', { name: 'Mostra i messaggi precedenti' });
    await older.click();
    await expect(page.getByText('Non siamo riusciti a caricare i messaggi precedenti')).toBeVisible();
    await older.click();
    await expect(log(page).getByText('Grazie degli schizzi.')).toBeAttached();
    await expect(page.getByText('Non siamo riusciti a caricare i messaggi precedenti')).toHaveCount(0);
  });
});
