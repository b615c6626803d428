// A push service (web-push-testing) that decrypts what it receives.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { freePort } from './mailbox.ts';

export class PushService {
  private constructor(
    private readonly origin: string,
    private readonly process: ChildProcess,
  ) {}

  static async open(): Promise<PushService> {
    const port = await freePort();
    const program = fileURLToPath(new URL('../node_modules/web-push-testing/src/bin/server.js', import.meta.url));
    const service = new PushService(`http://localhost:${port}`, spawn(process.execPath, [program, `${port}`], { stdio: 'ignore' }));
    await expect(async () => expect((await service.post('status', {})).status).toBe(200)).toPass();
    return service;
  }

  /** What `pushManager.subscribe` returns with this key, and the name of the device here. */
  async subscribe(applicationServerKey: string): Promise<{ device: string; subscription: PushSubscriptionJSON }> {
    const response = await this.post('subscribe', { userVisibleOnly: 'true', applicationServerKey });
    const { endpoint, keys, clientHash } = (await response.json()).data;
    return { device: clientHash, subscription: { endpoint, keys } };
  }

  /** The newest message to a device, decrypted, once there are `count`. */
  async newest(device: string, count: number): Promise<string> {
    let messages: string[] = [];
    await expect(async () => {
      messages = (await (await this.post('get-notifications', { clientHash: device })).json()).data.messages;
      expect(messages).toHaveLength(count);
    }).toPass();
    return messages.at(-1)!;
  }

  async close(): Promise<void> {
    if (this.process.exitCode === null && this.process.kill()) await once(this.process, 'exit');
  }

  private post(path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' };
    return fetch(`${this.origin}/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  }
}
