import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that depend on the colour scheme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

/**
 * Expects no finding of axe at the narrowest and the widest of three widths in both colour schemes, and no
 * horizontal scrolling at any width.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  await page.evaluate(`${axe}; undefined`);
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of width === 768 ? [] : (['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const options = {
        resultTypes: ['violations'],
        rules: { 'target-size': { enabled: true } },
        // The other assets are style sheets, which only a disabled rule needs.
        preload: { assets: ['media'] },
        ...(colorScheme === 'dark' && { runOnly: colorRules }),
      };
      const violations = await page.evaluate(
        `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))`,
      );
      expect([width, colorScheme, violations]).toEqual([width, colorScheme, []]);
    }
    const sideways = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect([width, sideways]).toEqual([width, 0]);
  }
};
