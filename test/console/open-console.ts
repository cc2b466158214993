import axe from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import type { Role } from '../../server/config/roles.ts';
import type { TestApp } from '../harness.ts';

/** Who opens the console. */
export interface Visitor {
  role: Exclude<Role, 'reader'>;
  email: string;
  name: string;
}

export const agent: Visitor = { role: 'agent', email: 'agente@exemplo.com', name: 'Agente' };
export const admin: Visitor = { role: 'admin', email: 'admin@exemplo.com', name: 'Administração' };

/** The console of a service in a real browser. */
export type TestConsole = Awaited<ReturnType<typeof openConsole>>;

/** Connects the browser to the console of a service. */
export const openConsole = async (app: TestApp) => {
  const browser = await chromium.connect(inject('chromium'));
  return {
    /**
     * Opens an address below `/console` in a window of its own, which is closed with the test.
     *
     * The test fails if the page throws, opens a dialog or asks another origin for anything.
     */
    visit: async (address: string, visitor: Visitor = agent): Promise<Page> => {
      const context = await browser.newContext({
        baseURL: app.internalUrl,
        locale: 'pt-BR',
        viewport: { width: 1280, height: 800 },
      });
      const unwanted = watchPages(context, app.internalUrl);
      onTestFinished(async () => {
        await context.close();
        expect(unwanted).toEqual([]);
      });
      await signIn(context, app, visitor);
      const page = await context.newPage();
      await page.goto(`/console${address}`);
      return page;
    },
    close: () => browser.close(),
  };
};

/** Collects what no page of the console may do. */
const watchPages = (context: BrowserContext, origin: string): string[] => {
  const unwanted: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url)) unwanted.push(url);
  });
  context.on('weberror', (failure) => unwanted.push(String(failure.error())));
  context.on('dialog', (dialog) => {
    unwanted.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return unwanted;
};

const signIn = async (context: BrowserContext, app: TestApp, visitor: Visitor): Promise<void> => {
  await context.setExtraHTTPHeaders({ authorization: `Bearer ${await app.token(visitor)}` });
  await context.route('**/console/session', (route) => route.fulfill({ json: visitor }));
};

/** Expects that axe finds nothing and that nothing scrolls sideways, at three widths in both colour schemes. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await page.evaluate(`${axe.source}; undefined`);
  for (const width of [375, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const violations = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]))',
      );
      expect([width, colorScheme, violations]).toEqual([width, colorScheme, []]);
      const sideways = await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect([width, sideways]).toEqual([width, 0]);
    }
  }
};
