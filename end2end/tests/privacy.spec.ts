// Amounts, quotes, notes, hours, leads and other clients never reach a client, in no byte of anything
// their browser receives (SPEC: What the service does, 6; CONTRACT §4).

import type { Page } from '@playwright/test';
import { approve, expectApproved, requestChanges } from './deliverables.ts';
import { italian } from './languages.ts';
import { expect, log, open, send, tab, test, withAndWithoutJavaScript } from './support.ts';
import { SECRETS_OF_THE_AGENCY, Workspace } from './workspace.ts';

function expectNoSecret(body: string, where: string, workspace: Workspace): void {
  const { conti, miller } = workspace.clients;
  const others = [conti, miller].flatMap(({ id, name, slug, token }) => [id, name, slug, token]);
  for (const secret of [...SECRETS_OF_THE_AGENCY, ...others]) {
    expect(body.includes(secret), `${where} contains ${secret}`).toBe(false);
  }
}

test('no page and no answer of the chat carries a secret of the agency', async ({ request, workspace }) => {
  const { slug, token } = workspace.clients.bianchi;
  const project_id = workspace.id('bianchi-sito');
  const addresses = [
    ...[slug, token].map((key) => workspace.portal('bianchi', { key })),
    workspace.portal('bianchi', { project: 'bianchi-sito', channel: 'bianchi-progettazione' }),
    workspace.portal('bianchi', { project: 'bianchi-menu' }),
    `/api/client/chat?${new URLSearchParams({ token, project_id })}`,
    `/api/client/chat?${new URLSearchParams({ token, project_id, since: '2025-01-01', agency_reads: '1' })}`,
  ];
  for (const address of addresses) {
    const response = await request.get(address);
    expect(response.status(), address).toBe(200);
    const body = await response.text();
    expect(body, address).toContain(address.startsWith('/api') ? 'Il logo lo vorrei' : 'Pasticceria Bianchi');
    expectNoSecret(body, address, workspace);
  }
});

test('nothing the browser receives while a client works carries one', async ({ page, workspace }) => {
  const bodies = collectBodies(page);
  await open(page, workspace.portal('bianchi'));
  await send(page, 'Ecco la mia risposta');
  await approve(page, 'Bozza del logo');
  await expectApproved(page, 'Bozza del logo');
  await requestChanges(page, 'Insegna', 'Più alta.');
  await expect(page.getByText(italian.requestSent)).toBeVisible();
  await tab(page, 'Menù di stagione').click();
  await expect(page.getByRole('heading', { name: 'Fotografie' })).toBeVisible();
  await page.close({ runBeforeUnload: false });
  const received = await bodies();
  expect(received.length).toBeGreaterThan(2);
  for (const [url, body] of received) expectNoSecret(body, url, workspace);
});

withAndWithoutJavaScript((live) => {
  test('an address with the slug never gives the token away: not in a page, an answer, a cookie or a request', async ({ page, context, workspace }) => {
    const { token } = workspace.clients.bianchi;
    const spoken: [string, string][] = [];
    context.on('request', (request) => {
      spoken.push([`request to ${request.url()}`, `${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`]);
    });
    context.on('response', (response) => {
      spoken.push([`headers of ${response.url()}`, JSON.stringify(response.headers())]);
    });
    const bodies = collectBodies(page);
    await open(page, workspace.portal('bianchi'), live);
    await send(page, 'Chi legge, legga');
    await tab(page, /^Progettazione\b/).click();
    await expect(log(page)).toContainText(italian.lastMessage);
    await approve(page, 'Bozza del logo');
    await expectApproved(page, 'Bozza del logo');
    const query = new URLSearchParams({ project: workspace.id('bianchi-sito'), channel: workspace.id('bianchi') });
    for (const path of [`${workspace.portal('bianchi')}?${query}&before=2025-01-13T08:10:00.000Z`, '/manifest.webmanifest']) {
      await page.goto(path).catch(() => undefined); // the manifest is kept, not shown
    }
    await page.waitForTimeout(200);
    for (const { name, value } of await context.cookies()) spoken.push([`cookie ${name}`, decodeURIComponent(value)]);
    const received = await bodies();
    expect(received.length).toBeGreaterThan(3);
    for (const [where, text] of [...received, ...spoken]) {
      expect(text.includes(token), `${where} holds the token`).toBe(false);
    }
  });
});

/** The bodies of pages and answers; the script and the WASM know no client. */
function collectBodies(page: Page): () => Promise<[string, string][]> {
  const bodies: Promise<[string, string] | undefined>[] = [];
  page.on('response', (response) => {
    if (['document', 'fetch', 'xhr'].includes(response.request().resourceType())) {
      bodies.push(response.text().then((body): [string, string] => [response.url(), body], () => undefined));
    }
  });
  return async () => (await Promise.all(bodies)).filter((each) => each !== undefined);
}
