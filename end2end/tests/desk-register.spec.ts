// What the agency takes away, and who did what.

import { readFile } from 'node:fs/promises';
import { approve, expectApproved } from './deliverables.ts';
import { expect, openDesk, test, withAndWithoutJavaScript } from './support.ts';
import { Workspace } from './workspace.ts';

/** Rows and cells of a file as RFC 4180 has it. */
function parse(csv: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < csv.length; at += 1) {
    const letter = csv[at];
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (csv[at + 1] === '"') cell += csv[(at += 1)];
      else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ',' || letter === '\r') {
      rows.at(-1)!.push(cell);
      cell = '';
    } else if (letter === '\n') rows.push([]);
    else cell += letter;
  }
  return rows.filter((row) => row.length > 0);
}

withAndWithoutJavaScript((live) => {
  test('leads are taken away as a table that no spreadsheet runs', async ({ desk }) => {
    const workspace = await Workspace.open({
      leads: [{ id: 'evil', name: '=HYPERLINK("http://evil.example")', company: 'Rossi, "& Figli"\n\'+39', source: '@fiera' }],
    });
    await openDesk(desk, '/admin/leads', live);
    const started = desk.waitForEvent('download');
    await desk.getByRole('link', { name: 'Scarica CSV' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/leads.*\.csv$/);
    const file = await readFile(await download.path(), 'utf8');
    expect(file).toContain('\r\n');
    const rows = parse(file.replace(/^\uFEFF/, ''));
    expect(new Set(rows.map((row) => row.length)).size, 'all rows are as long as the first').toBe(1);
    const lead = rows.find((row) => row[0] === workspace.id('evil'))!;
    expect(lead).toContain('\'=HYPERLINK("http://evil.example")');
    expect(lead).toContain('Rossi, "& Figli"\n\'+39');
    expect(lead).toContain("'@fiera");
  });

  test('the register says who approved what, and finds it again', async ({ desk, office, workspace }) => {
    const { name } = workspace.clients.bianchi;
    await office.goto(workspace.portal('bianchi'));
    await approve(office, 'Insegna');
    await expectApproved(office, 'Insegna');

    await openDesk(desk, '/admin/audit', live);
    await desk.getByRole('combobox', { name: 'Cosa' }).selectOption({ label: 'Approvazioni' });
    await desk.getByRole('button', { name: 'Filtra' }).click();
    const line = desk.getByRole('main').getByRole('listitem').filter({ hasText: name });
    await expect(line).toHaveCount(1);
    await expect(line).toContainText('ha approvato');
    await expect(line).toContainText('Insegna');
    await line.getByRole('link', { name }).click();
    await expect(desk.getByRole('main').getByRole('listitem')).toHaveCount(1);
    await desk.getByLabel('Al', { exact: true }).fill('2020-01-01');
    await desk.getByRole('button', { name: 'Filtra' }).click();
    await expect(desk.getByText(/Niente che corrisponda/)).toBeVisible();
  });
});

test('everything is taken away as another Atrio takes it in', async ({ desk, workspace }) => {
  const answer = await desk.request.get('/admin/export/atrio.json');
  expect(answer.headers()['content-disposition']).toContain('attachment');
  const everything = await answer.json();
  const { id, slug } = workspace.clients.bianchi;
  expect(everything.clients.find((client: { id: string }) => client.id === id)).toMatchObject({ slug });
  expect(Object.keys(everything)).toEqual(expect.arrayContaining(['clients', 'comments', 'leads', 'settings']));
});
