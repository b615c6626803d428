// What the other side does in a test, by HTTP instead of by clicks.

import type { APIRequestContext } from '@playwright/test';
import { expect } from './fixtures.ts';
import type { Client } from './workspace.ts';

/** The address of an action of the agency. */
export const adminAction = (name: string): string => `/rpc/admin/${name}`;

/** The agency replies in a channel: the id of the client or of a phase. */
export async function postReply(adminApi: APIRequestContext, client: Client, channel: string, text: string): Promise<void> {
  const form = { client: client.id, channel, 'form[text]': text };
  const response = await adminApi.post(adminAction('reply'), { form, headers: { accept: 'text/html' }, maxRedirects: 0 });
  expect(response.status()).toBe(302);
  expect(response.headers().location).not.toContain('error=');
}

/** The agency opens a thread, which marks it as read. */
export async function openThread(adminApi: APIRequestContext, client: Client, channel = client.id): Promise<void> {
  expect((await adminApi.get(`/admin/inbox/${client.id}?channel=${channel}`)).status()).toBe(200);
}

/** The client sends a message to the General channel. */
export async function postMessage(request: APIRequestContext, client: Client, text: string): Promise<void> {
  const data = { token: client.token, entity_type: 'general', entity_id: client.id, text };
  expect((await request.post('/api/client/comment', { data })).ok()).toBe(true);
}
