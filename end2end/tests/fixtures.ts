// Fixtures of all tests. `cargo xtask test` sets ATRIO_BASE_URL, ATRIO_BINARY, DATABASE_URL, ADMIN_EMAIL and
// ADMIN_PASSWORD.

import { createHash } from 'node:crypto';
import { test as base, expect } from '@playwright/test';
import type { APIRequestContext, Browser, BrowserContext, Cookie, Page } from '@playwright/test';
import { setting, Workspace } from './workspace.ts';

export { expect, setting, Workspace };

interface TestFixtures {
  /** The test's own workspace. */
  workspace: Workspace;
  /** `page`, with an admin signed in. */
  adminPage: Page;
  /** Another admin's page, in a browser context of its own. */
  secondAdminPage: Page;
  /** A client's page in a browser context of its own, for tests whose `page` is the admin's. */
  clientPage: Page;
  /** Console messages that a test causes on purpose, such as the browser's line on a 404. */
  expectedConsole: RegExp | undefined;
  pageErrors: void;
}

interface WorkerFixtures {
  /** Cookies of an admin who signed in once for all tests of a worker. */
  adminCookies: Cookie[];
  /** Requests with these cookies. */
  adminApi: APIRequestContext;
  /** Imported workspaces that no test has used yet. */
  workspacePool: Workspace[];
}

/** How many workspaces one import brings in. */
const POOL_SIZE = 10;

/**
 * Console warnings that are no fault: a preloaded WASM module that is not used (no JavaScript, or a slow machine), and
 * the blocked service worker (see playwright.config.ts).
 */
const HARMLESS = [/preloaded using link preload but not used/, /Service Worker registration blocked by Playwright/];

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // Rate limits count requests per address, and the server trusts a proxy on loopback.
  extraHTTPHeaders: async ({}, use, info) => {
    await use({ 'x-forwarded-for': addressFor(`${info.testId} ${info.project.name} ${Date.now()}`) });
  },

  workspacePool: [async ({}, use) => use([]), { scope: 'worker' }],

  workspace: async ({ workspacePool }, use) => {
    if (workspacePool.length === 0) workspacePool.push(...(await Workspace.openCopies(POOL_SIZE)));
    await use(workspacePool.pop()!);
  },

  expectedConsole: [undefined, { option: true }],

  // In every test: no request leaves the origin, nothing violates the content security policy, no errors.
  pageErrors: [
    async ({ context, expectedConsole }, use) => {
      const errors = collectErrors(context);
      await use();
      expect(errors.filter((error) => !expectedConsole?.test(error))).toEqual([]);
    },
    { auto: true },
  ],

  adminApi: [
    async ({ playwright }, use, worker) => {
      const request = await playwright.request.newContext({
        baseURL: setting('ATRIO_BASE_URL'),
        extraHTTPHeaders: { 'x-forwarded-for': addressFor(`worker ${worker.workerIndex} ${Date.now()}`) },
      });
      const { csrfToken } = await (await request.get('/api/auth/csrf')).json();
      const form = { email: setting('ADMIN_EMAIL'), password: setting('ADMIN_PASSWORD'), csrfToken };
      expect((await request.post('/api/auth/callback/credentials', { form })).ok()).toBe(true);
      await use(request);
      await request.dispose();
    },
    { scope: 'worker' },
  ],

  adminCookies: [async ({ adminApi }, use) => use((await adminApi.storageState()).cookies), { scope: 'worker' }],

  adminPage: async ({ page, context, adminCookies }, use) => {
    await context.addCookies(adminCookies);
    await use(page);
  },

  secondAdminPage: async ({ browser, adminCookies }, use) => usePage(browser, adminCookies, use),

  clientPage: async ({ browser }, use) => usePage(browser, [], use),
});

/** A page of a new browser context, with the options and under the rules of the test's own. */
async function usePage(browser: Browser, cookies: Cookie[], use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext();
  await context.addCookies(cookies);
  const errors = collectErrors(context);
  await use(await context.newPage());
  expect(errors).toEqual([]);
  await context.close();
}

/** A private address that depends on `seed`. */
function addressFor(seed: string): string {
  const digest = createHash('sha256').update(seed).digest();
  return `10.${digest[0]}.${digest[1]}.${digest[2]}`;
}

/** Collects errors of a browser context. A violation of the policy is a console error. */
function collectErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  const origin = new URL(setting('ATRIO_BASE_URL')).origin;
  context.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) errors.push(`request to another origin: ${request.url()}`);
  });
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !HARMLESS.some((pattern) => pattern.test(message.text()))) {
      errors.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  context.on('weberror', (error) => errors.push(`exception: ${error.error()}`));
  return errors;
}

/** Defines the same tests with and without JavaScript, for what works in two different ways. */
export function withAndWithoutJavaScript(define: (javaScript: boolean) => void): void {
  for (const javaScript of [true, false]) {
    test.describe(javaScript ? 'with JavaScript' : 'without JavaScript', () => {
      test.use({ javaScriptEnabled: javaScript });
      define(javaScript);
    });
  }
}
