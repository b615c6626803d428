// Two leads that are one person: merged by hand, and separated again.

import { randomBytes } from 'node:crypto';
import { expect, openDesk, row, said, test, withAndWithoutJavaScript } from './support.ts';
import { Workspace } from './workspace.ts';

/** One person with two cards; the telephone number is nobody else's. */
async function twice(): Promise<{ family: string; id: (name: string) => string }> {
  const family = `Doppini${randomBytes(4).toString('hex')}`;
  const phone = String(3_000_000_000 + randomBytes(4).readUInt32BE() % 900_000_000);
  const workspace = await Workspace.open({
    leads: [
      { id: 'prima', name: `Ada ${family}`, phone: `+39 ${phone}`, source: 'fiera' },
      { id: 'seconda', name: `A. ${family}`, phone, email: 'ada@lead.example', company: 'Ditta Ada', source: 'sito' },
    ],
    activities: [
      { id: 'una', lead_id: 'prima', kind: 'note', text: 'Vista in fiera' },
      { id: 'altra', lead_id: 'seconda', kind: 'message', text: 'Vorrei un sito' },
    ],
  });
  return { family, id: (name) => workspace.id(name) };
}

withAndWithoutJavaScript((live) => {
  test('two cards of one person become one, and two again', async ({ desk }) => {
    const { family, id } = await twice();
    await openDesk(desk, `/admin/leads/${id('prima')}`, live);
    await desk.getByRole('link', { name: 'Unisci…' }).click();
    await expect(row(desk, `A. ${family}`)).toContainText('stesso telefono');
    await desk.getByRole('searchbox').fill(`${family} inesistente`);
    await desk.getByRole('button', { name: 'Cerca' }).click();
    await expect(desk.getByText(/Niente che corrisponda/)).toBeVisible();
    await desk.getByRole('searchbox').fill(`ditta ${family}`);
    await desk.getByRole('button', { name: 'Cerca' }).click();
    await row(desk, family).getByRole('link', { name: `A. ${family}` }).click();

    await expect(desk.getByRole('columnheader', { name: /^Si unisce/ })).toContainText(/A\. \S+@lead\.example/);
    await expect(desk.getByRole('link', { name: 'Scegli un altro lead' })).toHaveAttribute('href', `/admin/leads/${id('prima')}?merge=1`);
    await expect(desk.getByRole('row', { name: /^Azienda/ })).toContainText(/Ditta Ada\s*resta/);
    await expect(desk.getByRole('row', { name: /^Nome e cognome/ })).toContainText('solo nella nota');
    await desk.getByRole('button', { name: 'Unisci' }).click();
    await expect(said(desk, 'Uniti: adesso è un lead solo.')).toBeVisible();
    const history = desk.getByRole('region', { name: 'Che cosa è successo' });
    await expect(history).toContainText('Vista in fiera');
    await expect(history).toContainText('Vorrei un sito');
    await expect(history).toContainText(`Unito con A. ${family}`);
    await expect(desk.getByText('Ditta Ada').first()).toBeVisible();

    await desk.getByRole('link', { name: 'Annulla l’unione' }).click();
    await expect(desk.getByRole('heading', { name: `Annullare l’unione con A. ${family}?` })).toBeVisible();
    await desk.getByRole('button', { name: 'Separa i due lead' }).click();
    await expect(said(desk, 'Separati: questo lead è tornato com’era.')).toBeVisible();
    await expect(desk.getByRole('heading', { level: 1, name: `A. ${family}` })).toBeVisible();
    await expect(history).toContainText('Vorrei un sito');
    await desk.getByRole('link', { name: 'Apri l’altro lead' }).click();
    await expect(desk.getByRole('heading', { level: 1, name: `Ada ${family}` })).toBeVisible();
    await expect(history).toContainText('Vista in fiera');
    await expect(history).not.toContainText('Vorrei un sito');
  });

  test('on a phone the keyboard is enough, and nothing overflows', async ({ desk }) => {
    const { family, id } = await twice();
    await desk.setViewportSize({ width: 360, height: 740 });
    await openDesk(desk, `/admin/leads/${id('prima')}?merge=1&with=${id('seconda')}`, live);
    const both = desk.getByRole('region', { name: 'Che cosa resta' }).and(desk.locator('.table'));
    // The page stays as wide as the phone, and so does what stands side by side.
    for (const wide of [desk.locator('html'), both]) {
      expect(await wide.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
    await desk.getByRole('button', { name: 'Unisci' }).press('Enter');
    await expect(said(desk, 'Uniti: adesso è un lead solo.')).toBeVisible();
    await expect(desk.getByText(`A. ${family}`).first()).toBeVisible();
  });
});
