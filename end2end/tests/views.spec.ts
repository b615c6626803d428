// The two parts of a portal: side by side on a desk, one at a time on a phone.

import { composer, log, manyMessages, openPortal, tab } from './chat.ts';
import { expect, test, withAndWithoutJavaScript } from './fixtures.ts';
import type { Page } from '@playwright/test';

const bar = (page: Page) => page.getByRole('navigation', { name: 'Sezioni' });
const toProject = (page: Page) => bar(page).getByRole('link', { name: 'Progetto' });
const toConversation = (page: Page) => bar(page).getByRole('link', { name: /^Messaggi/ });

withAndWithoutJavaScript((javaScript) => {
  test.describe('on a phone', () => {
    test('a bar leads from the project to the conversation and back', { tag: '@phone-only' }, async ({ page, workspace }) => {
      await openPortal(page, workspace.portal('bianchi', { channel: '' }), javaScript);
      const project = page.getByRole('heading', { level: 1 });
      await expect(project).toBeVisible();
      await expect(log(page)).toBeHidden();
      await expect(bar(page)).toHaveCount(1);
      await expect(toProject(page)).toHaveAttribute('aria-current', 'page');
      await expect(toConversation(page)).not.toHaveAttribute('aria-current');
      await expect(toConversation(page)).toHaveAccessibleName('Messaggi 3 non letti (1 in «Menù di stagione»)');

      await toConversation(page).tap();
      await expect(project).toBeHidden();
      await expect(page.getByRole('banner').getByText('Atrio')).toBeHidden();
      await expect(tab(page, 'Sito nuovo')).toBeVisible();
      await expect(toConversation(page)).toHaveAttribute('aria-current', 'page');
      await expect(toProject(page)).not.toHaveAttribute('aria-current');
      await expect(tab(page, /^Progettazione\b/), 'where the unread messages are').toHaveAttribute('aria-selected', 'true');
      await expect(log(page).getByText('La bozza del logo è pronta.')).toBeInViewport();
      await expect(composer(page)).toBeInViewport({ ratio: 1 });

      await composer(page).fill('A metà');
      await toProject(page).tap();
      await expect(project).toBeInViewport();
      await expect(log(page)).toBeHidden();
      await page.goBack();
      await expect(log(page)).toBeVisible();
      await expect(composer(page)).toHaveValue('A metà');
      await page.goBack();
      await expect(project).toBeVisible();
    });

    test('the conversation opens at the first unread message', { tag: '@phone-only' }, async ({ page, workspace }) => {
      await workspace.add(manyMessages(40));
      await openPortal(page, workspace.portal('bianchi', { channel: '' }), javaScript);
      await toConversation(page).tap();
      await expect(log(page).getByText('Nuovi messaggi', { exact: true })).toBeInViewport();
      await expect(log(page).getByText('Messaggio 1', { exact: true })).toBeInViewport();
      await expect(log(page).getByText('Messaggio 40', { exact: true })).not.toBeInViewport();
    });
  });
});

test.describe('on a phone', () => {
  test('nothing is read while the project shows', { tag: '@phone-only' }, async ({ page, workspace }) => {
    await page.clock.install();
    await openPortal(page, workspace.portal('bianchi', { channel: '' }));
    await page.clock.runFor(10_000);
    await expect(toConversation(page)).toHaveAccessibleName(/^Messaggi 3 non letti/);
    await toConversation(page).tap();
    await page.clock.runFor(10_000);
    await expect(toConversation(page), 'two of them are in view').toHaveAccessibleName(/^Messaggi 1 non letto/);
    await toProject(page).tap();
    await expect(toConversation(page), 'in both bars').toHaveAccessibleName(/^Messaggi 1 non letto/);
  });

  test('the box stays above the bar and the on-screen keyboard', { tag: '@phone-only' }, async ({ page, workspace }) => {
    await openPortal(page, `${workspace.portal('bianchi', { channel: '' })}#conversation`);
    const gap = async () => (await toConversation(page).boundingBox())!.y - bottom((await composer(page).boundingBox())!);
    expect(await gap()).toBeGreaterThan(0);
    await composer(page).tap();
    // The keyboard makes the page shorter (`interactive-widget`).
    await page.setViewportSize({ width: 390, height: 330 });
    await expect(composer(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Invia' })).toBeInViewport({ ratio: 1 });
    await expect(bar(page), 'it leaves its room to what is written').toHaveCount(0);
  });
});

test('a desk shows both parts and no bar, a narrow window the hint above its bar', async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi', { channel: '' }));
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(log(page)).toBeInViewport();
  await expect(composer(page)).toBeInViewport({ ratio: 1 });
  await expect(bar(page)).toHaveCount(0);

  await page.setViewportSize({ width: 640, height: 800 });
  await toConversation(page).click();
  await composer(page).focus();
  const hint = page.getByText('Invio per inviare');
  await expect(hint).toBeVisible();
  expect(bottom((await hint.boundingBox())!)).toBeLessThan((await bar(page).boundingBox())!.y + 1);
});

const bottom = (box: { y: number; height: number }): number => box.y + box.height;
