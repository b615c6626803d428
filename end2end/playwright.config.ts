import { defineConfig } from '@playwright/test';

// `cargo xtask test browser` starts a server on each database and sets what stands here and in
// tests/support.ts. To look at one story by hand, set the same against a server of your own and run
// `npx playwright test --headed tests/message.spec.ts`.
const origin = process.env.ATRIO_BASE_URL ?? 'http://127.0.0.1:3000';
const report = process.env.ATRIO_REPORT;

// How pages look, are used and come to life is the same on any database, and told on SQLite.
const onPostgres = process.env.DATABASE_URL?.startsWith('postgres');
const toldOnce = onPostgres ? [/(accessibility|desk-looks|hydration|install|keyboard|offline|steady)\.spec/] : [];

export default defineConfig({
  testDir: 'tests',
  outputDir: process.env.ATRIO_RESULTS ?? 'test-results',
  // Each story has a workspace of its own, so two may be told at once.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // A story takes seconds; what is long here is the patience with a machine that does other things too.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  projects: [
    // What is the same at any size is told once, on a desk.
    {
      name: 'phone',
      testIgnore: [...toldOnce, /(guesses|install|keyboard|language|leads|live|not-found|trouble|desk[a-z-]*|settings)\.spec/],
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    { name: 'desktop', testIgnore: [...toldOnce, /settings\.spec/], use: { viewport: { width: 1280, height: 800 } } },
    // What changes the whole server is told when nobody else tells anything.
    {
      name: 'settings',
      testMatch: /settings\.spec/,
      dependencies: ['phone', 'desktop'],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
  use: {
    baseURL: origin,
    // While a page scrolls smoothly, a click waits for it to rest; without scripts it waits forever.
    contextOptions: { reducedMotion: 'reduce' },
    browserName: 'chromium',
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    // What the worker asks for, a story cannot intercept; tests/offline.spec.ts is about the worker.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
