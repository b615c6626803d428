// Notifications on a device: the button, the push service (web-push-testing), and what the browser shows.

import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { submitCredentials } from './admin.ts';
import { expect } from './fixtures.ts';
import { test as base } from './mailbox.ts';
import { PushService } from './push-service.ts';

const test = base.extend<{}, { pushService: PushService }>({
  pushService: [
    async ({}, use) => {
      const service = await PushService.open();
      await use(service);
      await service.close();
    },
    { scope: 'worker' },
  ],
});

// The server is one of the test's own.
test.use({ serviceWorkers: 'allow', expectedConsole: /^request to another origin: http:\/\/127\.0\.0\.1:/ });

/** The push service of Chromium is on the Internet: its place is taken by `service`. Returns what was subscribed. */
async function subscribeAt(service: PushService, context: BrowserContext): Promise<string[]> {
  const devices: string[] = [];
  await context.exposeFunction('subscribeAtService', async (key: string) => {
    const { device, subscription } = await service.subscribe(key);
    devices.push(device);
    return subscription;
  });
  await context.addInitScript(() => {
    let made: PushSubscription | null = null;
    const { subscribeAtService } = window as unknown as { subscribeAtService: (key: string) => Promise<PushSubscriptionJSON> };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => made,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        const json = await subscribeAtService(applicationServerKey);
        const unsubscribe = async () => ((made = null), true);
        made = { ...json, toJSON: () => json, unsubscribe } as unknown as PushSubscription;
        return made;
      },
    });
  });
  return devices;
}

/** What a click would do. Browsers open windows after a person's click only, so the worker says what it would open. */
function click(worker: Worker, tag: string): Promise<string> {
  return worker.evaluate(async (tag) => {
    const scope = self as unknown as ServiceWorkerGlobalScope;
    const [notification] = await scope.registration.getNotifications({ tag });
    return new Promise<string>((resolve) => {
      Clients.prototype.openWindow = async (url) => (resolve(`open ${url}`), null);
      WindowClient.prototype.focus = async function () {
        resolve(`focus ${this.url}`);
        return this;
      };
      const event = new NotificationEvent('notificationclick', { notification });
      Object.defineProperty(event, 'waitUntil', { value: () => {} });
      scope.dispatchEvent(event);
    });
  }, tag);
}

async function turnOn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Attiva le notifiche' }).click();
  await expect(page.getByText('Sono attive.')).toBeVisible();
}

test('both sides get a name and an address on their device, until they switch it off', { tag: '@whole-browser' }, async ({ browser, request, mailbox, pushService }) => {
  const { client, origin } = mailbox;
  const contexts = [await browser.newContext(), await browser.newContext()];
  const [clientDevices, agencyDevices] = await Promise.all(contexts.map((context) => subscribeAt(pushService, context)));
  for (const context of contexts) await context.grantPermissions(['notifications'], { origin });
  const [portal, settings] = await Promise.all(contexts.map((context) => context.newPage()));

  await portal.goto(`${origin}/c/${client.slug}/notifications`);
  expect(clientDevices).toEqual([]);
  await turnOn(portal);
  await settings.goto(`${origin}/admin/settings/notifications`);
  await submitCredentials(settings);
  await turnOn(settings);

  const text = `Quanto costa? ${randomBytes(4).toString('hex')}`;
  const data = { token: client.token, entity_type: 'general', entity_id: client.id, text };
  const post = async () => expect((await request.post(`${origin}/api/client/comment`, { data })).ok()).toBe(true);
  await post();
  const shown = JSON.parse(await pushService.newest(agencyDevices[0], 1));
  expect(Object.keys(shown).sort()).toEqual(['tag', 'title', 'url']);
  expect(shown.title).toBe(`Nuovo messaggio da ${client.name}`);
  expect(shown.url).toBe(`${origin}/admin/inbox/${client.id}?channel=${client.id}`);

  await settings.goto(shown.url);
  await settings.getByRole('textbox', { name: 'Scrivi una risposta' }).fill('Ecco.');
  await settings.getByRole('button', { name: 'Rispondi' }).click();
  const toClient = JSON.parse(await pushService.newest(clientDevices[0], 1));
  expect(toClient.title).toBe('Nuovo messaggio da Studio Calanco');
  expect(toClient.url).toContain(`${origin}/c/${client.slug}`);
  expect(JSON.stringify([shown, toClient])).not.toContain(client.token);

  await portal.getByRole('button', { name: 'Disattiva su questo dispositivo' }).click();
  await expect(portal.getByRole('button', { name: 'Attiva le notifiche' })).toBeVisible();
  await portal.reload();
  await expect(portal.getByRole('button', { name: 'Attiva le notifiche' })).toBeVisible();
  for (const context of contexts) await context.close();
});

test('the switch says when notifications are blocked, and needs JavaScript', { tag: '@whole-browser' }, async ({ browser, page, mailbox }) => {
  const address = `${mailbox.origin}/c/${mailbox.client.slug}/notifications`;
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await page.goto(address);
  await expect(page.getByText('Il browser blocca le notifiche')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Attiva le notifiche' })).toBeHidden();

  const phone = await browser.newPage();
  await phone.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
    Object.defineProperty(navigator, 'standalone', { value: false });
  });
  await phone.goto(address);
  await expect(phone.getByText('Aggiungi alla schermata Home')).toBeVisible();
  await phone.close();

  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(address);
  await expect(plain.getByText('Per attivarle serve JavaScript.')).toBeVisible();
  await plain.close();
});

test('a push message becomes a notification, whatever it says', { tag: '@whole-browser' }, async ({ page, context, mailbox }) => {
  const { origin } = mailbox;
  await context.grantPermissions(['notifications'], { origin });
  await page.goto(origin);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    await navigator.serviceWorker.ready;
  });
  const browser = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL, isDeleted }) => scopeURL === `${origin}/` && !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const registrationId = await registered;
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const all = await registration.getNotifications();
      return all.map(({ title, tag, data }) => ({ title, tag, data }));
    });
  const thread = { title: 'Nuovo messaggio da Anna', tag: 'thread' };
  const next = { title: 'Nuovo messaggio da Bruno', tag: 'thread' };
  const open = { title: 'Nuovo messaggio da Anna', tag: 'open' };
  const general = { title: 'Atrio', tag: 'atrio', data: origin };
  for (const [data, expected] of [
    [JSON.stringify({ ...thread, url: `${origin}/admin/inbox/anna` }), { ...thread, data: `${origin}/admin/inbox/anna` }],
    [JSON.stringify({ ...next, url: `${origin}/admin/inbox/bruno` }), { ...next, data: `${origin}/admin/inbox/bruno` }],
    [JSON.stringify({ ...thread, url: 'https://example.com/' }), general],
    ['', general],
    [JSON.stringify({ ...open, url: `${origin}/#there` }), { ...open, data: `${origin}/#there` }],
  ] as const) {
    // Chromium loses a message that it is given while it starts or stops the worker; one of the same tag replaces another.
    await expect(async () => {
      await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      await expect.poll(shown, { timeout: 3_000 }).toContainEqual(expected);
    }).toPass({ timeout: 30_000 });
  }
  expect(await shown()).toHaveLength(3);
  expect(await click(context.serviceWorkers()[0], 'thread')).toBe(`open ${origin}/admin/inbox/bruno`);
  expect(await click(context.serviceWorkers()[0], 'open')).toBe(`focus ${origin}/`);
  expect(await shown()).toEqual([general]);
});
