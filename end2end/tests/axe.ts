// Accessibility checks by axe.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** axe styles elements of its own, which the content security policy reports. */
export const AXE_CONSOLE = 'Applying inline style';

/** Before the first page: the content security policy refuses a script tag later. */
export async function addAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript(AXE);
}

/** Expects no violation of any rule in light mode, nor of a rule about colors in dark mode. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page), `${page.url()}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, COLOR_RULES), `${page.url()}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

function violations(page: Page, rules?: string[]): Promise<unknown[]> {
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const runOnly = rules && ({ type: 'rule', values: rules } as const);
    const { violations } = await axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    return violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map((node) => node.html) }));
  }, rules);
}
