// Leads arrive from the agency's forms, and each person is one lead.

import { randomBytes } from 'node:crypto';
import { expect, setting, signIn, test, withAndWithoutJavaScript } from './support.ts';

withAndWithoutJavaScript(() => {
  test('three deliveries with one e-mail are one lead on the page', async ({ page, request }) => {
    const name = `Anna ${randomBytes(4).toString('hex')}`;
    const email = `${name.replace(' ', '.').toLowerCase()}@lead.example`;
    const post = (data: string) =>
      request.post('/api/webhooks/lead', { headers: { 'x-webhook-secret': setting('LEAD_WEBHOOK_SECRET') }, data });

    const json = await post(JSON.stringify({ name, email, message: 'Vorrei un sito' }));
    const fields = await post(JSON.stringify({ fields: { Nome: { value: name }, Email: { value: ` ${email.toUpperCase()} ` } } }));
    const form = await post(new URLSearchParams({ nome: name, email, messaggio: 'Ancora io' }).toString());
    const answers = [await json.json(), await fields.json(), await form.json()];
    expect([json.status(), fields.status(), form.status()]).toEqual([201, 200, 200]);
    expect(answers.map((answer) => answer.outcome)).toEqual(['created', 'updated', 'updated']);
    expect(new Set(answers.map((answer) => answer.leadId)).size).toBe(1);

    await signIn(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Lead' }).click();
    await expect(page.getByText(name)).toHaveCount(1);
    await expect(page.getByText(email)).toHaveCount(1);
  });
});
