import axe from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import {
  type SandboxAccount,
  startSandboxIdentityProvider,
} from '../../scripts/sandbox/identity-provider.ts';
import type { TestApp } from '../harness.ts';
import { openBrowser } from '../sessions/browser.ts';

export const people = {
  agent: { email: 'agente@exemplo.com', name: 'Agente', role: 'agent' },
  otherAgent: { email: 'outra@exemplo.com', name: 'Outra', role: 'agent' },
  editor: { email: 'editora@exemplo.com', name: 'Editora', role: 'editor' },
  admin: { email: 'admin@exemplo.com', name: 'Administração', role: 'admin' },
} as const satisfies Record<string, SandboxAccount>;

/** A service, a real OpenID provider and the console in a real browser. */
export type TestConsole = Awaited<ReturnType<typeof openConsole>>;

/**
 * Connects the browser to the console of a service.
 *
 * @param start starts the service with these variables; whoever calls closes it
 */
export const openConsole = async (start: (env: Record<string, string>) => Promise<TestApp>) => {
  const provider = await startSandboxIdentityProvider('roles', Object.values(people));
  const app = await start({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  });
  const browser = await chromium.connect(inject('chromium'));
  const open = async (origins: readonly string[]): Promise<BrowserContext> => {
    const context = await browser.newContext({
      baseURL: app.internalUrl,
      locale: 'pt-BR',
      viewport: { width: 1280, height: 800 },
    });
    const unwanted = watchPages(context, origins);
    onTestFinished(async () => {
      await context.close();
      expect(unwanted).toEqual([]);
    });
    return context;
  };
  return {
    app,
    /** Opens an address in a window of its own, where nobody is signed in yet. It is closed with the test. */
    visitUnknown: async (address: string): Promise<Page> => {
      const context = await open([app.internalUrl, provider.issuer]);
      const page = await context.newPage();
      await page.goto(`/console${address}`);
      return page;
    },
    /**
     * Opens an address below `/console` as a person, in a window of its own, which is closed with the test.
     *
     * The test fails if the page throws, opens a dialog or asks another origin for anything.
     */
    visit: async (address: string, person: SandboxAccount = people.agent): Promise<Page> => {
      const { jar, signIn } = openBrowser(app);
      await signIn(person.email);
      const context = await open([app.internalUrl]);
      await context.addCookies(
        [...jar].map(([name, value]) => ({ name, value, url: app.internalUrl })),
      );
      const page = await context.newPage();
      await page.goto(`/console${address}`);
      return page;
    },
    /** Leaves the service to whoever started it. */
    close: async () => {
      await browser.close();
      await provider.close();
    },
  };
};

/** Collects what no page of the console may do. */
const watchPages = (context: BrowserContext, origins: readonly string[]): string[] => {
  const unwanted: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    const isOurs = origins.some((origin) => url.startsWith(`${origin}/`));
    if (!isOurs && !/^(blob|data):/.test(url)) unwanted.push(url);
  });
  context.on('weberror', (failure) => unwanted.push(String(failure.error())));
  context.on('dialog', (dialog) => {
    unwanted.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return unwanted;
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
