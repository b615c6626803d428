// Nothing moves while a portal hydrates and its fonts load.

import type { Page } from '@playwright/test';
import { busy } from '../busy.ts';
import { manyMessages, openPortal } from './chat.ts';
import { expect, test } from './fixtures.ts';

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** The elements that moved without input since its first full frame. The page must be hydrated. */
async function shiftedElements(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const start = performance.getEntriesByName('full page painted')[0]?.startTime ?? 0;
    const shifted: string[] = [];
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as unknown as Shift[]) {
        if (shift.hadRecentInput || shift.startTime < start) continue;
        for (const { node, previousRect, currentRect } of shift.sources) {
          const element = (node?.cloneNode(false) as Element | undefined)?.outerHTML ?? 'removed';
          shifted.push(`${element}: ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
    // Shifts are measured when a frame is painted; a few frames for what follows hydration.
    for (let frames = 0; frames < 20; frames += 1) await new Promise(requestAnimationFrame);
    return shifted;
  });
}

test.beforeEach(async ({ page, workspace }) => {
  // A slow machine may paint half a page while it is parsed: counting begins with the first frame of the whole page.
  await page.addInitScript(() => {
    const mark = () => requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('full page painted')));
    document.addEventListener('DOMContentLoaded', mark);
  });
  // The size of the agency's logo is unknown until it is in the cache.
  await openPortal(page, workspace.portal('conti'));
});

test('a portal does not shift', { tag: '@phone' }, async ({ page, workspace }) => {
  await openPortal(page, workspace.portal('bianchi'));
  expect(await shiftedElements(page)).toEqual([]);
  await openPortal(page, `${workspace.portal('bianchi', { channel: 'bianchi' })}#conversation`);
  expect(await shiftedElements(page)).toEqual([]);
});

test('a crowded portal and unread messages do not shift', { tag: '@phone' }, async ({ page, workspace }) => {
  await workspace.add(busy('it'), manyMessages(60));
  await openPortal(page, workspace.portal('busy'));
  expect(await shiftedElements(page)).toEqual([]);
  await openPortal(page, `${workspace.portal('bianchi')}#conversation`);
  expect(await shiftedElements(page)).toEqual([]);
});
