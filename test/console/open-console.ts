import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, expect, inject, onTestFinished } from 'vitest';
import {
  type SandboxAccount,
  startSandboxIdentityProvider,
} from '../../scripts/sandbox/identity-provider.ts';
import { openBrowser } from '../sessions/browser.ts';

export const people = {
  agent: { email: 'agente@exemplo.com', name: 'Agente', role: 'agent' },
  otherAgent: { email: 'outra@exemplo.com', name: 'Outra', role: 'agent' },
  editor: { email: 'editora@exemplo.com', name: 'Editora', role: 'editor' },
  admin: { email: 'admin@exemplo.com', name: 'Administração', role: 'admin' },
} as const satisfies Record<string, SandboxAccount>;

/**
 * Starts a service, a real OpenID provider and the console in a real browser, for one test file.
 *
 * @param start starts the service with these variables
 */
export const openConsole = async <
  Service extends { internalUrl: string; close: () => Promise<void> },
>(
  start: (env: Record<string, string>) => Promise<Service>,
) => {
  const provider = await startSandboxIdentityProvider('roles', Object.values(people));
  const service = await start({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
  });
  const browser = await chromium.connect(inject('chromium'));
  afterAll(async () => {
    await browser.close();
    await service.close();
    await provider.close();
  });
  const open = async (origins: readonly string[]): Promise<BrowserContext> => {
    const context = await browser.newContext({
      baseURL: service.internalUrl,
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
    service,
    /** Opens an address in a window of its own, where nobody is signed in yet. It is closed with the test. */
    visitUnknown: async (address: string): Promise<Page> => {
      const context = await open([service.internalUrl, provider.issuer]);
      const page = await context.newPage();
      await page.goto(`/console${address}`);
      return page;
    },
    /**
     * Opens an address below `/console` as a person, in a window of its own, which is closed with the test.
     * `clock` is the time that the page starts with.
     *
     * The test fails if the page throws, opens a dialog or asks another origin for anything.
     */
    visit: async (
      address: string,
      person: SandboxAccount = people.agent,
      clock?: Date,
    ): Promise<Page> => {
      const { jar, signIn } = openBrowser(service);
      await signIn(person.email);
      const context = await open([service.internalUrl]);
      await context.addCookies(
        [...jar].map(([name, value]) => ({ name, value, url: service.internalUrl })),
      );
      const page = await context.newPage();
      if (clock) await page.clock.install({ time: clock });
      await page.goto(`/console${address}`);
      return page;
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
