// Amounts, quotes, notes, hours, leads and other clients never reach a client's browser; a page opened by slug never
// has the token.

import type { Page } from '@playwright/test';
import { log, openPortal, sendMessage, tab } from './chat.ts';
import { approve, expectApproved, requestChanges } from './deliverables.ts';
import { expect, test } from './fixtures.ts';
import { italian } from './languages.ts';
import { AGENCY_SECRETS } from './workspace.ts';

test('a browser receives no secret of the agency and no token', async ({ page, context, workspace }) => {
  const { bianchi, conti, miller } = workspace.clients;
  const others = [conti, miller].flatMap(({ id, name, slug, token }) => [id, name, slug, token]);
  const bodies = collectBodies(page);
  const headers: [string, string][] = [];
  context.on('request', (request) => {
    headers.push([`request to ${request.url()}`, `${request.url()} ${request.postData() ?? ''} ${JSON.stringify(request.headers())}`]);
  });
  context.on('response', (response) => {
    headers.push([`headers of ${response.url()}`, JSON.stringify(response.headers())]);
  });

  await openPortal(page, workspace.portal('bianchi'));
  await sendMessage(page, 'Ecco la mia risposta');
  await tab(page, /^Progettazione\b/).click();
  await expect(log(page)).toContainText(italian.lastMessage);
  await approve(page, 'Bozza del logo');
  await expectApproved(page, 'Bozza del logo');
  await requestChanges(page, 'Insegna', 'Più alta.');
  await expect(page.getByText(italian.requestSent)).toBeVisible();
  await tab(page, 'Menù di stagione').click();
  await expect(page.getByRole('heading', { name: 'Fotografie' })).toBeVisible();
  const query = new URLSearchParams({ project: workspace.id('bianchi-sito'), channel: bianchi.id, before: '2025-01-13T08:10:00.000Z' });
  await page.goto(`${workspace.portal('bianchi', { channel: '' })}?${query}`);

  const cookies = (await context.cookies()).map(({ name, value }): [string, string] => [`cookie ${name}`, decodeURIComponent(value)]);
  const received = await bodies();
  expect(received.length).toBeGreaterThan(5);
  for (const [source, text] of received) {
    for (const secret of [...AGENCY_SECRETS, ...others]) expect(text.includes(secret), `${source} has ${secret}`).toBe(false);
  }
  for (const [source, text] of [...received, ...headers, ...cookies]) {
    expect(text.includes(bianchi.token), `${source} has the token`).toBe(false);
  }
});

/** The bodies of pages and of answers to scripts; not of an answer whose page was left before it ended, which never has one. */
function collectBodies(page: Page): () => Promise<[string, string][]> {
  const bodies: Promise<[string, string] | undefined>[] = [];
  page.on('response', (response) => {
    if (['document', 'fetch', 'xhr'].includes(response.request().resourceType())) {
      const body = response.text().then((body): [string, string] => [response.url(), body], () => undefined);
      bodies.push(Promise.race([body, new Promise<undefined>((resolve) => setTimeout(resolve, 5_000, undefined))]));
    }
  });
  return async () => (await Promise.all(bodies)).filter((each) => each !== undefined);
}
