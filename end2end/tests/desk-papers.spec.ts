// What belongs to a project besides its plan: payments, documents, notes, hours, the quote.

import type { Page } from '@playwright/test';
import { expect, openDesk, said, test, withAndWithoutJavaScript } from './support.ts';
import type { Workspace } from './workspace.ts';

const part = (workspace: Workspace, name: string) => `/admin/projects/${workspace.id('bianchi-menu')}/${name}`;

const line = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Unfolds the form that adds, unless it stands open because there is nothing yet. */
async function unfold(page: Page, label: string): Promise<void> {
  const adder = page.locator('details.adder').filter({ hasText: label });
  if ((await adder.getAttribute('open')) === null) await adder.locator('summary').click();
}

withAndWithoutJavaScript((live) => {
  test('payments are written down, added up, paid and deleted; the client sees no amount', async ({ desk, request, workspace }) => {
    await openDesk(desk, part(workspace, 'payments'), live);
    for (const [label, amount] of [['Acconto', '1.234,50'], ['Saldo', '765.50']]) {
      await unfold(desk, 'Nuovo pagamento');
      await desk.getByRole('textbox', { name: 'Causale' }).fill(label);
      await desk.getByRole('textbox', { name: 'Importo' }).fill(amount);
      await desk.getByRole('button', { name: 'Aggiungi', exact: true }).click();
      await expect(line(desk, label)).toBeVisible();
    }
    const totals = desk.locator('.totals');
    await expect(totals).toContainText(/Concordato\s*2\.000,00/);
    await expect(totals).toContainText(/Da incassare\s*2\.000,00/);
    await expect(line(desk, 'Acconto')).toContainText('1.234,50');

    await line(desk, 'Acconto').getByRole('link', { name: 'Segna pagato' }).click();
    await desk.getByRole('button', { name: 'Segna pagato' }).click();
    await expect(line(desk, 'Acconto')).toContainText('Pagato');
    await expect(totals).toContainText(/Incassato\s*1\.234,50/);
    await expect(totals).toContainText(/Da incassare\s*765,50/);
    const portal = await (await request.get(workspace.portal('bianchi', { project: 'bianchi-menu' }))).text();
    expect(portal).toContain('Acconto');
    for (const amount of ['1234', '1.234', '76550', '765,50']) expect(portal).not.toContain(amount);

    await line(desk, 'Saldo').getByRole('link', { name: 'Elimina' }).click();
    await desk.getByRole('button', { name: 'Elimina' }).click();
    await expect(line(desk, 'Saldo')).toHaveCount(0);
    await expect(totals).toContainText(/Concordato\s*1\.234,50/);
  });

  test('an amount that is none is told at its place, and everything else is kept', async ({ desk, workspace }) => {
    await openDesk(desk, part(workspace, 'payments'), live);
    await unfold(desk, 'Nuovo pagamento');
    await desk.getByRole('textbox', { name: 'Causale' }).fill('Acconto');
    await desk.getByRole('textbox', { name: 'Importo' }).fill('dodici euro');
    await desk.getByRole('button', { name: 'Aggiungi', exact: true }).click();
    await expect(desk.getByRole('textbox', { name: 'Importo' })).toHaveAccessibleDescription(/Scrivi un importo/);
    await expect(desk.getByRole('textbox', { name: 'Importo' })).toHaveValue('dodici euro');
    await expect(desk.getByRole('textbox', { name: 'Causale' })).toHaveValue('Acconto');
  });

  test('a document appears in the portal, a note never does', async ({ desk, request, workspace }) => {
    await openDesk(desk, part(workspace, 'documents'), live);
    await unfold(desk, 'Nuovo documento');
    await desk.getByRole('textbox', { name: 'Nome' }).fill('Linee guida');
    await desk.getByRole('textbox', { name: 'Indirizzo' }).fill('https://files.example/linee-guida.pdf');
    await desk.getByRole('button', { name: 'Aggiungi', exact: true }).click();
    await expect(desk.getByRole('link', { name: 'Linee guida', exact: true })).toHaveAttribute('href', /linee-guida\.pdf$/);

    await openDesk(desk, part(workspace, 'notes'), live);
    await unfold(desk, 'Nuova nota');
    await desk.getByRole('textbox', { name: 'Testo della nota' }).fill('Paga sempre in ritardo.\nRicordarglielo.');
    await desk.getByRole('button', { name: 'Aggiungi', exact: true }).click();
    await expect(desk.getByText('Ricordarglielo.')).toBeVisible();
    const portal = await (await request.get(workspace.portal('bianchi', { project: 'bianchi-menu' }))).text();
    expect(portal).toContain('Linee guida');
    expect(portal).not.toContain('Ricordarglielo');
  });

  test('hours are counted by hand and by the timer, and added up by month', async ({ desk, workspace }) => {
    await openDesk(desk, part(workspace, 'times'), live);
    for (const [minutes, day] of [['1:30', '2026-03-02'], ['45', '2026-03-20'], ['2 h', '2026-04-01']]) {
      await unfold(desk, 'Aggiungi ore');
      const form = desk.locator('details.adder');
      await form.getByLabel('Giorno').fill(day);
      await form.getByRole('textbox', { name: /^Tempo/ }).fill(minutes);
      await form.getByRole('button', { name: 'Aggiungi', exact: true }).click();
      await expect(said(desk, /Fatto|Salvato/)).toBeVisible();
    }
    const months = desk.getByRole('region', { name: 'Per mese' }).last();
    await expect(months.getByRole('row').filter({ hasText: /marzo 2026/i })).toContainText('2 h 15 min');
    await expect(months.getByRole('row').filter({ hasText: /aprile 2026/i })).toContainText('2 h');
    await expect(months.getByRole('row').filter({ hasText: 'In tutto' })).toContainText('4 h 15 min');
  });

  test('the quote adds itself up', async ({ desk, workspace }) => {
    await openDesk(desk, part(workspace, 'quote'), live);
    for (const [what, quantity, price] of [['Fotografie', '2,5', '400'], ['Sconto', '1', '-100']]) {
      await unfold(desk, 'Nuova voce');
      await desk.getByRole('textbox', { name: 'Voce' }).fill(what);
      await desk.getByRole('textbox', { name: 'Quantità' }).fill(quantity);
      await desk.getByRole('textbox', { name: 'Prezzo unitario' }).fill(price);
      await desk.getByRole('button', { name: 'Aggiungi', exact: true }).click();
      await expect(line(desk, what)).toBeVisible();
    }
    await expect(line(desk, 'Fotografie')).toContainText('1.000,00');
    await expect(desk.getByText('900,00')).toBeVisible();
  });
});
