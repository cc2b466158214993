import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page, type Route } from 'playwright-core';
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
  /** A person without a role at the provider. */
  reader: { email: 'leitora@exemplo.com', name: 'Leitora', role: 'reader' },
} as const satisfies Record<string, SandboxAccount>;

/** Refuses all calls of a request with a failure code. */
export const refusing =
  (errorCode: string, httpStatus = 409) =>
  (route: Route): Promise<void> => {
    const calls = new URL(route.request().url()).pathname.split(',');
    const error = { message: errorCode, code: -32_600, data: { errorCode, httpStatus } };
    return route.fulfill({ status: httpStatus, json: calls.map(() => ({ error })) });
  };

const viewport = { width: 1280, height: 800 };

/**
 * Starts a service, an OpenID provider and the console in a browser for one test file.
 * @param start starts the service with these variables
 * @param timezoneId the browser's time zone
 */
export const openConsole = async <
  Service extends { internalUrl: string; close: () => Promise<void> },
>(
  start: (env: Record<string, string>) => Promise<Service>,
  timezoneId = 'America/Sao_Paulo',
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
  /**
   * Windows of earlier tests, which are reused because opening one is three times as slow as clearing one.
   */
  const left: { page: Page; unwanted: string[] }[] = [];
  const empty = async (page: Page): Promise<void> => {
    const context = page.context();
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    // A response without scripts; its origin is the same, so that the window keeps its process.
    await page.goto('/console/assets/none.txt');
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
    await context.clearPermissions();
    await context.clearCookies();
    const devtools = await context.newCDPSession(page);
    const { internalUrl: origin } = service;
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await devtools.detach();
  };
  const openWindow = async (...others: readonly string[]) => {
    const context = await browser.newContext({
      baseURL: service.internalUrl,
      locale: 'pt-BR',
      timezoneId,
      viewport,
    });
    // The timeout equals that of other waits (`expect.poll`).
    context.setDefaultTimeout(60_000);
    const unwanted = watchPages(context, [service.internalUrl, ...others]);
    return { page: await context.newPage(), unwanted };
  };
  return {
    service,
    /** Opens an address in a new window in which nobody is signed in. It is closed after the test. */
    visitUnknown: async (address: string): Promise<Page> => {
      const { page, unwanted } = await openWindow(provider.issuer);
      onTestFinished(async () => {
        // Chromium may never confirm the closing; the end of the browser then closes the window.
        await Promise.race([page.context().close(), pause(20_000, undefined, { ref: false })]);
        expect(unwanted).toEqual([]);
      });
      await page.goto(`/console${address}`);
      return page;
    },
    /**
     * Opens an address below `/console` as a person, in a new window until the end of the test. `clock` is
     * the page's initial time.
     * The test fails if the page throws, opens a dialog or sends a request to another origin.
     */
    visit: async (
      address: string,
      person: SandboxAccount = people.agent,
      clock?: Date,
    ): Promise<Page> => {
      const { jar, signIn } = openBrowser(service);
      await signIn(person.email);
      const opened = left.pop() ?? (await openWindow());
      const { page, unwanted } = opened;
      onTestFinished(async () => {
        await empty(page);
        expect(unwanted).toEqual([]);
        left.push(opened);
      });
      await page
        .context()
        .addCookies([...jar].map(([name, value]) => ({ name, value, url: service.internalUrl })));
      if (clock) await page.clock.install({ time: clock });
      await page.goto(`/console${address}`);
      return page;
    },
  };
};

/** Collects actions that no page of the console may do. */
const watchPages = (context: BrowserContext, origins: readonly string[]): string[] => {
  const unwanted: string[] = [];
  context.on('request', (request) => {
    const url = request.url();
    const isOurs = origins.some((origin) => url.startsWith(`${origin}/`));
    // The browser's PDF viewer is an extension.
    if (!isOurs && !/^(blob|data|chrome|chrome-extension):/.test(url)) unwanted.push(url);
  });
  context.on('weberror', (failure) => unwanted.push(String(failure.error())));
  context.on('dialog', (dialog) => {
    unwanted.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return unwanted;
};

const undoSeconds = 60;

/** Stops the page's clock, so that mails can be undone for a minute on a slow machine. */
export const holdUndo = async (page: Page): Promise<void> => {
  await page.clock.setFixedTime(Date.now());
  await page.context().route(/tickets\.reply|drafts\.approve/, async (route) => {
    const postData = route
      .request()
      .postData()
      ?.replace(/"undoSeconds":\d+/, `"undoSeconds":${undoSeconds}`);
    await route.fallback({ postData });
  });
};
