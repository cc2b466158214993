import { chromium } from 'playwright-core';
import { expect, inject, vi } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';

/** A page open in headless Chromium. */
export type BrowserPage = Awaited<ReturnType<typeof openPage>>;

const timeout = 60_000;

/** Opens an address in a headless Chromium. */
export const openPage = async (address: string) => {
  const browser = await chromium.connect(inject('chromium'));
  const page = await browser.newPage();
  await page.goto(address);
  return {
    evaluate: (expression: string): Promise<unknown> => page.evaluate(expression),
    /** Evaluates an expression in the page until it is truthy; resolves to its value. */
    waitFor: (expression: string): Promise<unknown> =>
      vi.waitUntil(() => page.evaluate(expression).catch(() => undefined), { timeout }),
    /** Evaluates an expression in the page until it has the value. */
    waitForValue: (expression: string, expected: unknown): Promise<void> =>
      expect.poll(() => page.evaluate(expression), { timeout }).toBe(expected),
    reload: () => page.reload(),
    expectAccessible: () => expectAccessible(page),
    close: () => browser.close(),
  };
};
