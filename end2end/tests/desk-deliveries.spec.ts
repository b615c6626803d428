// What arrived from the sources of leads: looked through, set aside.

import { randomBytes } from 'node:crypto';
import { expect, openDesk, row, said, test, withAndWithoutJavaScript } from './support.ts';
import { Workspace } from './workspace.ts';

/** A source with two arrivals that nobody can read. */
async function unreadable(): Promise<string> {
  const name = `Rotta ${randomBytes(4).toString('hex')}`;
  const arrival = (id: string) => ({ id, source_id: 'rotta', body: `{${id}`, outcome: 'quarantined', error: 'unreadable' });
  await Workspace.open({
    lead_sources: [{ id: 'rotta', name, kind: 'auto' }],
    lead_deliveries: [arrival('prima'), arrival('seconda')],
  });
  return name;
}

withAndWithoutJavaScript((live) => {
  test('all on the page are set aside by one box', async ({ desk }) => {
    const source = await unreadable();
    await openDesk(desk, '/admin/leads/deliveries', live);
    await desk.getByRole('combobox', { name: 'Fonte' }).selectOption({ label: source });
    await desk.getByRole('button', { name: 'Filtra' }).click();
    await expect(row(desk, 'Non si legge')).toHaveCount(2);
    await desk.getByRole('button', { name: 'Metti da parte' }).click();
    await expect(said(desk, 'Prima scegli almeno un arrivo.')).toBeVisible();
    await desk.getByRole('checkbox', { name: 'Tutti quelli di questa pagina' }).check();
    await desk.getByRole('button', { name: 'Metti da parte' }).click();
    await expect(said(desk, '2 arrivi messi da parte.')).toBeVisible();
    await expect(row(desk, 'Messo da parte a mano.')).toHaveCount(2);
  });

  test('on a phone what can be done with a chosen one stays in sight', async ({ desk }) => {
    await unreadable();
    await desk.setViewportSize({ width: 360, height: 740 });
    await openDesk(desk, '/admin/leads/deliveries', live);
    await desk.getByRole('checkbox', { name: /^Scegli l’arrivo/ }).first().check();
    await expect(desk.getByRole('button', { name: 'Metti da parte' })).toBeInViewport();
    expect(await desk.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0);
  });
});
