// Deliveries of the lead sources.

import { openAdmin, overflow } from './admin.ts';
import { expect, test } from './fixtures.ts';

test.describe('at 360 pixels', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test('actions on a selected delivery stay in view', async ({ adminPage, workspace }) => {
    const delivery = (id: string) => ({ id, source_id: 'source', body: `{${id}`, outcome: 'quarantined', error: 'unreadable' });
    await workspace.add({
      lead_sources: [{ id: 'source', name: 'Rotta', kind: 'auto' }],
      lead_deliveries: [delivery('prima'), delivery('seconda')],
    });
    await openAdmin(adminPage, '/admin/leads/deliveries');
    await adminPage.getByRole('checkbox', { name: /^Scegli l’invio/ }).first().check();
    await expect(adminPage.getByRole('button', { name: 'Metti da parte' })).toBeInViewport();
    expect(await overflow(adminPage.locator('html'))).toBe(0);
  });
});
