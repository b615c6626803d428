import { defineConfig } from '@playwright/test';

// `cargo xtask test browser` starts a server on each database and sets the environment that tests/fixtures.ts needs. To
// watch one test, set the same for a server of your own and run `npx playwright test --headed tests/message.spec.ts`.
const baseURL = process.env.ATRIO_BASE_URL ?? 'http://127.0.0.1:3000';
const report = process.env.ATRIO_REPORT;

// All SQL is tested on both databases (store/tests). The browser needs PostgreSQL only for a few whole paths.
const onPostgres = process.env.DATABASE_URL?.startsWith('postgres');
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const LAUNCH = {
  // Chromium without windows, if there is one: it needs half the time.
  executablePath: process.env.HEADLESS_CHROMIUM || CHROMIUM,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Else Chromium without windows rounds the width of each letter, unlike the whole.
    '--font-render-hinting=none',
  ],
};

export default defineConfig({
  testDir: 'tests',
  outputDir: process.env.ATRIO_RESULTS ?? 'test-results',
  // Each test has a workspace of its own. Tests wait much, so two cores serve three workers.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // For machines that are slow or busy; a test takes seconds.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  projects: onPostgres
    ? [{ name: 'desktop', grep: /@smoke/, use: DESKTOP }]
    : [
        { name: 'desktop', testIgnore: /admin-settings/, grepInvert: /@phone-only|@whole-browser/, use: DESKTOP },
        // Notifications and the viewer of PDF are parts of the whole browser.
        { name: 'whole-browser', grep: /@whole-browser/, use: { ...DESKTOP, launchOptions: { ...LAUNCH, executablePath: CHROMIUM } } },
        // Layout and touch; `@phone-only` is what a desk does not have.
        { name: 'phone', grep: /@phone/, use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
        // Settings apply to the whole server.
        { name: 'settings', testMatch: /admin-settings/, dependencies: ['desktop', 'phone', 'whole-browser'], use: DESKTOP },
      ],
  use: {
    baseURL,
    // During smooth scrolling a click waits until the page rests, without JavaScript forever.
    contextOptions: { reducedMotion: 'reduce' },
    browserName: 'chromium',
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    // Tests cannot intercept requests of a service worker; tests/offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Without its pictures, which would take a fifth of the time.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: LAUNCH,
  },
});
