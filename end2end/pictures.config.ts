import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

// `cargo xtask pictures` starts a server and sets the environment. To take one picture in seconds from a server of your
// own, set ATRIO_BASE_URL, and ATRIO_BINARY and DATABASE_URL for the import of workspaces:
//
//   ATRIO_BASE_URL=http://127.0.0.1:3000 ATRIO_BINARY=…/atrio DATABASE_URL=sqlite:///…/atrio.db \
//     cargo xtask pictures 'busy 360 dark it'
//
// Titles are STATE WIDTH SCHEME LANGUAGE. ATRIO_STYLE=…/some.css replaces the style sheet inside the binary:
//
//   xtask/node_modules/@esbuild/*/bin/esbuild style/main.css --bundle --external:/fonts/* --outfile=some.css
export default defineConfig({
  ...tests,
  testDir: 'pictures',
  testMatch: '*.ts',
  outputDir: process.env.ATRIO_RESULTS ?? '../target/pictures/failed',
  reporter: [['list']],
  timeout: 20_000,
  expect: { timeout: 5_000 },
  projects: [{ name: 'pictures' }],
  use: { ...tests.use, actionTimeout: 5_000, trace: 'off' },
});
