// Polling under Playwright's clock (`page.clock.install()`), so that twenty seconds take no time.

import type { Page, Request } from '@playwright/test';

const isPoll = (request: Request) => request.method() === 'GET' && new URL(request.url()).pathname === '/api/client/chat';

/** Collects the polls of the portal from now on. */
export function collectPolls(page: Page): Request[] {
  const polls: Request[] = [];
  page.on('request', (request) => isPoll(request) && polls.push(request));
  return polls;
}

/**
 * Advances the clock until the page sends such a request and receives the whole answer with status 200. A request that
 * is under way already does not count: its answer may be older than what the test waits for. Failures are skipped.
 */
async function nextAnswered(page: Page, matches: (request: Request) => boolean): Promise<void> {
  for (let failures = 0; failures < 8; failures += 1) {
    let sent: Request | undefined;
    const listener = (request: Request) => {
      if (matches(request)) sent ??= request;
    };
    page.on('request', listener);
    for (let steps = 0; !sent && steps < 100; steps += 1) await page.clock.runFor(5_000);
    page.off('request', listener);
    const response = await sent?.response();
    // The page aborts a slow request, and its clock has just run fast.
    if (response?.status() === 200 && (await response.finished()) === null) return;
  }
  throw new Error('no such request was answered');
}

/** Waits for the next poll of the portal. */
export const nextPoll = (page: Page): Promise<void> => nextAnswered(page, isPoll);

/** Waits for the next refresh of a page of the agency. */
export const nextRefresh = (page: Page): Promise<void> =>
  nextAnswered(
    page,
    (request) =>
      request.method() === 'GET' &&
      request.resourceType() === 'fetch' &&
      new URL(request.url()).pathname !== '/admin/changes',
  );

/** Hides the tab or shows it again, as far as a page can see. */
export async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((to) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => to });
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => to === 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}
