// A server of a test's own that sends e-mails, and the mail server (maildev) that shows them.

import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import fixture from '../fixture.json' with { type: 'json' };
import { expect, test as base } from './fixtures.ts';
import { setting } from './workspace.ts';

export interface Email {
  /** The address at which maildev shows it. */
  address: string;
  html: string;
  subject: string;
  text: string;
  /** As it was sent. */
  source: string;
}

const CLIENT = { ...fixture.clients.find(({ id }) => id === 'bianchi')!, token: randomBytes(32).toString('base64url') };

/** fixture.json on a server that sends at every hour, at once unless told otherwise. */
export class Mailbox {
  /** One of fixture.json. */
  readonly client = CLIENT;

  private constructor(
    readonly origin: string,
    private readonly maildev: string,
    private readonly processes: ChildProcess[],
    private readonly folder: string,
  ) {}

  static async open(notifyAfter = '0s'): Promise<Mailbox> {
    const folder = await mkdtemp(join(tmpdir(), 'atrio-mail-'));
    const [smtp, web, port] = [await freePort(), await freePort(), await freePort()];
    const [origin, maildev] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${web}`];
    const options = ['--silent', '--ip', '127.0.0.1', '--web-ip', '127.0.0.1', '--mail-directory', join(folder, 'mails')];
    const program = fileURLToPath(new URL('../node_modules/maildev/dist/bin/maildev.js', import.meta.url));
    const mailServer = spawn(process.execPath, [program, ...options, '-s', `${smtp}`, '-w', `${web}`], { stdio: 'ignore' });
    const env = {
      ...process.env,
      DATABASE_URL: `sqlite://${join(folder, 'atrio.db')}`,
      LEPTOS_SITE_ADDR: `127.0.0.1:${port}`,
      BASE_URL: origin,
      SMTP_URL: `smtp://127.0.0.1:${smtp}`,
      MAIL_FROM: 'Studio Calanco <studio@example.com>',
      NOTIFY_AFTER: notifyAfter,
    };
    const settings = Object.entries({ quiet_hours: 'off', agency_name: 'Studio Calanco' });
    const imported = execFile(setting('ATRIO_BINARY'), ['import', '-'], { env });
    imported.stdin!.end(
      JSON.stringify({
        ...fixture,
        clients: fixture.clients.map((client) => (client.id === CLIENT.id ? CLIENT : client)),
        settings: settings.map(([key, value]) => ({ key, value })),
      }),
    );
    expect(await once(imported, 'exit')).toEqual([0, null]);
    const server = spawn(setting('ATRIO_BINARY'), ['serve'], { env, cwd: folder, stdio: 'ignore' });
    const mailbox = new Mailbox(origin, maildev, [mailServer, server], folder);
    for (const address of [`${origin}/readyz`, `${maildev}/api/email`]) {
      await expect(async () => expect((await fetch(address)).status).toBe(200)).toPass();
    }
    return mailbox;
  }

  /** The newest e-mail to an address, once there are `count`. */
  async newest(to: string, count: number): Promise<Email> {
    let emails: { id: string; to: { address: string }[]; subject: string; text: string; html: string }[] = [];
    await expect(async () => {
      const all: typeof emails = await (await fetch(`${this.maildev}/api/email`)).json();
      emails = all.filter((email) => email.to[0].address === to);
      expect(emails).toHaveLength(count);
    }).toPass();
    const { id, subject, text, html } = emails.at(-1)!;
    const address = `${this.maildev}/api/email/${id}`;
    const source = await (await fetch(`${address}/source`)).text();
    return { address: `${address}/html`, html, subject, text, source };
  }

  async close(): Promise<void> {
    for (const each of this.processes) {
      if (each.exitCode === null && each.kill()) await once(each, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * A port that nothing listens on, below those that the system gives to outgoing connections: one of them may be taken
 * before the server listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : freePort();
}

export const test = base.extend<{ mailbox: Mailbox }>({
  mailbox: async ({ context }, use) => {
    const mailbox = await Mailbox.open();
    await use(mailbox);
    // An open page would ask a server that is no longer there.
    for (const page of context.pages()) await page.close();
    await mailbox.close();
  },
});
