// Every page of the agency, with and without something in it: axe finds nothing, nothing is wider than a
// phone, the keyboard is always to be seen, and nothing moves by itself.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { busy } from '../busy.ts';
import { expect, openDesk, test } from './support.ts';
import type { Workspace } from './workspace.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Pages by a name, each in the states that its address brings about. */
function pages(workspace: Workspace): Record<string, string[]> {
  const { id } = workspace.clients.busy;
  const project = `/admin/projects/${workspace.id('busy-project-0')}`;
  const [phase, task] = [workspace.id('busy-phase-4'), workspace.id('busy-phase-4-task-0')];
  const lead = `/admin/leads/${workspace.id('lead')}`;
  const [source, quiet] = ['source', 'quiet'].map((id) => `/admin/leads/sources/${workspace.id(id)}`);
  return {
    inbox: ['/admin', '/admin?unread=1', '/admin?q=nessunoscrivecosi', `/admin/inbox/${id}`, `/admin/inbox/${id}?channel=${phase}`],
    clients: [
      ...['/admin/clients', '/admin/clients?q=nessuno', '/admin/clients/new'],
      ...[`/admin/clients/${id}`, `/admin/clients/${id}?edit=client`, `/admin/clients/${id}?change=token`, `/admin/clients/${id}?delete=client`],
    ],
    projects: [
      ...['/admin/projects', '/admin/projects/new', `/admin/projects/new?client=${id}`],
      ...[project, `${project}?edit=project`, `${project}?edit=phase-${phase}`, `${project}?edit=task-${task}`],
      ...[`${project}?add=task-${task}`, `${project}?delete=phase-${phase}`, `${project}?delete=project`],
    ],
    papers: ['payments', 'documents', 'notes', 'times', 'quote'].map((part) => `${project}/${part}`),
    leads: ['/admin/leads', '/admin/leads/board', '/admin/leads/new', lead, `${lead}?edit=1`, `${lead}?convert=1`, `${lead}?delete=1`],
    sources: [
      ...['/admin/leads/sources', '/admin/leads/sources/new', '/admin/leads/sources/new?form%5Bkind%5D=elementor'],
      ...[source, `${source}?edit=1`, `${source}?delete=1`, `${source}?rotate=1`, `${source}?tried=created`, `${source}?tried=forbidden`],
      ...[quiet, `${source}/mapping`, `${source}/mapping?form%5Bname%5D=%2Fq1`, `${quiet}/mapping`],
    ],
    deliveries: [
      ...['/admin/leads/deliveries', '/admin/leads/deliveries?outcome=quarantined&taken=1&left=1', '/admin/leads/deliveries?source=main&outcome=noted'],
      ...['taken', 'strange', 'broken', 'refused'].map((id) => `/admin/leads/deliveries/${workspace.id(id)}`),
    ],
    settings: ['/admin/settings', '/admin/settings?end=1', '/admin/audit', '/admin/audit?action=approved'],
  };
}

const LEAD = {
  leads: [{ id: 'lead', name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk Rossi', email: `${'a'.repeat(60)}@lead.example`, status: 'new' }],
  activities: [
    { id: 'activity', lead_id: 'lead', kind: 'message', text: 'x'.repeat(300), payload: { messaggio: 'y'.repeat(300), 'Come ci hai conosciuto?': null } },
  ],
};

/** So many hours ago: what is months old is deleted in the background. */
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const DELIVERED = { source_id: 'source', content_type: 'application/json', headers: { 'user-agent': 'x'.repeat(200) } };
const STRANGE = JSON.stringify({ q1: 'Carlo Neri', ['domanda'.repeat(30)]: 'y'.repeat(300), q2: ['a'.repeat(80), 'b'] });
const SOURCES = {
  lead_sources: [
    { id: 'source', name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk', kind: 'calendly', signing_secret: 'z'.repeat(60), honeypot: 'website'.repeat(10) },
    { id: 'quiet', name: 'Spenta', kind: 'elementor', active: false },
  ],
  lead_deliveries: [
    { ...DELIVERED, id: 'taken', received_at: ago(4), outcome: 'created', lead_id: 'lead', repeats: 3, body: '{"nome":"Anna","email":"a@lead.example"}' },
    { ...DELIVERED, id: 'broken', received_at: ago(3), outcome: 'quarantined', error: 'unreadable', body: `{${'rotto'.repeat(60)}` },
    { ...DELIVERED, id: 'strange', received_at: ago(2), outcome: 'quarantined', error: 'nobody', body: STRANGE },
    { id: 'refused', received_at: ago(1), outcome: 'refused', error: 'invalid: name: campo obbligatorio', body: 'a=1&b=%20' },
  ],
};

async function everything(workspace: Workspace): Promise<Record<string, string[]>> {
  await workspace.add(busy('it'));
  await workspace.add(LEAD);
  await workspace.add(SOURCES);
  return pages(workspace);
}

async function violations(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run();
    return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map((node) => node.html) }));
  });
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, expectedConsole: /Applying inline style/ });

    for (const part of ['inbox', 'clients', 'projects', 'papers', 'leads', 'sources', 'deliveries', 'settings']) {
      test(`axe finds nothing: ${part}`, async ({ desk, context, workspace }) => {
        await context.addInitScript(AXE);
        const addresses = (await everything(workspace))[part];
        for (const address of addresses) {
          await openDesk(desk, address);
          expect(await violations(desk), address).toEqual([]);
        }
      });
    }
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test('nothing is wider than the screen', async ({ desk, workspace }) => {
    for (const address of Object.values(await everything(workspace)).flat()) {
      await openDesk(desk, address);
      const width = await desk.evaluate(() => document.documentElement.scrollWidth);
      expect(width, address).toBeLessThanOrEqual(360);
    }
  });
});

test('wherever the keyboard is, it can be seen', async ({ desk, workspace }) => {
  const { projects, leads, sources, deliveries } = await everything(workspace);
  for (const address of ['/admin', projects[3], leads[1], sources[3], sources[10], deliveries[0], '/admin/settings']) {
    await openDesk(desk, address);
    await desk.locator('body').focus();
    for (let presses = 0; presses < 40; presses += 1) {
      await desk.keyboard.press('Tab');
      const stop = await desk.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return undefined;
        const marks = (one: Element, part?: string) => {
          const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one, part);
          return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor)) || boxShadow !== 'none';
        };
        // A link that is as large as its row wears the mark on what makes it so.
        return { what: (element.cloneNode(false) as Element).outerHTML, marked: marks(element) || marks(element, '::after') };
      });
      if (!stop) break;
      expect(stop.marked, `${address}: ${stop.what}`).toBe(true);
    }
  }
});
