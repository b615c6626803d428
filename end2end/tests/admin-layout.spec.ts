// Every page of the agency, with crowded and with empty data: axe finds nothing in light and dark mode, and nothing
// overflows a screen of 360 pixels.

import { busy } from '../busy.ts';
import { openAdmin, overflow } from './admin.ts';
import { addAxe, AXE_CONSOLE, expectAccessible } from './axe.ts';
import { expect, test as base, Workspace } from './fixtures.ts';

const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk';

/** Deliveries that are months old are deleted in the background. */
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const DELIVERY = { source_id: 'source', content_type: 'application/json', headers: { 'user-agent': 'x'.repeat(200) } };
const UNKNOWN_FIELDS = JSON.stringify({ q1: 'Carlo Neri', ['domanda'.repeat(30)]: 'y'.repeat(300), q2: ['a'.repeat(80), 'b'] });

const RECORDS = {
  leads: [
    { id: 'lead', name: `${LONG_WORD} Rossi`, email: `${'a'.repeat(40)}@${'b'.repeat(20)}.example`, phone: '+39 333 1234567', status: 'new' },
    { id: 'twin', name: `A. ${LONG_WORD}`, phone: '3331234567', company: 'Ditta Ada', status: 'contacted' },
  ],
  activities: [
    { id: 'activity', lead_id: 'lead', kind: 'message', text: 'x'.repeat(300), payload: { messaggio: 'y'.repeat(300), 'Come ci hai conosciuto?': null } },
  ],
  lead_sources: [
    { id: 'source', name: LONG_WORD, kind: 'calendly', signing_secret: 'z'.repeat(60), honeypot: 'website'.repeat(10) },
    { id: 'form', name: 'Modulo', kind: 'atrio_form', form: { intro: LONG_WORD, consent: `${LONG_WORD} ${'b'.repeat(80)}`, hides_phone: true } },
    { id: 'inactive', name: 'Spenta', kind: 'elementor', active: false },
  ],
  lead_deliveries: [
    { ...DELIVERY, id: 'created', received_at: hoursAgo(4), outcome: 'created', lead_id: 'lead', repeats: 3, body: '{"nome":"Anna","email":"a@lead.example"}' },
    { ...DELIVERY, id: 'unreadable', received_at: hoursAgo(3), outcome: 'quarantined', error: 'unreadable', body: `{${'rotto'.repeat(60)}` },
    { ...DELIVERY, id: 'nobody', received_at: hoursAgo(2), outcome: 'quarantined', error: 'nobody', body: UNKNOWN_FIELDS },
    { id: 'refused', received_at: hoursAgo(1), outcome: 'refused', error: 'invalid: name: campo obbligatorio', body: 'a=1&b=%20' },
  ],
};

const test = base.extend<object, { crowded: Workspace }>({
  crowded: [
    async ({}, use) => {
      const workspace = await Workspace.open(busy('it'));
      await workspace.add(RECORDS);
      await use(workspace);
    },
    { scope: 'worker' },
  ],
});

/** Addresses of each part, with the states that a query brings about. */
const PARTS: Record<string, (workspace: Workspace) => string[]> = {
  overviews: (workspace) => [
    ...['/admin/today', '/admin/agenda', '/admin/agenda?show=overdue', '/admin/deliverables', '/admin/deliverables?status=in_review'],
    ...['/admin/leads/trends', `/admin/clients?snooze=${workspace.clients.busy.id}`],
  ],
  'money, hours and search': () => [
    ...['/admin/payments?show=all', '/admin/payments?month=2026-11', '/admin/hours', '/admin/search', '/admin/search?q=e'],
  ],
  people: () => ['/admin/settings/people', '/admin/account'],
  inbox: (workspace) => {
    const thread = `/admin/inbox/${workspace.clients.busy.id}`;
    return ['/admin', '/admin?unread=1', '/admin?q=nessunoscrivecosi', thread, `${thread}?channel=${workspace.id('busy-phase-4')}`];
  },
  clients: (workspace) => {
    const client = `/admin/clients/${workspace.clients.busy.id}`;
    return [
      ...['/admin/clients', '/admin/clients?q=nessuno', '/admin/clients/new'],
      ...['', '?edit=client', '?change=token', '?delete=client'].map((query) => client + query),
    ];
  },
  projects: (workspace) => {
    const [crowded, small] = [0, 1].map((number) => `/admin/projects/${workspace.id(`busy-project-${number}`)}`);
    const [phase, task] = [workspace.id('busy-other-phase'), workspace.id('busy-other-task')];
    return [
      ...['/admin/projects', '/admin/projects/new', `/admin/projects/new?client=${workspace.clients.busy.id}`],
      ...[crowded, `${crowded}?edit=phase-${workspace.id('busy-phase-4')}`],
      ...['?edit=project', `?edit=phase-${phase}`, `?edit=task-${task}`].map((query) => small + query),
      ...[`?add=task-${task}`, `?delete=phase-${phase}`, '?delete=project'].map((query) => small + query),
    ];
  },
  'project records': (workspace) => {
    const project = `/admin/projects/${workspace.id('busy-project-0')}`;
    return ['payments', 'documents', 'notes', 'times', 'quote', 'quote/sheet'].map((part) => `${project}/${part}`);
  },
  leads: (workspace) => {
    const lead = `/admin/leads/${workspace.id('lead')}`;
    return [
      ...['/admin/leads', '/admin/leads/board', '/admin/leads/new'],
      ...['', '?edit=1', '?convert=1', '?delete=1', '?merge=1', `?merge=1&with=${workspace.id('twin')}`].map((query) => lead + query),
    ];
  },
  sources: (workspace) => {
    const [source, inactive, form] = ['source', 'inactive', 'form'].map((id) => `/admin/leads/sources/${workspace.id(id)}`);
    return [
      ...['/admin/leads/sources', '/admin/leads/sources/new', '/admin/leads/sources/new?form%5Bkind%5D=elementor'],
      ...['', '?edit=1', '?delete=1', '?rotate=1', '?tried=created', '?tried=forbidden'].map((query) => source + query),
      ...[inactive, form, `${form}?edit=1`, `${form}?rotate=1`, '/admin/leads/sources/new?form%5Bkind%5D=atrio_form', `${source}/mapping`, `${source}/mapping?form%5Bname%5D=%2Fq1`, `${inactive}/mapping`],
    ];
  },
  deliveries: (workspace) => [
    ...['/admin/leads/deliveries', '/admin/leads/deliveries?outcome=quarantined&taken=1&left=1', '/admin/leads/deliveries?source=main&outcome=noted'],
    ...['created', 'nobody', 'unreadable', 'refused'].map((id) => `/admin/leads/deliveries/${workspace.id(id)}`),
  ],
  settings: () => ['/admin/settings', '/admin/settings/look', '/admin/settings/quotes', '/admin/settings/leads', '/admin/settings/data', '/admin/settings/security?end=1', '/admin/settings/advanced', '/admin/settings/notifications', '/admin/settings/notifications?state=failed', '/admin/audit', '/admin/audit?action=approved'],
};

test.use({ expectedConsole: new RegExp(AXE_CONSOLE) });

for (const [part, paths] of Object.entries(PARTS)) {
  test(`${part}: accessible, no overflow`, async ({ adminPage, context, crowded }) => {
    await addAxe(context);
    for (const path of paths(crowded)) {
      await openAdmin(adminPage, path);
      await expectAccessible(adminPage);
      await adminPage.setViewportSize({ width: 360, height: 740 });
      expect(await overflow(adminPage.locator('html')), path).toBe(0);
      await adminPage.setViewportSize({ width: 1280, height: 800 });
    }
  });
}

test.describe('on a touch screen of 360 pixels', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, expectedConsole: /ERR_FAILED .*\.woff2/ });

  test('a thread in the font of the device does not overflow', async ({ adminPage, context, crowded }) => {
    await context.route('**/*.woff2', (route) => route.abort());
    await openAdmin(adminPage, `/admin/inbox/${crowded.clients.busy.id}`);
    expect(await overflow(adminPage.locator('html'))).toBe(0);
  });

  test('boards, tables and threads do not overflow', async ({ adminPage, crowded }) => {
    const project = `/admin/projects/${crowded.id('busy-project-0')}`;
    for (const path of [
      ...[`/admin/inbox/${crowded.clients.busy.id}`, project, `${project}/payments`, '/admin/leads/board'],
      ...[`/admin/leads/sources/${crowded.id('source')}/mapping`, '/admin/leads/deliveries'],
    ]) {
      await openAdmin(adminPage, path);
      expect(await overflow(adminPage.locator('html')), path).toBe(0);
    }
    await openAdmin(adminPage, `/admin/leads/${crowded.id('lead')}?merge=1&with=${crowded.id('twin')}`);
    for (const element of [adminPage.locator('html'), adminPage.getByRole('region', { name: 'Che cosa resta' }).and(adminPage.locator('.table'))]) {
      expect(await overflow(element)).toBe(0);
    }
  });
});
