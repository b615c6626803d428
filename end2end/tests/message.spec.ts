// A client sends messages.

import { composer, countNavigations, log, openPortal, sendMessage, submitMessage, tab } from './chat.ts';
import { expect, test, withAndWithoutJavaScript } from './fixtures.ts';

// 2000 scalar values, 3998 UTF-16 units: a limit in other units refuses or cuts it.
const LONGEST = `${'🍰'.repeat(1998)}ok`;
const TOO_LONG = 'o'.repeat(2001);

withAndWithoutJavaScript((javaScript) => {
  test('a sent message appears and stays', { tag: javaScript ? '@phone' : [] }, async ({ page, workspace }) => {
    await openPortal(page, `${workspace.portal('bianchi')}#conversation`, javaScript);
    const navigations = countNavigations(page);
    await sendMessage(page, 'Possiamo sentirci domani?');
    await expect(composer(page)).toHaveValue('');
    expect(navigations() > 0, 'reloads only without JavaScript').toBe(!javaScript);

    await page.reload();
    await expect(log(page).getByText('Possiamo sentirci domani?')).toHaveCount(1);
  });

  test('line breaks, markup and 2000 characters are kept, in one channel', async ({ page, workspace }) => {
    await openPortal(page, workspace.portal('bianchi', { channel: 'bianchi-progettazione' }), javaScript);
    await submitMessage(page, '<b>Prima</b> riga & "resto"\nseconda riga');
    const sent = log(page).getByText('<b>Prima</b> riga & "resto"');
    await expect(sent).toBeVisible();
    expect(await sent.innerText()).toContain('"resto"\nseconda riga');
    await sendMessage(page, LONGEST);
    await expect(tab(page, /^Progettazione\b/)).toHaveAttribute('aria-selected', 'true');

    await tab(page, /^Generale\b/).click();
    await expect(log(page)).toContainText('Buongiorno! Quando cominciamo?');
    await expect(log(page).getByText('seconda riga')).toHaveCount(0);
  });

  test('a blank or too long message is refused and kept', async ({ page, workspace }) => {
    await openPortal(page, workspace.portal('bianchi'), javaScript);
    const before = await log(page).getByRole('listitem').count();
    await submitMessage(page, ' \n ');
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expect(log(page).getByRole('listitem')).toHaveCount(before);
    await submitMessage(page, TOO_LONG);
    await expect(page.getByRole('alert').filter({ hasText: '2000' })).toBeVisible();
    await expect(log(page).getByText('oooo')).toHaveCount(0);
    await expect(composer(page)).toHaveValue(TOO_LONG);
  });
});
