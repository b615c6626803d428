// A client writes to the agency.

import { composer, countNavigations, expect, log, open, say, send, tab, test, withAndWithoutJavaScript } from './support.ts';

// 2000 scalar values, 3998 UTF-16 units: a limit counted in anything else refuses or cuts it.
const LONGEST = `${'🍰'.repeat(1998)}ok`;
const TOO_LONG = 'o'.repeat(2001);

withAndWithoutJavaScript((live) => {
  test('sends a message that appears and stays', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    const navigations = countNavigations(page);
    await send(page, 'Possiamo sentirci domani?');
    await expect(composer(page)).toHaveValue('');
    expect(navigations() > 0, 'reloads only without JavaScript').toBe(!live);

    await page.reload();
    await expect(log(page).getByText('Possiamo sentirci domani?')).toHaveCount(1);
  });

  test('sends into the channel on show', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi', { channel: 'bianchi-progettazione' }), live);
    await send(page, 'La seconda variante mi piace.');
    await expect(tab(page, /^Progettazione\b/)).toHaveAttribute('aria-selected', 'true');

    await tab(page, /^Generale\b/).click();
    await expect(log(page)).toContainText('Buongiorno! Quando cominciamo?');
    await expect(log(page).getByText('La seconda variante mi piace.')).toHaveCount(0);
  });

  test('keeps line breaks and shows markup as it was typed', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await say(page, '<b>Prima</b> riga & "resto"\nseconda riga');
    const message = log(page).getByText('<b>Prima</b> riga & "resto"');
    await expect(message).toBeVisible();
    expect(await message.innerText()).toContain('"resto"\nseconda riga');
  });

  test('takes a text of 2000 characters whole', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await send(page, LONGEST);
  });

  test('tells that a text is too long, and keeps it', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    await say(page, TOO_LONG);
    await expect(page.getByRole('alert').filter({ hasText: '2000' })).toBeVisible();
    await expect(log(page).getByText('oooo')).toHaveCount(0);
    await expect(composer(page)).toHaveValue(TOO_LONG);
  });

  test('tells that a text of white space is empty', async ({ page, workspace }) => {
    await open(page, workspace.portal('bianchi'), live);
    const before = await log(page).getByRole('listitem').count();
    await say(page, ' \n ');
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expect(log(page).getByRole('listitem')).toHaveCount(before);
  });
});
