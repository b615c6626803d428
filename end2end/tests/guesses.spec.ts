// A portal's address is not found by trying: after some wrong ones, right and wrong are answered alike, whatever
// address they come from; who was there before, or has a token, is let in. (Told once: over all names there is one
// budget for the whole server.)

import { randomBytes } from 'node:crypto';
import { expect, open, test } from './support.ts';

test.use({ expectedConsole: /status of (404|429)/ });

test('wrong guesses of one name are budgeted, and nobody who belongs there is kept out', async ({ page, browser, workspace }) => {
  const name = `timida-${randomBytes(4).toString('hex')}`;
  await workspace.add({
    clients: [{ id: 'shy', name: 'Timida', language: 'it', slug: name }],
    projects: [{ id: 'shy-project', client_id: 'shy', name: 'Progetto timido', status: 'active' }],
  });
  const { slug, token } = workspace.clients.shy;
  await page.goto(`/c/${slug}`);
  await expect(page.getByRole('heading', { name: 'Progetto timido' })).toBeVisible();

  const stranger = async (number: number) => {
    const extraHTTPHeaders = { 'x-forwarded-for': `10.200.${number}.1` };
    const context = await browser.newContext({ baseURL: test.info().project.use.baseURL, extraHTTPHeaders });
    return { context, visitor: await context.newPage() };
  };
  const { context, visitor } = await stranger(0);
  for (let guess = 1; guess <= 20; guess += 1) {
    const answer = await context.request.get(`/c/${name}-${String(guess).padStart(8, '0')}`, {
      headers: { 'x-forwarded-for': `10.200.${guess}.2` },
    });
    expect(answer.status(), `guess ${guess}`).toBe(404);
  }
  for (const key of [`${name}-zzzzzzzz`, slug]) {
    const answer = await visitor.goto(`/c/${key}`);
    expect(answer!.status(), key).toBe(429);
    expect(Number(answer!.headers()['retry-after'])).toBeGreaterThan(0);
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(visitor.getByText('Riprova fra')).toBeVisible();
    await expect(visitor.getByText('try again in')).toBeVisible();
    await expect(visitor.getByText('Progetto timido')).toHaveCount(0);
  }
  await visitor.goto(`/c/${token}`);
  await expect(visitor.getByRole('heading', { name: 'Progetto timido' }), 'a token opens').toBeVisible();
  await page.goto(`/c/${slug}`);
  await expect(page.getByRole('heading', { name: 'Progetto timido' }), 'who was here before comes in').toBeVisible();
  await open(page, workspace.portal('bianchi'));
  await context.close();
});
