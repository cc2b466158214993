import { chromium } from 'playwright-core';
import { expect, vi } from 'vitest';

/** A page open in headless Chromium. */
export type BrowserPage = Awaited<ReturnType<typeof openPage>>;

const timeout = 60_000;

/** Opens an address in a headless Chromium of its own. */
export const openPage = async (address: string) => {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
  const page = await browser.newPage();
  await page.goto(address);
  return {
    /** Evaluates an expression in the page until it is truthy; resolves to its value. */
    waitFor: (expression: string): Promise<unknown> =>
      vi.waitUntil(() => page.evaluate(expression).catch(() => undefined), { timeout }),
    /** Evaluates an expression in the page until it has the value. */
    waitForValue: (expression: string, expected: unknown): Promise<void> =>
      expect.poll(() => page.evaluate(expression), { timeout }).toBe(expected),
    reload: () => page.reload(),
    /** Changes the width of the window, and whether the reader prefers dark pages. */
    emulate: async (width: number, colorScheme: 'light' | 'dark'): Promise<void> => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
    },
    /** Writes the whole page as a PNG. */
    screenshot: (path: string) => page.screenshot({ path, fullPage: true }),
    close: () => browser.close(),
  };
};
