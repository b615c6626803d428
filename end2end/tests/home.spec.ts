// Five seconds with a project: what is asked of the client, where it stands, what belongs to it.

import { empty } from '../busy.ts';
import { deliverable } from './deliverables.ts';
import { inBothLanguages, written } from './languages.ts';
import { expect, log, open, tab, test, withAndWithoutJavaScript } from './support.ts';

/** The middle of the month after next: never the first of a month, never past. */
const SOON = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 2, 15));

inBothLanguages((tongue) => {
  withAndWithoutJavaScript((live) => {
    test('what needs the client comes first, each with a way to it', async ({ page, workspace }) => {
      await open(page, workspace.portal(tongue.client), live);
      const { needs, course, documents, payments, conversation } = tongue;
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([needs, course, documents, payments, conversation]);
      const block = page.getByRole('region', { name: needs });
      await expect(block).toBeInViewport();
      await expect(block.getByRole('link')).toHaveText(tongue.needsInOrder);

      await block.getByRole('link', { name: tongue.sign.title }).click();
      await expect(deliverable(page, tongue.sign.title)).toBeInViewport();
      await block.getByRole('link', { name: new RegExp(`2 .*${tongue.phase.name}`) }).click();
      await expect(tab(page, new RegExp(`^${tongue.phase.name}`))).toHaveAttribute('aria-selected', 'true');
      await expect(log(page).getByText(tongue.lastMessage)).toBeVisible();
    });

    test('the next due date is told', async ({ page, workspace }) => {
      const [project_id, due_on] = [tongue.project, SOON.toISOString().slice(0, 10)];
      await workspace.add({ phases: [{ id: 'soon', project_id, name: 'Soon', position: 9, due_on }] });
      await open(page, workspace.portal(tongue.client), live);
      const line = page.getByRole('region', { name: tongue.needs }).getByRole('listitem').filter({ hasText: tongue.nextDue });
      await expect(line).toContainText(written(SOON, tongue));
      await expect(line).toContainText('Soon');
    });

    test('phases stand in order with status, progress and date, and open to their tasks', async ({ page, workspace }) => {
      await open(page, workspace.portal(tongue.client), live);
      const course = page.getByRole('region', { name: tongue.course });
      await expect(course.getByRole('heading', { level: 3 })).toHaveText([tongue.phase.name, tongue.laterPhase.name]);

      const phase = course.getByRole('listitem').filter({ has: page.getByRole('heading', { name: tongue.phase.name }) });
      for (const text of [tongue.phase.status, tongue.phase.progress, written(new Date('2025-02-28'), tongue)]) {
        await expect(phase.locator('summary')).toContainText(text);
      }
      await expect(phase.getByText(tongue.draft.description)).toBeVisible();
      const file = phase.getByRole('link', { name: tongue.draft.title });
      await expect(file).toHaveAttribute('rel', 'noopener noreferrer');

      await phase.locator('summary').click();
      await expect(phase.getByText(tongue.draft.description)).toBeHidden();
      await phase.locator('summary').click();
      await expect(phase.getByText(tongue.draft.description)).toBeVisible();

      const later = course.getByRole('listitem').filter({ has: page.getByRole('heading', { name: tongue.laterPhase.name }) });
      await expect(later.locator('summary')).toContainText(tongue.laterPhase.status);
      await expect(later.getByText(tongue.laterPhase.task)).toBeAttached();
    });

    test('documents open elsewhere, payments say whether they are made', async ({ page, workspace }) => {
      await open(page, workspace.portal(tongue.client), live);
      const contract = page.getByRole('region', { name: tongue.documents }).getByRole('link', { name: tongue.contract });
      await expect(contract).toHaveAttribute('href', /^https:\/\/files\.example\/contra/);
      await expect(contract).toHaveAttribute('target', '_blank');
      const payments = page.getByRole('region', { name: tongue.payments }).getByRole('listitem');
      await expect(payments.filter({ hasText: tongue.deposit })).toContainText(tongue.paid);
      await expect(payments.filter({ hasText: tongue.balance })).toContainText(tongue.unpaid);
      await expect(payments.filter({ hasText: tongue.balance })).toContainText(written(new Date('2025-05-31'), tongue));
    });

    test('what is empty says what will be there', async ({ page, workspace }) => {
      await workspace.add(empty(tongue.code as 'it' | 'en'));
      await page.goto(workspace.portal('empty'));
      await expect(page.getByRole('region', { name: tongue.needs })).toContainText(tongue.needsNothing);
      await expect(page.getByRole('region', { name: tongue.course })).toContainText(tongue.noCourse);
      await expect(page.getByRole('region', { name: tongue.documents })).toContainText(tongue.noDocuments);
      await expect(page.getByRole('region', { name: tongue.payments })).toContainText(tongue.noPayments);
      await expect(log(page)).toContainText(tongue.noMessages);

      await page.goto(workspace.portal('none'));
      await expect(page.getByText(tongue.noProjects)).toBeVisible();
      await expect(page.getByRole('log')).toHaveCount(0);
    });
  });
});
