// A form of the pages of a project's records: payments.

import { openAdmin } from './admin.ts';
import { expect, test } from './fixtures.ts';

test('payments are added, totalled and marked as paid', async ({ adminPage, workspace }) => {
  await openAdmin(adminPage, `/admin/projects/${workspace.id('bianchi-menu')}/payments`);
  const row = (text: string) => adminPage.getByRole('row').filter({ hasText: text });
  const adder = adminPage.locator('details').filter({ hasText: 'Nuovo pagamento' });
  await expect(adder, 'open while there are no payments').toHaveAttribute('open');
  const add = async (label: string, amount: string) => {
    await adminPage.getByRole('textbox', { name: 'Causale' }).fill(label);
    await adminPage.getByRole('textbox', { name: 'Importo' }).fill(amount);
    await adminPage.getByRole('button', { name: 'Aggiungi', exact: true }).click();
  };
  await add('Acconto', 'dodici euro');
  await expect(adminPage.getByRole('textbox', { name: 'Importo' })).toHaveAccessibleDescription(/Scrivi un importo/);
  await expect(adminPage.getByRole('textbox', { name: 'Causale' })).toHaveValue('Acconto');
  await add('Acconto', '1.234,50');
  await expect(row('Acconto')).toContainText('1.234,50');
  await expect(adder, 'open for the next one').toHaveAttribute('open');
  await add('Saldo', '765.50');
  const totals = adminPage.locator('.totals');
  await expect(totals).toContainText(/Concordato\s*2\.000,00/);

  await row('Acconto').getByRole('link', { name: 'Segna come pagato' }).click();
  await adminPage.getByRole('button', { name: 'Segna come pagato' }).click();
  await expect(row('Acconto')).toContainText('Pagato');
  await expect(totals).toContainText(/Incassato\s*1\.234,50/);
  await expect(totals).toContainText(/Da incassare\s*765,50/);
});

test('a printed quote is the sheet alone, on white', async ({ adminPage, workspace }) => {
  await openAdmin(adminPage, `/admin/projects/${workspace.id('bianchi-sito')}/quote/sheet`);
  await adminPage.getByRole('button', { name: 'Salva e assegna il numero' }).click();
  const title = adminPage.getByRole('heading', { name: /^Preventivo \d+\/\d{4}$/ });
  await expect(title).toBeVisible();
  await adminPage.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await adminPage.getByRole('button', { name: 'Prepara il PDF' }).click();
  await expect(adminPage.locator('[data-printed]')).toBeAttached();

  await adminPage.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(title).toBeVisible();
  for (const hidden of ['.desk__bar', '.subnav', '.sheet-tools', 'form', 'h1']) {
    await expect(adminPage.locator(hidden).filter({ visible: true }), hidden).toHaveCount(0);
  }
  await expect(adminPage.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)');
});
