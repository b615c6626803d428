// Long conversations: a page opens with the newest, and the rest comes when asked for.

import { composer, countNavigations, expect, log, manyMessages, open, say, test, withAndWithoutJavaScript } from './support.ts';

const READ = { client_channel_reads: [{ client_id: 'conti', channel_key: 'conti', read_at: '2025-06-01T08:00:00.000Z' }] };

test('the page carries fifty messages of a channel, however many there are', async ({ request, workspace }) => {
  await workspace.add({ ...manyMessages(400, 'conti') });
  const page = await (await request.get(workspace.portal('conti'))).text();
  const carried = new Set(page.match(/Messaggio \d+/g));
  expect(carried.size).toBe(50);
  expect(carried).toContain('Messaggio 400');
});

withAndWithoutJavaScript((live) => {
  test('older messages come page by page, each once and in order', async ({ page, workspace }) => {
    await workspace.add({ ...manyMessages(120, 'conti'), ...READ });
    await open(page, `${workspace.portal('conti')}#conversation`, live);
    const older = page.getByRole('link', { name: 'Mostra i messaggi precedenti' });
    const navigations = countNavigations(page);
    const numbers = async () => (await log(page).getByText(/^Messaggio \d+$/).allInnerTexts()).map((text) => Number(text.slice(10)));
    const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
    expect(await numbers()).toEqual(upTo(71, 120));

    await older.click();
    await expect(log(page).getByText('Messaggio 21', { exact: true })).toBeAttached();
    expect(await numbers()).toEqual(live ? upTo(21, 120) : upTo(21, 70));
    await older.click();
    await expect(log(page).getByText('Grazie degli schizzi.')).toBeAttached();
    expect(await numbers()).toEqual(live ? upTo(1, 120) : upTo(1, 20));
    await expect(older).toHaveCount(0);
    expect(navigations() > 0).toBe(!live);

    if (!live) {
      await page.getByRole('link', { name: 'Torna ai messaggi più recenti' }).click();
      await expect(log(page).getByText('Messaggio 120', { exact: true })).toBeVisible();
      await expect(composer(page)).toBeVisible();
    }
  });
});

test('what the reader was reading stays where it is when older messages come', async ({ page, workspace }) => {
  await workspace.add({ ...manyMessages(120, 'conti'), ...READ });
  await open(page, `${workspace.portal('conti')}#conversation`);
  const older = page.getByRole('link', { name: 'Mostra i messaggi precedenti' });
  await older.scrollIntoViewIfNeeded();
  const first = log(page).getByText('Messaggio 71', { exact: true });
  const before = (await first.boundingBox())!.y;
  await older.click();
  await expect(log(page).getByText('Messaggio 21', { exact: true })).toBeAttached();
  expect(Math.abs((await first.boundingBox())!.y - before)).toBeLessThan(60); // the link itself moves away
  await say(page, 'Dopo aver letto');
  await expect(log(page).getByText('Dopo aver letto'), 'an own message is shown').toBeInViewport();
});

test.describe('when they do not come', () => {
  test.use({ expectedConsole: /status of 503/ });

  test('that is said, and they can be asked for again', async ({ page, workspace }) => {
    await workspace.add({ ...manyMessages(60, 'conti'), ...READ });
    await page.route('**/api/client/history?*', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await open(page, `${workspace.portal('conti')}#conversation`);
    const older = page.getByRole('link', { name: 'Mostra i messaggi precedenti' });
    await older.click();
    await expect(page.getByText('I messaggi precedenti non sono arrivati')).toBeVisible();
    await older.click();
    await expect(log(page).getByText('Grazie degli schizzi.')).toBeAttached();
    await expect(page.getByText('I messaggi precedenti non sono arrivati')).toHaveCount(0);
  });
});
