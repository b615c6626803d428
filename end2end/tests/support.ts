// What every story shares. `cargo xtask test` sets ATRIO_BASE_URL, ATRIO_BINARY, and the settings of the server
// that the stories need too: DATABASE_URL, ADMIN_EMAIL, ADMIN_PASSWORD, LEAD_WEBHOOK_SECRET.

import { createHash } from 'node:crypto';
import { test as base, expect } from '@playwright/test';
import type { Browser, BrowserContext, Cookie, Locator, Page, Request } from '@playwright/test';
import { setting, Workspace, type Records } from './workspace.ts';

export { expect, setting, Workspace };

interface Stories {
  /** The test's own workspace. */
  workspace: Workspace;
  /** The agency's window: a page of a browser context of its own, beside the client's `page`. */
  office: Page;
  /** `page`, with an admin signed in: the desk a story about the agency's side is told at. */
  desk: Page;
  /** Another admin, in a browser of their own. */
  colleague: Page;
  /** Console messages a story brings about on purpose, such as the browser's line on a 404. */
  expectedConsole: RegExp | undefined;
  quiet: void;
}

interface Workers {
  /** The cookies of an admin who signed in once for all stories of a worker. */
  session: Cookie[];
}

/**
 * What browsers remark and nobody is to be blamed for: that nothing takes the WASM announced ahead, where no script
 * runs or the machine is slow; that a story does without the service worker, as all but those about it do.
 */
const REMARKS = [/preloaded using link preload but not used/, /Service Worker registration blocked by Playwright/];

export const test = base.extend<Stories, Workers>({
  // Rate limits count per address, and a proxy on loopback is believed: each test is somebody else.
  extraHTTPHeaders: async ({}, use, info) => {
    await use({ 'x-forwarded-for': addressOf(`${info.testId} ${info.retry} ${Date.now()}`) });
  },

  workspace: async ({}, use) => {
    await use(await Workspace.open());
  },

  expectedConsole: [undefined, { option: true }],

  // Every story, whatever it is about: nothing leaves the origin, nothing breaks the policy, nothing
  // complains.
  quiet: [
    async ({ context, expectedConsole }, use) => {
      const complaints = listen(context);
      await use();
      expect(complaints.filter((line) => !expectedConsole?.test(line))).toEqual([]);
    },
    { auto: true },
  ],

  office: async ({ browser, extraHTTPHeaders, viewport }, use) => {
    await beside(browser, { extraHTTPHeaders, viewport }, [], use);
  },

  session: [
    async ({ playwright }, use, worker) => {
      const request = await playwright.request.newContext({
        baseURL: setting('ATRIO_BASE_URL'),
        extraHTTPHeaders: { 'x-forwarded-for': addressOf(`worker ${worker.workerIndex} ${Date.now()}`) },
      });
      const { csrfToken } = await (await request.get('/api/auth/csrf')).json();
      const form = { email: setting('ADMIN_EMAIL'), password: setting('ADMIN_PASSWORD'), csrfToken };
      expect((await request.post('/api/auth/callback/credentials', { form })).ok()).toBe(true);
      await use((await request.storageState()).cookies);
      await request.dispose();
    },
    { scope: 'worker' },
  ],

  desk: async ({ page, context, session }, use) => {
    await context.addCookies(session);
    await use(page);
  },

  colleague: async ({ browser, extraHTTPHeaders, viewport, javaScriptEnabled, session }, use) => {
    await beside(browser, { extraHTTPHeaders, viewport, javaScriptEnabled }, session, use);
  },
});

/** A page of a browser context of its own, held to the same rules. */
async function beside(
  browser: Browser,
  options: NonNullable<Parameters<Browser['newContext']>[0]>,
  cookies: Cookie[],
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const baseURL = setting('ATRIO_BASE_URL');
  const context = await browser.newContext({ ...options, baseURL, locale: 'it-IT', timezoneId: 'Europe/Rome', reducedMotion: 'reduce' });
  await context.addCookies(cookies);
  const complaints = listen(context);
  await use(await context.newPage());
  expect(complaints).toEqual([]);
  await context.close();
}

function addressOf(who: string): string {
  const digest = createHash('sha256').update(who).digest();
  return `10.${digest[0]}.${digest[1]}.${digest[2]}`;
}

/** Collects what must not happen in `context`. A violation of the policy is a console error. */
function listen(context: BrowserContext): string[] {
  const complaints: string[] = [];
  const origin = new URL(setting('ATRIO_BASE_URL')).origin;
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) complaints.push(`left the origin: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !REMARKS.some((remark) => remark.test(message.text()))) {
      complaints.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (error) => complaints.push(`exception: ${error.error()}`));
  return complaints;
}

/** Tells a story twice; `live`: WASM is there. Without it the same controls are links and forms. */
export function withAndWithoutJavaScript(story: (live: boolean) => void): void {
  for (const live of [true, false]) {
    test.describe(live ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled: live });
      story(live);
    });
  }
}

/** Opens a page and, with JavaScript, waits until its islands react. */
export async function open(page: Page, path: string, live = true): Promise<void> {
  await page.goto(path);
  if (live) await hydrated(page);
}

/** The panel's first act in a browser is to show times by the reader's clock, whole ones on hover. */
export async function hydrated(page: Page): Promise<void> {
  await expect(log(page).locator('time[title]').first()).toBeAttached();
}

export const log = (page: Page): Locator => page.getByRole('log');
export const tab = (page: Page, name: RegExp | string): Locator => page.getByRole('tab', { name });
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Scrivi un messaggio' });
export const replyBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Scrivi una risposta' });

/** Writes in the client's composer and sends. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Invia' }).click();
}

/** The row of a message. */
export const message = (page: Page, text: string | RegExp): Locator => log(page).getByRole('listitem').filter({ hasText: text });

/** Says something, and waits until the server has it: the page shows it before. */
export async function send(page: Page, text: string): Promise<void> {
  await say(page, text);
  await expect(message(page, text)).toBeVisible();
  await expect(message(page, text)).not.toContainText(/Invio in corso|In attesa/);
}

/** Signs the agency in, and arrives at the inbox. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/admin/login');
  await page.getByLabel('E-mail').fill(setting('ADMIN_EMAIL'));
  await page.getByLabel('Password').fill(setting('ADMIN_PASSWORD'));
  await page.getByRole('button', { name: 'Accedi' }).click();
  await expect(page).toHaveURL('/admin');
}

/** How many documents the page has loaded since: what is live must not reload. */
export function countNavigations(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}

/** Sends the answer of the agency in a channel. */
export async function answerFrom(office: Page, client: string, channel: string, text: string): Promise<void> {
  await office.goto(`/admin/inbox/${client}?channel=${channel}`);
  await replyBox(office).fill(text);
  await office.getByRole('button', { name: 'Rispondi' }).click();
  await expect(log(office).getByText(text)).toBeVisible();
}

const isPoll = (request: Request) => request.method() === 'GET' && new URL(request.url()).pathname === '/api/client/chat';

/** The polls of the chat that a page sends from now on. */
export function collectPolls(page: Page): Request[] {
  const polls: Request[] = [];
  page.on('request', (request) => isPoll(request) && polls.push(request));
  return polls;
}

/**
 * Lets the browser's clock run until the page sends such a request and has the whole of an answer with 200. What was
 * on its way before does not count: it may have been answered before what it should tell of. Failures are passed over.
 */
async function nextAnswered(page: Page, wanted: (request: Request) => boolean): Promise<void> {
  for (let failures = 0; failures < 8; failures += 1) {
    let sent: Request | undefined;
    const see = (request: Request) => {
      if (wanted(request)) sent ??= request;
    };
    page.on('request', see);
    for (let steps = 0; !sent && steps < 100; steps += 1) await page.clock.runFor(5_000);
    page.off('request', see);
    const answer = await sent?.response();
    // The page gives up an answer that takes long, and its clock has just been running fast.
    if (answer?.status() === 200 && (await answer.finished()) === null) return;
  }
  throw new Error('no such request was answered');
}

/** Waits for the next poll of the chat. */
export const nextPoll = (page: Page): Promise<void> => nextAnswered(page, isPoll);

/** Waits until a page of the agency has next been fetched again. */
export const nextLook = (page: Page): Promise<void> =>
  nextAnswered(page, (request) => request.method() === 'GET' && request.resourceType() === 'fetch');

/** Hides the tab or brings it back, as far as a page can tell. */
export async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => to === 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

/** So many messages in General, the oldest first, a minute apart: `Messaggio 1`, `Messaggio 2`, … */
export function manyMessages(count: number, client = 'bianchi', author = 'admin'): Records {
  const began = Date.parse('2025-03-01T08:00:00Z');
  const comments = Array.from({ length: count }, (_, index) => ({
    id: `many-${index + 1}`,
    entity_type: 'general',
    entity_id: client,
    author,
    text: `Messaggio ${index + 1}`,
    created_at: new Date(began + index * 60_000).toISOString(),
  }));
  return { comments };
}

/** Opens a page of the agency and, with JavaScript, waits until it reacts. */
export async function openDesk(page: Page, path: string, live = true): Promise<void> {
  await page.goto(path);
  if (live) await awake(page);
}

/** Waits until a page of the agency reacts, also one that a form or a link has led to. */
export async function awake(page: Page): Promise<void> {
  // The script's first act; on a phone, which has no keys, there is nothing to see of it.
  await expect(page.locator('#live-help')).not.toHaveAttribute('hidden');
}

/** The line about something in one of the agency's lists. */
export const row = (page: Page, text: string): Locator => page.getByRole('main').getByRole('listitem').filter({ hasText: text });

/** What a page says was done. */
export const said = (page: Page, text: string | RegExp): Locator => page.getByRole('main').getByText(text).first();
