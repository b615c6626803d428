// Measures pages with Lighthouse's mobile preset (a slow telephone on slow 4G, simulated) and prints what it
// found as JSON. `cargo xtask lighthouse` calls it and judges.
//
//   CHROME_PATH=… node measure.js REPORTS TIMES NAME=ADDRESS…
//
// Each page is measured TIMES times in a fresh profile; the run in the middle by performance counts, for a
// busy machine makes single runs slow. Its whole report is left in the folder REPORTS.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse, { generateReport } from 'lighthouse';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Chromium sometimes drops the beginning of its trace, and Lighthouse says to run again. */
const ATTEMPTS = 3;

async function measure(address, attempt = 1) {
  const chrome = await launch({ chromeFlags: FLAGS, logLevel: 'silent' });
  try {
    const { lhr } = await lighthouse(address, { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'silent' });
    if (!lhr.runtimeError) return lhr;
    if (attempt === ATTEMPTS) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  } finally {
    await chrome.kill();
  }
  return measure(address, attempt + 1);
}

const score = (lhr, category) => Math.round((lhr.categories[category].score ?? 0) * 100);

/** The audits that took points from a category, in Lighthouse's words. */
function faults(lhr, category) {
  return lhr.categories[category].auditRefs
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => lhr.audits[id])
    .filter((audit) => audit.score !== null && audit.score < 0.9)
    .map((audit) => [audit.title, audit.displayValue].filter(Boolean).join(': '));
}

function summary(name, lhr) {
  const value = (audit) => lhr.audits[audit].numericValue ?? null;
  return {
    name,
    scores: Object.fromEntries(CATEGORIES.map((category) => [category, score(lhr, category)])),
    faults: Object.fromEntries(CATEGORIES.map((category) => [category, faults(lhr, category)])),
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    bytes: value('total-byte-weight'),
  };
}

const [reports, times, ...pages] = process.argv.slice(2);
const found = [];
for (const page of pages) {
  const [name, address] = [page.slice(0, page.indexOf('=')), page.slice(page.indexOf('=') + 1)];
  const runs = [];
  for (let run = 0; run < Number(times); run += 1) runs.push(await measure(address));
  runs.sort((one, other) => score(one, 'performance') - score(other, 'performance'));
  const middle = runs[Math.floor((runs.length - 1) / 2)];
  writeFileSync(join(reports, `${name}.html`), generateReport(middle, 'html'));
  found.push(summary(name, middle));
}
console.log(JSON.stringify(found));
