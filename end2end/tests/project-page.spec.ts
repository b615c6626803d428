// The project on a portal page: what is due, phases, documents, payments.

import { busy, empty } from '../busy.ts';
import { overflow } from './admin.ts';
import { log, openPortal, tab } from './chat.ts';
import { deliverable } from './deliverables.ts';
import { expect, test } from './fixtures.ts';
import { inBothLanguages, shortDate } from './languages.ts';

/** The middle of the month after next: never the first of a month, never past. */
const SOON = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 2, 15));

inBothLanguages((texts, javaScript) => {
  test('open items come first and link to their place', { tag: javaScript ? '@phone' : [] }, async ({ page, workspace }) => {
    await openPortal(page, workspace.portal(texts.client), javaScript);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.greeting);
    const { openItems, upcoming, phases, documents, payments } = texts;
    await expect(page.locator('.project__course').getByRole('heading', { level: 2 })).toHaveText([openItems, upcoming, phases, documents, payments]);
    const items = page.getByRole('region', { name: openItems });
    await expect(items).toBeInViewport();
    await expect(items.getByRole('heading', { level: 3 })).toHaveText([texts.draft.title, texts.sign.title]);
    await expect(items.getByRole('link')).toHaveText(texts.openItemsInOrder);

    const course = page.getByRole('region', { name: phases });
    await course.getByRole('listitem').filter({ hasText: texts.sign.title }).last().getByRole('link', { name: openItems }).click();
    await expect(deliverable(page, texts.sign.title)).toBeInViewport();
    await items.getByRole('link', { name: texts.lastMessage }).click();
    await expect(tab(page, new RegExp(`^${texts.phase.name}`))).toHaveAttribute('aria-selected', 'true');
    await expect(log(page).getByText(texts.lastMessage)).toBeVisible();
  });

  test('shows phases, due dates, documents and payments', async ({ page, workspace }) => {
    const [project_id, due_on] = [texts.project, SOON.toISOString().slice(0, 10)];
    await workspace.add({ phases: [{ id: 'soon', project_id, name: 'Soon', position: 9, due_on }] });
    await openPortal(page, workspace.portal(texts.client), javaScript);
    await expect(page.locator('html')).toHaveAttribute('lang', texts.code);
    const dates = page.getByRole('region', { name: texts.upcoming }).getByRole('listitem');
    await expect(dates.filter({ hasText: texts.balance }).locator('.late')).toBeVisible();
    await expect(dates.filter({ hasText: texts.endOfPhase }).getByRole('time')).toHaveAttribute('datetime', due_on);

    const phases = page.getByRole('region', { name: texts.phases });
    await expect(phases.getByRole('heading', { level: 3 })).toHaveText([texts.phase.name, texts.laterPhase.name, 'Soon']);
    const phase = phases.getByRole('listitem').filter({ has: page.getByRole('heading', { name: texts.phase.name }) });
    for (const text of [texts.phase.status, texts.phase.progress, shortDate(new Date('2025-02-28'), texts)]) {
      await expect(phase.locator('summary')).toContainText(text);
    }
    const card = deliverable(page, texts.draft.title);
    await expect(card.getByText(texts.draft.description)).toBeVisible();
    await expect(card.getByRole('link', { name: texts.draft.title })).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(phase.getByText(texts.alreadyApproved)).toBeVisible();
    await phase.locator('summary').click();
    await expect(phase.getByText(texts.alreadyApproved)).toBeHidden();
    const later = phases.getByRole('listitem').filter({ has: page.getByRole('heading', { name: texts.laterPhase.name }) });
    await expect(later.locator('summary')).toContainText(texts.laterPhase.status);
    await expect(later.getByText(texts.laterPhase.task)).toBeAttached();

    const contract = page.getByRole('region', { name: texts.documents }).getByRole('link', { name: texts.contract });
    await expect(contract).toHaveAttribute('href', /^https:\/\/files\.example\/contra/);
    await expect(contract).toHaveAttribute('target', '_blank');
    const payments = page.getByRole('region', { name: texts.payments }).getByRole('listitem');
    await expect(payments.filter({ hasText: texts.deposit })).toContainText(texts.paid);
    await expect(payments.filter({ hasText: texts.balance }).locator('.pill--late')).toBeVisible();
    await expect(payments.filter({ hasText: texts.balance })).toContainText(shortDate(new Date('2025-05-31'), texts));
  });

  test('empty parts say what they will show', async ({ page, workspace }) => {
    await workspace.add(empty(texts.code as 'it' | 'en'));
    await page.goto(workspace.portal('empty'));
    await expect(page.getByRole('region', { name: texts.openItems })).toContainText(texts.noOpenItems);
    await expect(page.getByRole('region', { name: texts.phases })).toContainText(texts.noPhases);
    await expect(page.getByRole('region', { name: texts.documents })).toContainText(texts.noDocuments);
    await expect(page.getByRole('region', { name: texts.payments })).toContainText(texts.noPayments);
    await expect(log(page)).toContainText(texts.noMessages);

    await page.goto(workspace.portal('none'));
    await expect(page.getByText(texts.noProjects)).toBeVisible();
    await expect(page.getByRole('log'), 'General is there without a project').toBeVisible();
  });
});

test.describe('at 360 pixels', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test('a crowded portal does not overflow', async ({ page, workspace }) => {
    await workspace.add(busy('it'));
    await openPortal(page, workspace.portal('busy'));
    expect(await overflow(page.locator('html'))).toBe(0);
    await page.getByRole('button', { name: /^Richiedi modifiche / }).last().click();
    await expect(page.getByRole('dialog')).toBeInViewport();
    expect(await overflow(page.locator('html'))).toBe(0);
  });
});
